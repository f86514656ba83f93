public import FeatureKit

/// The fields of an action that identify records on the screen.
///
/// An action that acts on one record has ``id`` and ``revision``. An action that acts on several at once has ``rows``:
///
/// ```swift
/// static let release = Action("release", "Release", effect: .removes, fields: RecordFields.rows)
/// ```
public enum RecordFields {
    /// The record's key, which is the `id` of its row.
    public static let id = Field<String>("id", "Key", length: keyLength, help: keyHelp).role(.row)

    /// The field ``id`` of an action that acts on several records too.
    static let onlyID = Field<String?>("id", "Key", length: keyLength, help: keyHelp).role(.row)

    static let keyLength = 1...200
    private static let keyHelp = "The record's key: the id of its row."

    /// The revision that the person saw.
    ///
    /// The change is refused if the record has another revision.
    public static let revision = Field<Int?>(
        "revision", "Revision", range: 0...Int.max,
        help: "The revision that was shown. The change is refused if the record has another revision."
    )
    .role(.revision)

    static let ids = Field<[String]?>(
        "ids", "Keys", count: 1...rowLimit, length: keyLength, help: "The keys of several records, in place of 'id'."
    )
    .role(.rows)
    static let revisions = Field<[String]?>(
        "revisions", "Revisions", count: 1...rowLimit, length: 0...19,
        help: "The revisions that were shown of the records in 'ids', in the same order. An empty text stands for none."
    )
    .role(.revisions)

    /// The arguments of an action that acts on one record which a person has seen.
    static func arguments(id: String, revision: Int64) -> [String: FieldValue] {
        [Self.id.description.name: .text(id), Self.revision.description.name: .integer(Int(revision))]
    }

    /// The maximum number of records on which a call acts, so that a person can take back each call.
    static let rowLimit = RecordHistory.batchLimit

    /// The fields of an action that acts on one record or on several at once: `id` and `revision`, or `ids` and
    /// `revisions`.
    ///
    /// The handler reads `Input.rows`.
    public static let rows: [any FieldDeclaration] = [onlyID, revision, ids, revisions]
}

/// A record on which an action acts.
public struct ChosenRecord: Sendable, Hashable {
    /// The record's key.
    public let id: String
    /// The revision that the person saw, or `nil` to act on the record whatever its revision is.
    public let revision: Int64?

    /// Creates a value.
    public init(id: String, revision: Int64? = nil) { (self.id, self.revision) = (id, revision) }
}

extension [ChosenRecord] {
    /// The record, if it is the only one.
    var only: ChosenRecord? { count == 1 ? first : nil }

    /// The arguments of an action that acts on the records.
    var arguments: [String: FieldValue] {
        var arguments = [RecordFields.ids.description.name: FieldValue.texts(map(\.id))]
        if contains(where: { $0.revision != nil }) {
            let revisions = map { each in each.revision.map { "\($0)" } ?? "" }
            arguments[RecordFields.revisions.description.name] = .texts(revisions)
        }
        return arguments
    }
}

extension Input {
    /// The records on which an action with the fields ``RecordFields/rows`` acts, one or more.
    ///
    /// - Throws: `InputRefused` unless the caller gives exactly one of `id` and `ids`, or if the number of revisions is
    ///   not the number of keys.
    public var rows: [ChosenRecord] {
        get throws {
            let (id, ids) = (try self[RecordFields.onlyID], try self[RecordFields.ids])
            let texts = try self[RecordFields.revisions]
            guard let ids else {
                guard let id else {
                    throw InputRefused(
                        ["id": "expected the key of a record, or several as 'ids'"],
                        advice: ["id": "First select one or more rows."])
                }
                guard texts == nil else { throw InputRefused(["revisions": "expected 'revision' beside 'id'"]) }
                return [ChosenRecord(id: id, revision: try revision)]
            }
            guard id == nil else { throw InputRefused(["ids": "expected either 'id' or 'ids', got both"]) }
            guard try revision == nil else { throw InputRefused(["revision": "expected 'revisions' beside 'ids'"]) }
            guard let texts else { return ids.map { ChosenRecord(id: $0) } }
            guard texts.count == ids.count, texts.allSatisfy({ $0.isEmpty || Int64($0) != nil }) else {
                throw InputRefused(["revisions": "expected one whole number or empty text for each key in 'ids'"])
            }
            return zip(ids, texts).map { ChosenRecord(id: $0, revision: Int64($1)) }
        }
    }

    /// The revision that the person saw: the value of ``RecordFields/revision``.
    public var revision: Int64? {
        get throws { try self[RecordFields.revision].map(Int64.init) }
    }
}
