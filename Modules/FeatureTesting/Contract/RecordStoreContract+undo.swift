import FeatureKit
import FeatureStorage
import Testing

extension RecordStoreContract {
    static let undoRequirements = [
        Requirement("Random changes of several people through several handles, and undos of them, agree with a model") {
            contract in
            for seed in 1...3 as ClosedRange<UInt64> { try await compareUndo(with: contract, seed: seed) }
        },
        Requirement("A hundred changes are taken back one after another, and done again") { contract in
            let store = RecordCollection<Toy>(store: try await contract.store())
            let toy = try await store.insert(Toy(id: "a", name: "0", size: 0))
            var changes: [Int64] = []
            for number in 1...100 {
                let call = RunningAction("resize", of: toys, by: nil)
                try await RunningAction.$current.withValue(call) {
                    _ = try await store.change("a", seen: nil) { $0.size = number }
                }
                changes.append(try #require(call.change))
            }
            for (undone, change) in changes.reversed().enumerated() {
                try await store.undo(change)
                #expect(try await store.record("a")?.record.size == 99 - undone)
            }
            #expect(try await store.record("a")?.position == toy.position)
            let redone = try await store.history(matching: HistorySelection(), limit: 100).map(\.change)
            for change in redone { try await store.undo(change) }
            #expect(try await store.record("a")?.record.size == 100)
        },
        Requirement("An undo is refused if another record has the unique key meanwhile, and changes nothing") {
            contract in
            let store = RecordCollection<Toy>(store: try await contract.store())
            _ = try await store.insert(Toy(id: "a", name: "Rex", size: 1))
            try await store.remove("a", seen: nil)
            let removal = try #require(await store.history(matching: HistorySelection(), limit: 1).first?.change)
            let second = try await store.insert(Toy(id: "b", name: "Rex", size: 2))
            await #expect(throws: UndoRefused.taken) { try await store.undo(removal) }
            #expect(try await store.page(after: nil, limit: 9).records == [second])
            try await store.remove("b", seen: nil)
            let undone = try await store.undo(removal)
            #expect(undone.returned.map(\.id) == ["a"])
        },
        Requirement("Only what a change wrote must be as it was, and a refusal names the last change") { contract in
            let store = RecordCollection<Toy>(store: try await contract.store())
            _ = try await store.insert(Toy(id: "a", name: "Rex", size: 1))
            let rename = RunningAction("rename", of: toys, by: Person(id: "kim"))
            try await RunningAction.$current.withValue(rename) {
                _ = try await store.change("a", seen: nil) { $0.name = "Max" }
            }
            let change = try #require(rename.change)
            _ = try await store.change("a", seen: nil) { $0.size = 2 }
            // Another value has changed since, and stays.
            #expect(try await store.undo(change).updated.map(\.record) == [Toy(id: "a", name: "Rex", size: 2)])
            let again = RunningAction("rename", of: toys, by: Person(id: "lee", name: "Lee"))
            try await RunningAction.$current.withValue(again) {
                _ = try await store.change("a", seen: nil) { $0.name = "Bo" }
            }
            let refusal = await #expect(throws: UndoRefused.self) { try await store.undo(change) }
            guard case .changed(let entry?, _) = refusal else {
                Issue.record("expected the last change, got \(String(describing: refusal))")
                return
            }
            #expect(entry.cause?.name == "Lee" && entry.after == ["name": "Bo"])
            await #expect(throws: UndoRefused.unknown) { try await store.undo(999_999) }
            #expect(try await store.record("a")?.record.name == "Bo")
        },
        Requirement("Many records that were written at once cannot be taken back") { contract in
            let store = try await contract.store()
            let source = LoadSource([["a", "b"]])
            try await store.load(into: Toy.collection) { try source.next() }
            let entry = try #require(
                await store.history(of: Toy.collection, matching: HistorySelection(), limit: 1).first)
            let toys = RecordCollection<Toy>(store: store)
            await #expect(throws: UndoRefused.tooMany) { try await toys.undo(entry.change) }
        },
    ]

    static let toys = FeatureManifest(
        id: "toys", title: "Toys", summary: "Toys.", options: [], actions: Action("rename", "Rename"),
        Action("resize", "Resize"))

    struct Toy: Record {
        static let fields: [any FieldDeclaration] = [Field<String>("name", "Name"), Field<Int>("size", "Size")]
        static let sample: [Toy] = []
        var id: String
        var name: String
        var size: Int
        var uniqueKey: String? { name }
    }

