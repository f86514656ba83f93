import FeatureKit
import FeatureStorage
import Synchronization
import Testing

extension RecordStoreContract {
    static let referenceRequirements = [
        Requirement("A row that names no existing row is refused, and the refusal names the field") { contract in
            let store = try await contract.houses(.refuse)
            for write in [insert("a", in: "9"), .update(person("arya", in: "9"), expecting: 1)] {
                let error = await #expect(throws: StorageError.self) { try await store.write([write], to: "people") }
                #expect(error?.code == .missingReference)
                #expect(error?.rowID == write.row?.id)
                #expect(error?.reference?.field == "house")
                #expect(error?.reference?.targetID == "9")
                #expect(error?.reference?.target == "houses")
            }
            #expect(try await people(in: store) == ["arya": "1", "bran": "1", "jon": ""])
            #expect(try await store.page(of: "people", after: nil, limit: 9).token.number == 3)
        },
        Requirement("A batch may write or remove rows that name each other, in any order") { contract in
            let store = try await contract.houses(.refuse)
            let (house, rob) = (RowWrite.insert(RowInsert(id: "7", values: [:])), insert("rob", in: "7"))
            try await store.write([CollectionWrites("people", [rob]), CollectionWrites("houses", [house])])
            let rows = try await store.rows(of: "people", ids: ["rob"])
            let revision = try #require(rows.first?.revision)
            let houses = try await store.rows(of: "houses", ids: ["7"])
            try await store.write([
                CollectionWrites("houses", [.delete(id: "7", expecting: try #require(houses.first?.revision))]),
                CollectionWrites("people", [.delete(id: "rob", expecting: revision)]),
            ])
            #expect(try await people(in: store).keys.sorted() == ["arya", "bran", "jon"])
        },
        Requirement("A row that others name stays if they forbid its removal, and the refusal names them") { contract in
            let store = try await contract.houses(.refuse)
            for id in ["c", "d", "e"] { try await store.write([insert(id, in: "1")], to: "people") }
            let error = await #expect(throws: StorageError.self) {
                try await store.write([.delete(id: "2", expecting: 2), .delete(id: "1", expecting: 1)], to: "houses")
            }
            #expect(error?.code == .inUse)
            #expect(error?.rowID == "1")
            #expect(error?.reference?.source == "people")
            #expect(error?.reference?.field == "house")
            #expect(error?.reference?.titles == ["Arya Stark", "Bran Stark", "C Stark"])
            #expect(error?.reference?.count == 5)
            #expect(try await store.page(of: "houses", after: nil, limit: 9).rows.map(\.id) == ["1", "2"])
            // Nobody names this one any more.
            for id in ["arya", "bran", "c", "d", "e"] {
                let row = try #require(try await store.rows(of: "people", ids: [id]).first)
                try await store.write([.update(person(id, in: "2"), expecting: row.revision)], to: "people")
            }
            try await store.write([.delete(id: "1", expecting: 1)], to: "houses")
            #expect(try await store.page(of: "houses", after: nil, limit: 9).rows.map(\.id) == ["2"])
        },
        Requirement("Removing a row empties the fields that name it, or removes their rows, in the same change") {
            contract in
            for rule in [FieldReference.DeleteRule.clear, .cascade] {
                let store = try await contract.houses(rule)
                let call = RunningAction("remove", of: toys, by: nil)
                try await RunningAction.$current.withValue(call) {
                    try await store.write([.delete(id: "1", expecting: 1)], to: "houses")
                }
                let left = try await people(in: store)
                #expect(left == (rule == .clear ? ["arya": "", "bran": "", "jon": ""] : ["jon": ""]))
                let change = HistorySelection(change: Int64(try #require(call.change)))
                #expect(try await store.history(of: "houses", matching: change, limit: 9).map(\.id) == ["1"])
                let entries = try await store.history(of: "people", matching: change, limit: 9)
                #expect(entries.map(\.id) == ["bran", "arya"])
                #expect(entries.allSatisfy { $0.before["house"] == "1" && $0.after["house"] == nil })
                #expect(entries.allSatisfy { $0.operation == (rule == .clear ? .updated : .removed) })
                guard
                    case .changes(let changes, _, true) = try await store.changes(
                        in: "people", after: ChangeToken(number: 3), limit: 9)
                else {
                    Issue.record("the log is gone")
                    continue
                }
                #expect(changes.map(\.id) == ["arya", "bran"])
                #expect(try await store.count(of: "people", matching: nil).count == left.count)
                // The rows that stay have their unique keys.
                guard rule == .clear else { continue }
                await #expect(throws: StorageError.self) {
                    let twin = RowInsert(id: "twin", values: [:], uniqueKey: "arya")
                    try await store.write([.insert(twin)], to: "people")
                }
            }
        },
        Requirement("Removals follow references over several collections") { contract in
            let store = try await contract.houses(.cascade)
            try await store.declare(
                CollectionDeclaration(references: [
                    .init("owner", to: "people", onDelete: .cascade), .init("house", to: "houses", onDelete: .clear),
                    .init("friend", to: "pets", onDelete: .clear),
                ]), of: "pets")
            try await store.write(
                [
                    pet("nymeria", ["owner": "arya", "house": "1"]), pet("ghost", ["owner": "jon", "house": "1"]),
                    pet("summer", ["owner": "jon", "friend": "nymeria"]),
                ], to: "pets")
            try await store.write([.delete(id: "1", expecting: 1)], to: "houses")
            #expect(try await people(in: store) == ["jon": ""])
            let pets = try await store.page(of: "pets", after: nil, limit: 9).rows
            #expect(pets.map(\.id) == ["ghost", "summer"])
            #expect(pets.map(\.values) == [["owner": "jon"], ["owner": "jon"]])
            // A refusal at the end of the way leaves everything as it was.
            try await store.declare(
                CollectionDeclaration(references: [.init("owner", to: "people", onDelete: .refuse)]), of: "pets")
            try await store.write([insert("rob", in: "2")], to: "people")
            try await store.write([pet("grey wind", ["owner": "rob"])], to: "pets")
            await #expect(throws: StorageError.self) {
                try await store.write([.delete(id: "2", expecting: 2)], to: "houses")
            }
            #expect(try await people(in: store) == ["jon": "", "rob": "2"])
            #expect(try await store.rows(of: "houses", ids: ["2"]).count == 1)
        },
        Requirement("A declaration stays with the data, and takes nothing away from an earlier one unless it says so") {
            contract in
            let (first, second) = try await contract.twoHandles()
            try await fill(first, .refuse)
            // This handle stands for a program that knows neither type.
            let error = await #expect(throws: StorageError.self) {
                try await second.write([.delete(id: "1", expecting: 1)], to: "houses")
            }
            #expect(error?.reference?.titles == ["Arya Stark", "Bran Stark"])
            #expect(try await second.declarations()["people"] == declaration(.refuse))
            // An older program lacks the field, and another has one more.
            try await second.declare(CollectionDeclaration(titleFields: ["name"]), of: "people")
            try await second.declare(
                CollectionDeclaration(references: [.init("boss", to: "people", onDelete: .clear)]), of: "people")
            var both = declaration(.refuse)
            (both.titleFields, both.references) = (
                ["name"], [.init("boss", to: "people", onDelete: .clear)] + both.references
            )
            #expect(try await first.declarations()["people"] == both)
            await #expect(throws: StorageError.self) {
                try await first.write([.delete(id: "1", expecting: 1)], to: "houses")
            }
            let none = CollectionDeclaration(titleFields: ["name"], formerReferences: ["house", "boss"])
            try await second.declare(none, of: "people")
            #expect(try await first.declarations()["people"] == CollectionDeclaration(titleFields: ["name"]))
            try await first.write([.delete(id: "1", expecting: 1)], to: "houses")
            // A row that names a missing row stays until it is written again.
            try await first.declare(declaration(.cascade), of: "people")
            #expect(try await people(in: first) == ["arya": "1", "bran": "1", "jon": ""])
            await #expect(throws: StorageError.self) {
                try await first.write([.update(person("bran", in: "1", age: 9), expecting: 2)], to: "people")
            }
            try await first.write([.update(person("bran", in: "2"), expecting: 2)], to: "people")
            try await second.write([.delete(id: "2", expecting: 2)], to: "houses")
            #expect(try await people(in: second) == ["arya": "1", "jon": ""])
        },
        Requirement("A declaration with a name that no field can have is refused") { contract in
            let store = try await contract.houses(.refuse)
            for name in ["ho'use", "ho\"use", "ho use", "höuse", "house\0"] {
                await #expect(throws: StorageError.self) {
                    let reference = CollectionDeclaration.Reference(name, to: "houses", onDelete: .clear)
                    try await store.declare(CollectionDeclaration(references: [reference]), of: "people")
                }
            }
            #expect(try await store.declarations()["people"] == declaration(.refuse))
        },
        Requirement("A load that names a missing row adds nothing, and may name rows of its own") { contract in
            let store = try await contract.houses(.refuse)
            func load(_ rows: [RowInsert]) async throws {
                let parts = Parts(rows.map { [$0] })
                try await store.load(into: "people") { parts.next() }
            }
            let error = await #expect(throws: StorageError.self) {
                try await load([person("rob", in: "2"), person("theon", in: "3")])
            }
            #expect(error?.code == .missingReference)
            #expect(error?.rowID == "theon")
            #expect(try await people(in: store).count == 3)
            var own = declaration(.refuse)
            own.references.append(.init("mother", to: "people", onDelete: .refuse))
            try await store.declare(own, of: "people")
            var rob = person("rob", in: "2")
            rob.values["mother"] = "catelyn"
            try await load([rob, person("catelyn", in: "2")])
            #expect(try await people(in: store).count == 5)
            await #expect(throws: StorageError.self) {
                let row = try #require(try await store.rows(of: "people", ids: ["catelyn"]).first)
                try await store.write([.delete(id: row.id, expecting: row.revision)], to: "people")
            }
        },
        Requirement("Any key can be named") { contract in
            let store = try await contract.houses(.clear)
            let keys = ["\"house\":\"1\"", "back\\slash", "\n\t", "한국어 👩‍👩‍👧", "{\"house\":\"1\"}", "é", "1e3"]
            try await store.write(keys.map { .insert(RowInsert(id: $0, values: [:])) }, to: "houses")
            let named = keys.map { key -> RowWrite in
                var row = person("of \(key)", in: key)
                // The text contains what the field would be.
                row.values["name"] = "\",\"house\":\"2\",\"x\":\"\\"
                return .insert(row)
            }
            try await store.write(named, to: "people")
            for key in keys {
                let house = try #require(try await store.rows(of: "houses", ids: [key]).first)
                try await store.write([.delete(id: key, expecting: house.revision)], to: "houses")
                #expect(try await store.rows(of: "people", ids: ["of \(key)"]).first?.values["house"] == nil)
            }
            #expect(try await people(in: store)["arya"] == "1")
        },
        Requirement("A removal changes many rows with one entry in the history, and not more than 10,000") { contract in
            let store = try await contract.houses(.cascade)
            let most = RecordHistory.batchLimit
            try await store.write((0..<most).map { insert("p\($0)", in: "2") }, to: "people")
            try await store.write([.delete(id: "2", expecting: 2)], to: "houses")
            #expect(try await people(in: store).count == 3)
            let newest = try await store.history(of: "people", matching: HistorySelection(), limit: 1)
            #expect(newest.map(\.operation) == [.many(most)])
            let parts = Parts((0...10).map { part in (0..<1_000).map { person("q\(part).\($0)", in: "1") } })
            try await store.load(into: "people") { parts.next() }
            let error = await #expect(throws: StorageError.self) {
                try await store.write([.delete(id: "1", expecting: 1)], to: "houses")
            }
            #expect(error?.code == .inUse)
            #expect(try await people(in: store).count == 11_003)
        },
        Requirement("Concurrent insertions and removals leave no reference to nothing") { contract in
            let (first, second) = try await contract.twoHandles()
            try await fill(first, .refuse)
            try await withThrowingTaskGroup { group in
                group.addTask {
                    for number in 0..<60 {
                        _ = try? await first.write([insert("n\(number)", in: "r\(number)")], to: "people")
                    }
                }
                group.addTask {
                    for number in 0..<60 {
                        let house = RowInsert(id: "r\(number)", values: [:])
                        let rows = try await second.write([.insert(house)], to: "houses")
                        await Task.yield()
                        let removal = RowWrite.delete(id: house.id, expecting: rows[0].revision)
                        do { try await second.write([removal], to: "houses") } catch let error as StorageError
                            where error.code == .inUse
                        {}
                    }
                }
                try await group.waitForAll()
            }
            let houses = Set(try await second.allRows(of: "houses").map(\.id))
            let named = try await second.allRows(of: "people").compactMap { $0.values["house"]?.description }
            #expect(houses.isSuperset(of: named))
        },
    ]

    /// Returns a store with two houses and three people.
    ///
    /// Two of the people name the first house.
    private func houses(_ rule: FieldReference.DeleteRule) async throws -> any RecordStore {
        let store = try await store()
        try await Self.fill(store, rule)
        return store
    }

    private static func declaration(_ rule: FieldReference.DeleteRule) -> CollectionDeclaration {
        CollectionDeclaration(
            titleFields: ["name", "family"], references: [.init("house", to: "houses", onDelete: rule)])
    }

    private static func fill(_ store: any RecordStore, _ rule: FieldReference.DeleteRule) async throws {
        try await store.declare(declaration(rule), of: "people")
        try await store.write(["1", "2"].map { .insert(RowInsert(id: $0, values: [:])) }, to: "houses")
        try await store.write([insert("arya", in: "1"), insert("bran", in: "1"), insert("jon", in: nil)], to: "people")
    }

    private static func person(_ id: String, in house: String?, age: Int = 10) -> RowInsert {
        var values: [String: FieldValue] = [
            "name": .text(id.prefix(1).uppercased() + id.dropFirst()), "family": "Stark", "age": .integer(age),
        ]
        values["house"] = house.map { .text($0) }
        return RowInsert(id: id, values: values, uniqueKey: id)
    }

    private static func insert(_ id: String, in house: String?) -> RowWrite { .insert(person(id, in: house)) }

    private static func pet(_ id: String, _ values: [String: FieldValue]) -> RowWrite {
        .insert(RowInsert(id: id, values: values))
    }

    /// Returns the houses of the people, by their keys; an empty text for none.
    private static func people(in store: any RecordStore) async throws -> [String: String] {
        let rows = try await store.allRows(of: "people").map { ($0.id, $0.values["house"]?.description ?? "") }
        return Dictionary(rows) { first, _ in first }
    }
}

/// The parts of a load, one after another.
private final class Parts: Sendable {
    private let parts: Mutex<[[RowInsert]]>

    init(_ parts: [[RowInsert]]) { self.parts = Mutex(parts.reversed()) }

    func next() -> [RowInsert] { parts.withLock { $0.popLast() ?? [] } }
}
