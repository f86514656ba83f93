import CommandLineFrontEnd
import FeatureKit
import FeatureStorage
import Foundation
import Testing

/// Tests of the commands `history` and `undo`, and of what `perform` says about a change.
@Suite(.timeLimit(.minutes(5)))
struct HistoryCommandTests {
    private let store = MemoryRecordStore()

    private func chores(_ arguments: String...) async -> Ending {
        await ChoreHost.$store.withValue(store) { await run(arguments, as: ChoreHost.self) }
    }

    private func insert(_ id: String, _ name: String) async throws {
        try await store.write([.insert(RowInsert(id: id, values: ["name": .text(name), "cost": 1]))], to: "Chore")
    }

    @Test func `An action says how to take it back, and the command takes it back`() async throws {
        try await insert("1", "Wash")
        let renamed = await chores("perform", "chores", "rename", "id=1", "name=Dry", "-q")
        #expect(renamed.errors == "Dry was renamed.\nTo undo it: chores undo chores 2\n")
        let undone = await chores("undo", "chores", "2")
        #expect(undone.code == 0)
        #expect(undone.output.contains("Wash"))
        #expect(undone.errors == "✓ \"Wash\" is changed back.\nTo undo it: chores undo chores 3\n")
        let again = await chores("undo", "chores", "3", "-q")
        #expect(again.errors.hasPrefix("✓ \"Dry\" is changed back.\n"))
        let json = await chores("perform", "chores", "rename", "id=1", "name=Wash", "--json")
        #expect(json.output.hasSuffix(",\"change\":5}\n"))
    }

    @Test func `A change that cannot be taken back is refused with its reason`() async throws {
        try await insert("1", "Wash")
        _ = await chores("perform", "chores", "rename", "id=1", "name=Dry", "-q")
        let refused = await chores("undo", "chores", "1", "-q")
        #expect(refused.code == 65)
        #expect(
            refused.errors
                == """
                chores: the input was refused:
                  change: cannot be undone: \(Person.systemUser.name) has changed "Dry" since (Rename, change 2)
                'chores describe chores' lists its actions and fields

                """)
        let unknown = await chores("undo", "chores", "9", "-q")
        #expect(unknown.errors.contains("the history does not have this change, or no longer has it"))
        #expect(await chores("undo", "chores", "x").code == 64)
        #expect(await chores("undo", "nothing", "1").errors.contains("nothing"))
    }

    @Test func `The history is printed as a table, as JSON and as CSV`() async throws {
        try await insert("1", "Wash")
        _ = await chores("perform", "chores", "rename", "id=1", "name=Dry, \"then\" iron", "-q")
        _ = await chores("perform", "chores", "remove", "id=1", "-q")
        let who = Person.systemUser.name
        let table = await chores("history", "chores").output.split(separator: "\n")
        #expect(table.count == 3)
        #expect(table[0].contains(" UTC  \(who) removed \"Dry") && table[0].hasSuffix("  3"))
        #expect(table[1].contains("Name from \"Wash\" to \"Dry"))
        #expect(table[2].contains("Somebody added \"Wash\"."))
        let json = try JSONDecoder().decode(
            [Entry].self, from: Data(await chores("history", "chores", "--json").output.utf8))
        #expect(json.map(\.operation) == ["removed", "updated", "inserted"])
        #expect(json.map(\.change) == [3, 2, 1] && json.map(\.action) == ["remove", "rename", nil])
        #expect(json.map(\.person?.name) == [who, who, nil])
        let csv = await chores("history", "chores", "1", "--csv", "--limit", "2").output
        #expect(
            csv.hasPrefix(
                "number,change,instant,operation,record,count,person,name,feature,action,undone,before,after\n3,3,"))
        #expect(
            csv.contains(",\"{\"\"name\"\":\"\"Wash\"\"}\",\"{\"\"name\"\":\"\"Dry, \\\"\"then\\\"\" iron\"\"}\"\n"))
        #expect(csv.split(separator: "\n").count == 3)
    }

    @Test func `The history is selected by record, person and time`() async throws {
        try await insert("1", "Wash")
        try await insert("2", "Dry")
        _ = await chores("perform", "chores", "rename", "id=2", "name=Iron", "-q")
        #expect(await chores("history", "chores", "1").output.split(separator: "\n").count == 1)
        #expect(
            await chores("history", "chores", "--by", Person.systemUser.id).output.split(separator: "\n").count == 1)
        #expect(await chores("history", "chores", "--since", "1h").output.split(separator: "\n").count == 3)
        let none = await chores("history", "chores", "--since", "2999-01-01")
        #expect(none == Ending(code: 0, output: "", errors: "The history has no such change.\n"))
        #expect(await chores("history", "chores", "--since", "soon").code == 64)
        let unknown = await chores("history", "chores", "99")
        #expect(unknown.code == 1 && unknown.errors.contains("have the key \"99\""), "\(unknown)")
        #expect(await chores("history", "chores", "--limit", "0").code == 64)
        #expect(await chores("history", "chores", "--json", "--csv").code == 64)
        #expect(await chores("history", "nothing").errors.contains("nothing"))
    }

    private struct Entry: Decodable {
        struct Person: Decodable { let name: String }
        let change: Int
        let operation: String
        let action: String?
        let person: Person?
    }
}
