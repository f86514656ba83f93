public import FeatureKit

/// The source of a launch's records: the value of the option `source`.
public enum RecordSource: Sendable, Hashable {
    /// The store's records, which all sessions share and which persist.
    case stored
    /// A copy of the feature's sample. Changes are lost with the session.
    case sample
    /// No records: the empty view.
    case empty
    /// A copy of the records of a person's own file or of an address. Only the command line allows it.
    case file(String)
}

extension RecordSource: FieldType {
    /// The kind of field that front ends show.
    public static var fieldKind: FieldKind { .choice }
    /// The choices.
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
            "Where the records come from. PATH is a .json or .csv file or an http address; the session works on a copy.",
        helpElsewhere: "Where the records come from. Except for 'stored', the session works on a copy.")

    /// The option `latency`: how long the service takes for a load, none by default.
    public static let latencyOption = Field<Duration>(
        "latency", "Latency", range: .zero ... .seconds(3600), default: .zero,
        help: "How long each load takes, to try out the loading screen.")

    /// Both options, as ``RecordResources/records(of:for:)`` reads them.
    public static let options: [any FieldDeclaration] = [option, latencyOption]
}
