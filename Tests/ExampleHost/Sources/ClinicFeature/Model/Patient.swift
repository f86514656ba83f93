public import FeatureKit
public import FeatureStorage

/// An animal that the clinic treats.
public struct Patient: Record {
    static let name = Field<String>("name", "Name", length: 1...40)
    static let notes = Field<String>("notes", "Notes", length: 0...400, lines: 1...10)

    /// The fields of a patient.
    public static let fields: [any FieldDeclaration] = [name, notes]

    /// The sample patients.
    public static let sample = [
        Patient(id: "alfred", name: "Alfred", notes: "Shy"), Patient(id: "bella", name: "Bella", notes: ""),
    ]

    /// The patient's key.
    public var id: String
    /// The name.
    public var name: String
    /// The notes.
    public var notes: String
}
