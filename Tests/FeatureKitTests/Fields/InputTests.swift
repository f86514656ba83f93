import FeatureKit
import Testing

/// Tests how the values of several fields are validated, parsed from text, and read by a handler.
@Suite(.timeLimit(.minutes(5))) struct InputTests {
    static let name = Field<String>("name", "Name", length: 1...40)
    static let age = Field<Int>("age", "Age", range: 0...30, default: 1)
    static let note = Field<String?>("note", "Note", length: 0...9)
    static let latency = Field<Duration>("latency", "Latency", default: .zero)
    let fields = [name.description, age.description, note.description, latency.description]

    @Test func `the validated input includes defaults and leaves out optional fields without a value`() throws {
        let input = try fields.check(["name": "Rex"])
        #expect(input.values == ["name": "Rex", "age": 1, "latency": "0s"])
        #expect(try input[Self.name] == "Rex")
        #expect(try input[Self.age] == 1)
        #expect(try input[Self.note] == nil)
        #expect(try input[Self.latency] == .zero)
        #expect(try fields.check(["name": "Rex", "age": 2, "note": ""])[Self.note] == "")
    }

    @Test func `a test makes the input of an action, which the action's fields validate`() throws {
        let adopt = Action("adopt", "Adopt", fields: Self.name, Self.age, Self.note)
        let input = try Input(["name": "Rex"], of: adopt)
        #expect(input.values == ["name": "Rex", "age": 1] && input.changed == ["name"])
        #expect(try input[Self.age] == 1)
        let edit = Action("edit", "Edit", effect: .edits, fields: Self.name, Self.age, Self.note)
        #expect(try Input(["note": "Shy"], of: edit).values == ["note": "Shy"])
        #expect(edit.call(filledInWith: ["name": "Rex", "age": 1]).emptied == ["note"])
        #expect(adopt.call(filledInWith: ["name": "Rex", "age": 1]).emptied == [])
        let refused = #expect(throws: InputRefused.self) { try Input(["age": 99], of: adopt) }
        #expect(refused?.fields.keys.sorted() == ["age", "name"])
    }

    @Test func `a value is converted to the canonical format of its field`() throws {
        let share = Field<Double>("share", "Share")
        let input = try [share.description].check(["share": 1])
        #expect(input.values == ["share": 1.0])
        #expect(try input[share] == 1)
    }

    @Test func `one error names every missing, unknown or invalid field`() {
        let error = #expect(throws: InputRefused.self) {
            try fields.check(["agee": 1, "age": "1", "note": "too long a note", "zzz": true])
        }
        #expect(
            error?.fields == [
                "name": "expected text of 1 to 40 characters, got nothing",
                "age": #"expected a whole number from 0 to 30, got "1""#,
                "note": #"expected text of at most 9 characters, got "too long a note""#,
                "agee": "there is no such field, known are name, age, note, latency; did you mean 'age'?",
                "zzz": "there is no such field, known are name, age, note, latency",
            ])
    }

    @Test func `a message about an unknown name uses the word option or field and lists the known names`() {
        let option = #expect(throws: InputRefused.self) { try fields.check(["nam": "x", "name": "x"], noun: "option") }
        #expect(
            option?.fields == [
                "nam": "there is no such option, known are name, age, note, latency; did you mean 'name'?"
            ])
        let none = #expect(throws: InputRefused.self) { try [FieldDescription]().check(["x": 1]) }
        #expect(none?.fields == ["x": "there is no such field, there are none"])
    }

    @Test func `typed text is parsed according to the kind of its field`() throws {
        let values = try fields.read(["name": "12", "age": "12", "note": "12", "latency": "12s"])
        #expect(values == ["name": "12", "age": 12, "note": "12", "latency": "12s"])
    }

    @Test func `in a form, an empty text for an optional field counts as missing`() throws {
        let values = try fields.read(["name": "x", "age": "", "note": "", "latency": ""], isForm: true)
        #expect(values == ["name": "x"])
        #expect(try fields.check(values).values == ["name": "x", "age": 1, "latency": "0s"])
    }

    @Test func `an empty text for a required field is refused`() {
        let error = #expect(throws: InputRefused.self) { try fields.read(["name": ""]) }
        #expect(error?.fields == ["name": #"expected text of 1 to 40 characters, got """#])
    }

    @Test func `an empty text for a text field with a default stays empty`() throws {
        let title = Field<String>("title", "Title", default: "Untitled")
        #expect(try [title.description].read(["title": ""]) == ["title": ""])
    }

    @Test func `parsing reports a missing field only if another field is invalid`() throws {
        #expect(try fields.read(["age": "2"]) == ["age": 2])
        let error = #expect(throws: InputRefused.self) { try fields.read(["age": "two"]) }
        #expect(
            error?.fields == [
                "name": "expected text of 1 to 40 characters, got nothing",
                "age": #"expected a whole number from 0 to 30, got "two""#,
            ])
    }

    @Test func `reading an undeclared field is a feature fault that names the field`() throws {
        let input = try fields.check(["name": "Rex"])
        let error = #expect(throws: FeatureError.self) { try input[Field<Int>("undeclared", "Undeclared")] }
        #expect(error?.code == .featureFault)
        #expect(
            error?.message
                == "a handler or launch reads the field 'undeclared' as Int, but its action or manifest does not "
                + "declare a field with this name and type; declare the field there")
        #expect(throws: FeatureError.self) { try input[Field<Int>("name", "Name")] }
    }
}
