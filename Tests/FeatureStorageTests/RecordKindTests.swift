import FeatureKit
import FeatureStorage
import Testing

@Suite(.timeLimit(.minutes(5))) struct RecordKindTests {
    struct Appointment: Record {
        static let fields: [any FieldDeclaration] = [Field<Instant>("due", "Due"), Field<Instant?>("done", "Done")]
        static let sample: [Appointment] = []
        var id: String
        var due: Instant
        var done: Instant?
    }

    struct Tagged: Record {
        static let fields: [any FieldDeclaration] = [Field<[String]>("tags", "Tags", length: 1...9)]
        static let sample: [Tagged] = []
        var id: String
        var tags: [String]
    }

    struct Member: Record {
        static let fields: [any FieldDeclaration] = [
            Field<String>("name", "Name"), Field<Secret>("password", "Password", length: 1...9),
        ]
        static let sample: [Member] = []
        var id: String
        var name: String
    }

    @Test func `An instant is stored as text and decoded unchanged`() throws {
        let due = try #require(Instant("2026-11-22T20:46:49+01:00"))
        let record = Appointment(id: "1", due: due)
        #expect(record.values == ["due": "2026-11-22T19:46:49.000Z"])
        #expect(try Appointment(id: "1", values: record.values) == record)
        #expect(throws: InputRefused.self) { try Appointment(id: "1", values: ["due": "soon"]) }
    }

    @Test func `A record type is refused if a property or a field has several texts`() {
        #expect(Tagged(id: "1", tags: ["a"]).values == [:])
        let property = #expect(throws: FeatureError.self) { try Tagged(id: "1", values: ["tags": .texts(["a"])]) }
        #expect(
            property?.message.hasPrefix(
                "Tagged is not a flat record: its property 'tags' is of the type Array<String>; ")
                == true)
        let field = #expect(throws: FeatureError.self) { try Tagged.verifyFields() }
        #expect(field?.code == .featureFault)
        #expect(
            field?.message
                == "Tagged cannot be stored: its field 'tags' has the kind texts, which records do not support; "
                + "make it a text field"
        )
    }

    @Test func `A record type with a field for a secret is refused`() {
        let field = #expect(throws: FeatureError.self) { try Member.verifyFields() }
        #expect(
            field?.message
                == "Member cannot be stored: its field 'password' has the kind secret, which records do not support; "
                + "remove the field"
        )
    }
}
