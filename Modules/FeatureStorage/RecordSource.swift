public import FeatureKit

/// Where a launch takes its records from: the value of the option `source`.
public enum RecordSource: Sendable, Hashable {
    /// Those of the store, which all sessions share and which stay.
    case stored
    /// A copy of the sample records that the feature brings along; what is changed is gone with the session.
    case sample
    /// No records: the empty view.
    case empty
    /// A copy of the records of a person's own file, by its path, or of an address; for the command line alone.
    case file(String)
}

extension RecordSource: FieldType {
    /// The kind that describes it to front ends.
    public static var fieldKind: FieldKind { .choice }
    /// The texts it may be, if it is a choice.
    public static var fieldChoices: [String]? { ["stored", "sample", "empty"] }

    /// Reads a plain value; `nil` if it is of another type.
    public init?(fieldValue: FieldValue?) {
        guard case .text(let text) = fieldValue else { return nil }
        switch text {
        case "stored": self = .stored
        case "sample": self = .sample
        case "empty": self = .empty
        default: self = .file(text)
        }
    }

    /// The plain value.
    public var fieldValue: FieldValue? {
        switch self {
        case .stored: "stored"
        case .sample: "sample"
        case .empty: "empty"
        case .file(let path): .text(path)
        }
    }

    /// The option `source`, `stored` by default.
    public static let option = Field<RecordSource>(
        "source", "Source", other: "PATH", default: .stored,
        help:
            "Where the records come from; PATH is a .json or .csv file or an http address, of which the session gets a copy.",
        helpElsewhere: "Where the records come from; all but the stored ones are a copy for the session.")

    /// The option `latency`: how long the service takes for a load, none by default.
    public static let latencyOption = Field<Duration>(
        "latency", "Latency", range: .zero ... .seconds(3600), default: .zero,
        help: "How long the service takes, to see what waiting looks like.")

    /// Both: what ``RecordResources/records(of:for:)`` reads.
    public static let options: [any FieldDeclaration] = [option, latencyOption]
}
