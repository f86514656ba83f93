public import FeatureKit
public import FeatureStorage

/// An appointment of a patient.
public struct Visit: Record {
    static let patient = Field<String>("patient", "Patient", length: 1...200, help: "The patient's key.")
    static let day = Field<CalendarDate?>("day", "Day")

    /// The fields of a visit.
    public static let fields: [any FieldDeclaration] = [patient, day]

    /// The sample visits.
    public static let sample = [
        Visit(id: "1", patient: "alfred", day: CalendarDate(year: 2026, month: 12, day: 1)),
        Visit(id: "2", patient: "bella", day: CalendarDate(year: 2026, month: 12, day: 4)),
    ]

    /// The visit's key.
    public var id: String
    /// The key of the patient.
    public var patient: String
    /// The day; `nil` if it is not known yet.
    public var day: CalendarDate?
}

/// A type of records that the feature keeps.
public enum ClinicRecords: String, CaseIterable, FieldType {
    /// The patients.
    case patients
    /// The visits.
    case visits
}
