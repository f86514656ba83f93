import FeatureKit
import FeatureStorage
import Testing

@Suite("The title of a record", .timeLimit(.minutes(5))) struct RecordTitleTests {
    private static let first = Field<String>("first", "First name").inTitle()
    private static let last = Field<String?>("last", "Last name").inTitle()
    private static let note = Field<String>("note", "Note")

    private static func descriptions(_ fields: [any FieldDeclaration]) -> [FieldDescription] {
        fields.map(\.description)
    }

    @Test func `The fields in the title make it, in their order, and empty ones are left out`() {
        let fields = Self.descriptions([Self.note, Self.first, Self.last])
        #expect(fields.title(of: ["note": "x", "last": "Flynn", "first": "Kevin"]) == "Kevin Flynn")
        #expect(fields.title(of: ["note": "x", "first": "Kevin"]) == "Kevin")
        #expect(fields.title(of: ["note": "x"]) == nil)
    }

    @Test func `Without such fields, the title is the first text`() {
        let fields = Self.descriptions([Field<Int>("age", "Age"), Self.note, Field<String>("other", "Other")])
        #expect(fields.title(of: ["age": 3, "other": "y", "note": "x"]) == "x")
        #expect(fields.title(of: ["age": 3, "other": "y"]) == nil)
    }

    @Test func `An update that changes a part of the title takes the rest from elsewhere`() {
        let fields = Self.descriptions([Self.first, Self.last])
        func entry(_ number: Int64, _ before: [String: FieldValue], _ after: [String: FieldValue]) -> HistoryEntry {
            HistoryEntry(
                number: number, change: number, operation: before.isEmpty ? .inserted : .updated, id: "1", position: 1,
                instant: .now, before: before, after: after)
        }
        let entries = [
            entry(3, ["last": "Flynn"], ["last": "Lynn"]), entry(1, [:], ["first": "Kevin", "last": "Flynn"]),
        ]
        #expect(entries[0].titleText(fields) == nil && entries[1].titleText(fields) == "Kevin Flynn")
        let sentence = entries[0].sentence(fields, titles: ["1": "Kevin Lynn"])
        #expect(sentence == "Somebody changed \"Kevin Lynn\": Last name from \"Flynn\" to \"Lynn\".")
    }
}