    /// What the model knows of a change.
    private struct Change {
        let number: Int64
        /// The toy's key, and its place and values before and after; `nil` for no toy.
        var steps: [(id: String, before: Toy?, after: Toy?)]
    }

    /// Makes random changes and takes some of them back, and compares each outcome with a model.
    private static func compareUndo(with contract: RecordStoreContract, seed: UInt64) async throws {
        let (first, second) = try await contract.twoHandles()
        let handles = [first, second].map { RecordCollection<Toy>(store: $0) }
        let people = ["kim", "lee", nil].map { name in name.map { Person(id: $0) } }
        var random = SplitMix64(seed: seed)
        var (model, order, changes) = ([String: Toy](), [String](), [Change]())
        /// The last change of each toy.
        var lasts: [String: Int64] = [:]
        for number in 0..<150 {
            let handle = handles[Int.random(in: 0..<2, using: &random)]
            let call = RunningAction("rename", of: toys, by: people[Int.random(in: 0..<3, using: &random)])
            var steps: [(id: String, before: Toy?, after: Toy?)] = []
            if Int.random(in: 0..<3, using: &random) == 0, let change = changes.randomElement(using: &random) {
                var expected = model
                let isAllowed = change.steps.reversed().allSatisfy { step in
                    // A toy that was removed again since does not come back by an older removal.
                    if step.after == nil, expected[step.id] == nil, model[step.id] == nil {
                        guard lasts[step.id] == change.number else { return false }
                    }
                    guard undo(step.before, step.after, in: &expected[step.id]) else { return false }
                    return true
                }
                let names = expected.values.map(\.name)
                let outcome = await Result {
                    try await RunningAction.$current.withValue(call) { try await handle.undo(change.number) }
                }
                guard isAllowed, Set(names).count == names.count else {
                    #expect(throws: UndoRefused.self) { try outcome.get() }
                    continue
                }
                _ = try outcome.get()
                steps = Set(change.steps.map(\.id)).map { ($0, model[$0], expected[$0]) }
                model = expected
            } else {
                try await RunningAction.$current.withValue(call) {
                    for part in 0..<Int.random(in: 1...3, using: &random) {
                        let id = model.keys.sorted().randomElement(using: &random)
                        switch Int.random(in: 0..<4, using: &random) {
                        case 0 where id != nil, 1 where id != nil:
                            let (id, before) = (id ?? "", model[id ?? ""])
                            let stored = try await handle.change(id, seen: nil) { toy in
                                if Bool.random(using: &random) {
                                    toy.size = Int.random(in: 0..<3, using: &random)
                                } else {
                                    toy.name = "n\(number).\(part)"
                                }
                            }
                            model[id] = stored.record
                            steps.append((id, before, stored.record))
                        case 2 where id != nil:
                            let id = id ?? ""
                            try await handle.remove(id, seen: nil)
                            steps.append((id, model.removeValue(forKey: id), nil))
                        default:
                            let toy = Toy(id: "\(number).\(part)", name: "\(number).\(part)", size: 0)
                            _ = try await handle.insert(toy)
                            model[toy.id] = toy
                            order.append(toy.id)
                            steps.append((toy.id, nil, toy))
                        }
                    }
                }
            }
            let done = steps.filter { $0.before != $0.after }
            #expect((call.change == nil) == done.isEmpty)
            if let change = call.change {
                changes.append(Change(number: change, steps: done))
                for step in done { lasts[step.id] = change }
            }
            let rows = try await handle.page(after: nil, limit: 1000).records
            #expect(rows.map(\.record) == order.compactMap { model[$0] }, "seed \(seed), step \(number)")
        }
        #expect(changes.count > 50)
    }

    /// Takes back a step, and returns whether the toy was as the step left it.
    private static func undo(_ before: Toy?, _ after: Toy?, in toy: inout Toy?) -> Bool {
        guard var old = toy, let before, let after else {
            guard toy == after else { return false }
            toy = before
            return true
        }
        if before.name != after.name {
            guard old.name == after.name else { return false }
            old.name = before.name
        }
        if before.size != after.size {
            guard old.size == after.size else { return false }
            old.size = before.size
        }
        toy = old
        return true
    }
}

extension Result where Failure == any Error, Success: Sendable {
    /// Creates the outcome of an asynchronous operation.
    fileprivate init(_ body: () async throws -> Success) async {
        do { self = .success(try await body()) } catch { self = .failure(error) }
    }
}
