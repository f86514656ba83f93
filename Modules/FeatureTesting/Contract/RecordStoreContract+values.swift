import FeatureKit
import FeatureStorage
import Testing

extension RecordStoreContract {
    static let valueRequirements = [
        Requirement("A read returns the values as they were written") { contract in
            let (store, other) = try await contract.twoHandles()
            let values: [String: FieldValue] = [
                "text": "Rex", "empty": "", "whole": 2, "least": .integer(.min), "most": .integer(.max),
                "decimal": .decimal(2), "tiny": .decimal(.leastNonzeroMagnitude), "huge": .decimal(-1.5e300),
                "third": .decimal(1 / 3), "yes": true, "no": false,
            ]
            try await store.write([.insert(RowInsert(id: "a", values: values))], to: "dogs")
            try await store.write([.insert(RowInsert(id: "b", values: [:]))], to: "dogs")
            let rows = try await other.allRows()
            #expect(rows.map(\.values) == [values, [:]])
            #expect(try await other.allChanges(after: ChangeToken(number: 0)) == rows.map { .inserted($0) })
        },
        Requirement("A read returns hostile ids, keys, names and texts unchanged") { contract in
            let (store, other) = try await contract.twoHandles()
            let token = try await store.token()
            for text in hostileTexts {
                let insert = RowInsert(id: text, values: ["text": .text(text), text: 1], uniqueKey: text)
                let row = try #require(await store.write([.insert(insert)], to: "dogs").first)
                let found = try #require(await other.rows(of: "dogs", ids: [text]).first)
                #expect(found == row && isSame(found.id, text))
                guard case .text(let value) = found.values["text"] else { throw MissingText() }
                #expect(isSame(value, text))
                let taken = await refusal { try await other.insert([text + "!"], key: text) }
                #expect(taken?.code == .alreadyTaken)
            }
            let rows = try await other.allRows(limit: 3)
            #expect(rows.map(\.id) == hostileTexts)
            #expect(try await other.allChanges(after: token) == rows.map { .inserted($0) })
            for row in rows { try await other.delete(row) }
            #expect(try await store.allRows().isEmpty)
        },
        Requirement("Canonically equivalent ids count as one id") { contract in
            let store = try await contract.store()
            try await store.insert(["caf\u{E9}"])
            #expect(await refusal { try await store.insert(["cafe\u{301}"]) }?.code == .alreadyTaken)
            #expect(try await store.rows(of: "dogs", ids: ["cafe\u{301}"]).count == 1)
        },
    ]

    private struct MissingText: Error {}

    /// Texts with a special meaning for a database or a program.
    ///
    /// Stores must treat them as plain text.
    private static let hostileTexts = [
        "", " ", "'", "\"", "'); DROP TABLE record; --", "\\", "\\u0000", "nul\u{0}byte", "nul\u{0}other", "\u{0}",
        "line\r\nbreak\ttab", "%_*?[]", "$1 ?1 :a @b", "null", "{}", "\u{1B}[2J", "\u{7F}\u{80}", "\u{202E}txt.exe",
        "שלום עולם", "👨‍👩‍👧‍👦", "한국어", "\u{FEFF}bom", "\u{FFFF}\u{10FFFF}", "A", "a", "ß", "ss",
        String(repeating: "long ", count: 200_000),
    ]

    /// Returns whether two texts consist of the same Unicode scalars.
    private static func isSame(_ left: String, _ right: String) -> Bool {
        left.unicodeScalars.elementsEqual(right.unicodeScalars)
    }
}
