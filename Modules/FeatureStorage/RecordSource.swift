public import FeatureKit

/// Where a launch takes its records from: the value of the option `source`.
public enum RecordSource: Sendable, Hashable {
    /// The sample records that the feature brings along.
    case sample
    /// No records: the empty view.
    case empty
    /// The records of a person's own file, by its path; for the command line alone.
    case file(String)
}

extension RecordSource: FieldType {
    /// The kind that describes it to front ends.
    public static var fieldKind: FieldKind { .choice }
    /// The texts it may be, if it is a choice.
    public static var fieldChoices: [String]? { ["sample", "empty"] }

    /// Reads a plain value; `nil` if it is of another type.
    public init?(fieldValue: FieldValue?) {
        guard case .text(let text) = fieldValue else { return nil }
        switch text {
        case "sample": self = .sample
        case "empty": self = .empty
        default: self = .file(text)
        }
    }

    /// The plain value.
    public var fieldValue: FieldValue? {
        switch self {
        case .sample: "sample"
        case .empty: "empty"
        case .file(let path): .text(path)
        }
    }

    /// The option `source`, `sample` by default.
    public static let option = Field<RecordSource>(
        "source", "Source", other: "PATH", default: .sample,
        help: "Where the records come from; PATH is a .json or .csv file of your own.",
        helpElsewhere: "Where the records come from.")

    /// The option `latency`: how long the service takes for a load, none by default.
    public static let latencyOption = Field<Duration>(
        "latency", "Latency", range: .zero ... .seconds(3600), default: .zero,
        help: "How long the service takes, to see what waiting looks like.")
}
