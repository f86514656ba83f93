import FeatureKit
import FeatureStorage

/// A record type for tests of collections.
struct Pet: Record {
    static let sample: [Pet] = []
    static let fields: [any FieldDeclaration] = [Field<Int>("n", "Number")]
    var id: String
    var n = 0

    var uniqueKey: String? { n < 0 ? "negative" : nil }
}

extension [Stored<Pet>] {
    /// The numbers of the pets, in order.
    var numbers: [Int] { map(\.record.n) }
}

extension ChangeFeed<RecordChange<Pet>> {
    /// Returns the next change, or `nil` at the end of the sequence.
    func next() async -> RecordChange<Pet>? {
        var changes = makeAsyncIterator()
        return await changes.next()
    }

    /// Returns a text for the next change, or `nil` at the end of the sequence.
    func nextID() async -> String? {
        switch await next() {
        case .inserted(let stored), .updated(let stored): stored.id
        case .deleted(let id, _): "-" + id
        case .misfit(let row): "?" + row.id
        case .reset: "reset"
        case .interrupted(let reason): reason
        case .resumed: "resumed"
        case nil: nil
        }
    }
}

extension RowInsert {
    /// Creates the row of a pet.
    init(_ pet: Pet) { self.init(id: pet.id, values: pet.values) }
}
