public import FeatureKit

/// A stored row that is not a valid record of its type, because a property is missing or has another type.
///
/// Another version of the program, or a person, may have written the row. It stays in the store as it is, and exports
/// include it. A list shows it beside its records (`RecordPlaces.misfits`), and its page says what does not fit. There
/// people mend it: an action with the effect `edits` gives the values that do not fit others.
public struct Misfit: Error, Sendable, Hashable, Identifiable {
    /// The row's key.
    public let id: String
    /// The number of the change that wrote the row.
    public let revision: Int64
    /// The row's values, by field name.
    public let values: [String: FieldValue]
    /// What people should do about each value that breaks the rule of its field, by field name.
    public let problems: [String: String]
    /// A text that says why each invalid property is invalid.
    public let reason: String
    /// The place of the row in the order of insertion (``StoredRow/position``).
    public let position: Int64

    /// Creates a description of a row that does not fit.
    public init(_ row: StoredRow, problems: [String: String] = [:], reason: String) {
        (id, revision, values, position) = (row.id, row.revision, row.values, row.position)
        (self.problems, self.reason) = (problems, reason)
    }

    /// Creates the description of a row of a type.
    init(_ row: StoredRow, of type: any Record.Type, _ refusal: InputRefused?, _ reason: String) {
        let fields = type.fields.map(\.description)
        let known = row.values.filter { name, _ in fields.contains { $0.name == name } }
        var problems = refusal?.advice ?? [:]
        do { _ = try fields.check(known) } catch { problems.merge(error.advice) { first, _ in first } }
        self.init(row, problems: problems, reason: reason)
    }
}

extension Misfit {
    /// The arguments that identify the record and its revision.
    package var arguments: [String: FieldValue] { RecordFields.arguments(id: id, revision: revision) }

    /// The title of the record, or else the key.
    ///
    /// - Parameter fields: The fields of the record.
    package func title(_ fields: [FieldDescription]) -> String {
        fields.title(of: values) ?? id
    }
}

extension Misfit: CustomStringConvertible {
    /// The error message.
    public var description: String {
        "the stored record \(FieldValue.quote(id)) does not fit this version of the feature: \(reason)"
    }
}

extension [Misfit] {
    /// A warning that names the first record that does not fit; `nil` if all records fit.
    public var notice: Notice? {
        guard let first else { return nil }
        let others = count > 1 ? " (and \(count - 1) more)" : ""
        return Notice("Not everything is shown: \(first)\(others)", tone: .warning)
    }
}
