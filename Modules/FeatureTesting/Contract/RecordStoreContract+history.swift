import FeatureKit
import FeatureStorage
import Testing

extension RecordStoreContract {
    static let historyRequirements = [
        Requirement("The history has what was before and after each change, from the newest to the oldest") {
            contract in
            let (store, other) = try await contract.twoHandles()
            let row = try #require(await store.insert(["a"]).first)
            let changed = try await other.update(row, n: 9)
            try await store.delete(changed)
            let entries = try await other.history(of: "dogs", matching: HistorySelection(), limit: 100)
            #expect(entries.map(\.operation) == [.removed, .updated, .inserted])
            #expect(entries.map(\.before) == [["n": 9], ["n": 0], [:]])
            #expect(entries.map(\.after) == [[:], ["n": 9], ["n": 0]])
            #expect(entries.allSatisfy { $0.id == "a" && $0.position == row.position && $0.cause == nil })
            #expect(entries.allSatisfy { $0.change == $0.number })
            let day = 86_400_000
            let now = Instant.now.millisecondsSince1970
            #expect(entries.allSatisfy { abs($0.instant.millisecondsSince1970 - now) < day })
        },
        Requirement("An update keeps only the values that it changed, also of long texts") { contract in
            let store = try await contract.store()
            for size in [10, 2000] {
                let (long, id) = (FieldValue.text(String(repeating: "é\u{0}", count: size)), "\(size)")
                let insert = RowInsert(id: id, values: ["n": 1, "text": long, "gone": true])
                let row = try #require(await store.write([.insert(insert)], to: "dogs").first)
                let update = RowInsert(id: id, values: ["n": 2.0, "text": long, "new": "x"])
                try await store.write([.update(update, expecting: row.revision)], to: "dogs")
                let entry = try await store.history(of: "dogs", matching: HistorySelection(id: id), limit: 1).first
                #expect(entry?.before == ["n": 1, "gone": true])
                #expect(entry?.after == ["n": 2.0, "new": "x"])
            }
        },
        Requirement("An update that changes no value has no entry, and a refused batch has none either") { contract in
            let store = try await contract.store()
            let row = try #require(await store.insert(["a"]).first)
            let same = try await store.update(row, n: 0)
            #expect(same.revision > row.revision)
            _ = await refusal { try await store.insert(["b", "a"]) }
            let entries = try await store.history(of: "dogs", matching: HistorySelection(), limit: 100)
            #expect(entries.map(\.operation) == [.inserted])
        },
        Requirement("Entries name the call that caused them, and all writes of a call are one change") { contract in
            let (store, other) = try await contract.twoHandles()
            let kim = Person(id: "kim", name: "Kim \u{65}\u{301}")
            let call = RunningAction("rename", of: Self.manifest, by: kim)
            let rows = try await RunningAction.$current.withValue(call) { try await store.insert(["a", "b"]) }
            try await other.insert(["between"])
            try await RunningAction.$current.withValue(call) { _ = try await store.update(rows[0], n: 5) }
            let change = try #require(call.change)
            let all = try await other.history(of: "dogs", matching: HistorySelection(), limit: 100)
            #expect(all.map(\.id) == ["a", "between", "b", "a"])
            let cause = ChangeCause(person: "kim", name: "Kim \u{65}\u{301}", feature: "kennel", action: "rename")
            #expect(all.map(\.cause) == [cause, nil, cause, cause])
            #expect(all.filter { $0.cause != nil }.allSatisfy { $0.change == change })
            #expect(change == all.last?.number)
            let own = try await store.history(of: "dogs", matching: HistorySelection(change: change), limit: 100)
            #expect(own == all.filter { $0.cause != nil })
            let between = try await store.history(
                of: "dogs", matching: HistorySelection(change: all[1].number), limit: 100)
            #expect(between == [all[1]])
            let second = try await store.history(
                of: "dogs", matching: HistorySelection(change: all[2].number), limit: 100)
            #expect(second.isEmpty)
        },
        Requirement("A call learns of no change that it has not made") { contract in
            let store = try await contract.store()
            let row = try #require(await store.insert(["a"]).first)
            let call = RunningAction("rename", of: Self.manifest, by: nil)
            await RunningAction.$current.withValue(call) {
                _ = await refusal { try await store.insert(["a"]) }
                _ = await refusal { _ = try await store.update(StoredRow(id: "a", values: [:], revision: 99), n: 1) }
            }
            try await RunningAction.$current.withValue(call) { _ = try await store.update(row, n: 0) }
            #expect(call.change == nil)
        },
        Requirement("The history is selected by record, person, time and place") { contract in
            let store = try await contract.store()
            for (number, name) in ["kim", "lee", "kim"].enumerated() {
                let call = RunningAction("adopt", of: Self.manifest, by: Person(id: name))
                try await RunningAction.$current.withValue(call) { _ = try await store.insert(["\(number)"]) }
            }
            func ids(_ selection: HistorySelection, limit: Int = 100) async throws -> [String] {
                try await store.history(of: "dogs", matching: selection, limit: limit).map(\.id)
            }
            let all = try await store.history(of: "dogs", matching: HistorySelection(), limit: 100)
            #expect(all.map(\.id) == ["2", "1", "0"])
            #expect(try await ids(HistorySelection(), limit: 2) == ["2", "1"])
            #expect(try await ids(HistorySelection(before: all[1].number)) == ["0"])
            #expect(try await ids(HistorySelection(id: "1")) == ["1"])
            #expect(try await ids(HistorySelection(id: "9")).isEmpty)
            #expect(try await ids(HistorySelection(person: "kim")) == ["2", "0"])
            #expect(try await ids(HistorySelection(person: "KIM")).isEmpty)
            #expect(try await ids(HistorySelection(since: all[0].instant)).contains("2"))
            let later = Instant(bounding: all[0].instant.millisecondsSince1970 + 1)
            #expect(try await ids(HistorySelection(since: later)).isEmpty)
            #expect(try await store.history(of: "cats", matching: HistorySelection(), limit: 9).isEmpty)
        },
        Requirement("A load, a fill and a large batch have one entry without values, and later writes have theirs") {
            contract in
            let store = try await contract.store()
            try await store.fillOnce("dogs", with: [RowInsert(id: "first", values: ["n": 0])])
            let source = LoadSource([["a", "b"], ["c"]])
            try await store.load(into: "dogs") { try source.next() }
            let many = (0...1000).map { RowWrite.insert(RowInsert(id: "m\($0)", values: ["n": 0])) }
            try await store.write(many, to: "dogs")
            try await store.insert(["last"])
            let entries = try await store.history(of: "dogs", matching: HistorySelection(), limit: 100)
            #expect(entries.map(\.operation) == [.inserted, .many(1001), .many(3), .many(1)])
            #expect(entries.dropFirst().allSatisfy { $0.before.isEmpty && $0.after.isEmpty && $0.id.isEmpty })
        },
        Requirement("A fill belongs to no call, and a load belongs to its call") { contract in
            let store = try await contract.store()
            let (filling, loading) = (
                RunningAction("adopt", of: Self.manifest, by: nil), RunningAction("import", of: Self.manifest, by: nil)
            )
            try await RunningAction.$current.withValue(filling) {
                _ = try await store.fillOnce("dogs", with: [RowInsert(id: "first", values: ["n": 0])])
                try await store.insert(["own"])
            }
            let source = LoadSource([["a", "b"]])
            try await RunningAction.$current.withValue(loading) {
                _ = try await store.load(into: "dogs") { try source.next() }
            }
            let entries = try await store.history(of: "dogs", matching: HistorySelection(), limit: 9)
            #expect(entries.map(\.operation) == [.many(2), .inserted, .many(1)])
            #expect(entries.map(\.cause?.action) == ["import", "adopt", nil])
            #expect(filling.change == entries[1].number && loading.change == entries[0].number)
        },
        Requirement("A removed row comes back to its old place, with a new revision") { contract in
            let (store, other) = try await contract.twoHandles()
            let rows = try await store.insert(["a", "b", "c"])
            try await store.delete(rows[1])
            let token = try await store.token()
            let insert = RowInsert(id: "b", values: ["n": 7], uniqueKey: "key")
            let back = try #require(
                await other.write([.restore(insert, position: rows[1].position)], to: "dogs").first)
            #expect(back.position == rows[1].position && back.revision > token.number)
            #expect(try await store.allRows().map(\.id) == ["a", "b", "c"])
            #expect(try await store.allChanges(after: token) == [.inserted(back)])
            #expect(try await store.count(of: "dogs", matching: nil).count == 3)
            #expect(await refusal { try await store.insert(["d"], key: "key") }?.code == .alreadyTaken)
            #expect(
                await refusal { try await store.write([.restore(insert, position: 99)], to: "dogs") }?.code
                    == .alreadyTaken)
            let entries = try await store.history(of: "dogs", matching: HistorySelection(id: "b"), limit: 1)
            #expect(entries.first?.operation == .inserted && entries.first?.after == ["n": 7])
        },
        Requirement("Replaying the history from empty gives the store, also of concurrent writers") { contract in
            let (store, other) = try await contract.twoHandles()
            async let first: Void = writeAtRandom(store, "a", seed: 3, count: 250)
            async let second: Void = writeAtRandom(other, "b", seed: 4, count: 250)
            _ = try await (first, second)
            var (states, before) = ([String: (position: Int64, values: [String: FieldValue])](), Int64?.none)
            var entries: [HistoryEntry] = []
            repeat {
                let more = try await store.history(of: "dogs", matching: HistorySelection(before: before), limit: 99)
                entries += more
                before = more.last?.number
            } while before != nil
            for entry in entries.reversed() {
                switch entry.operation {
                case .inserted: states[entry.id] = (entry.position, entry.after)
                case .removed:
                    #expect(states[entry.id]?.values == entry.before)
                    states[entry.id] = nil
                case .updated:
                    for (name, value) in entry.before { #expect(states[entry.id]?.values[name] == value) }
                    for name in entry.before.keys { states[entry.id]?.values[name] = nil }
                    for (name, value) in entry.after { states[entry.id]?.values[name] = value }
                case .many: Issue.record("no write was a large one")
                }
            }
            let rows = try await other.allRows()
            let replayed = states.sorted { $0.value.position < $1.value.position }
            #expect(replayed.map(\.key) == rows.map(\.id))
            #expect(replayed.map(\.value.values) == rows.map(\.values))
        },
        Requirement("The oldest entries are removed in steps, and the newest one stays") { contract in
            let store = try await contract.store()
            for start in [0, 500, 1000] { try await store.insert((start..<start + 500).map(String.init)) }
            let past = Instant(bounding: Instant.now.millisecondsSince1970 - 86_400_000)
            let future = Instant(bounding: Instant.now.millisecondsSince1970 + 86_400_000)
            #expect(try await store.trimHistory(of: "dogs", before: past) == 0)
            #expect(try await store.trimHistory(of: "cats", before: future) == 0)
            #expect(try await store.trimHistory(of: "dogs", before: future) == 1000)
            #expect(try await store.trimHistory(of: "dogs", before: future) == 499)
            #expect(try await store.trimHistory(of: "dogs", before: future) == 0)
            let left = try await store.history(of: "dogs", matching: HistorySelection(), limit: 9)
            #expect(left.map(\.id) == ["1499"])
            try await store.insert(["next"])
            let next = try await store.history(of: "dogs", matching: HistorySelection(), limit: 1).first
            #expect(try #require(next).number > left[0].number)
        },
    ]

    private static let manifest = FeatureManifest(
        id: "kennel", title: "Kennel", summary: "A kennel.", options: [], actions: Action("rename", "Rename"))
}
