public import FeatureKit

/// The source of a launch's records: the value of the option `source`.
public enum RecordSource: Sendable, Hashable {
    /// The records of the store. All sessions share them, and they persist.
    case stored
    /// A copy of the feature's sample. Changes are lost when the session ends.
    case sample
    /// No records. The list starts empty.
    case empty
    /// A copy of the records in a person's own file or at a URL. Only the command line allows this source.
    case file(String)
}

extension RecordSource: FieldType {
    /// The kind of a field with this type: a choice.
    public static var fieldKind: FieldKind { .choice }
    /// The choices that front ends offer.
    public static var fieldChoices: [String]? { ["stored", "sample", "empty"] }

    /// Creates a source from a plain value.
    ///
    /// Returns `nil` if the value is not a text.
    public init?(fieldValue: FieldValue?) {
        guard case .text(let text) = fieldValue else { return nil }
        switch text {
        case "stored": self = .stored
        case "sample": self = .sample
        case "empty": self = .empty
        default: self = .file(text)
        }
    }

    /// The plain value of the source: `stored`, `sample`, `empty` or a path.
    public var fieldValue: FieldValue? {
        switch self {
        case .stored: "stored"
        case .sample: "sample"
        case .empty: "empty"
        case .file(let path): .text(path)
        }
    }

    /// The option `source`.
    ///
    /// Its default is `stored`.
    public static let option = Field<RecordSource>(
        "source", "Source", other: "PATH", default: .stored,
        help:
            "The source of the records. PATH is a .json or .csv file or an http address. The session works on a copy.",
        helpElsewhere: "The source of the records. The session works on a copy, except for 'stored'.")

    /// The option `latency`: how long each load is delayed.
    ///
    /// The default is no delay.
    public static let latencyOption = Field<Duration>(
        "latency", "Latency", range: .zero ... .seconds(3600), default: .zero,
        help: "The delay of each load, to try out the loading screen.")

    /// The options `source` and `latency`, which ``RecordResources/records(of:for:)`` reads.
    public static let options: [any FieldDeclaration] = [option, latencyOption]
}
