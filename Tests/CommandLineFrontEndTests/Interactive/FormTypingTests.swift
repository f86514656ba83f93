import CommandLineFrontEnd
import FeatureKit
import TerminalKit
import Testing

@Suite("Typing into a form on a page", .timeLimit(.minutes(5)))
struct FormTypingTests {
    private static let count = Field<Int>("count", "Count", range: 0...99)
    private static let note = Field<String?>("note", "Note", length: 0...5)
    private static let size = Field<Int?>("size", "Size", range: 0...999)
    private static let change = Action("change", "Change", fields: count, note, size)

    private static func form(
        _ values: [String: FieldValue] = ["count": 1, "size": 10], submits: FormElement.Submission = .change,
        disabled: Set<String> = [], choices: [String: [String]] = [:]
    ) -> FormElement {
        FormElement(
            id: "f", of: change, values: values, submits: submits, disabled: disabled, choices: choices)
    }

    private func typing(_ form: FormElement = form()) -> FormTyping {
        var typing = FormTyping(form, fields: Self.change.fields)
        typing.show(form, revision: 1)
        return typing
    }

    @Test("A call sends only the changed fields, and newer text waits until the call has ended")
    func newestWaits() throws {
        var typing = typing()
        typing.enter("count")
        typing.type("2")
        #expect(typing.nextCall() == Call("change", ["count": 12], form: "f"))
        typing.began(1)
        typing.press(.backspace)
        #expect(typing.nextCall() == nil)
        typing.type("3")
        #expect(typing.nextCall() == nil)
        typing.ended(1, revision: 2, error: nil)
        #expect(typing.nextCall() == Call("change", ["count": 13], form: "f"))
    }

    @Test("An invalid text shows an error and is not sent until it is valid")
    func wrong() {
        var typing = typing()
        typing.enter("count")
        typing.type("x")
        #expect(typing.nextCall() == nil)
        #expect(typing.error(of: "count") == "Enter a whole number from 0 to 99.")
        typing.leave()
        typing.show(Self.form(["count": 5]), revision: 4)
        #expect(typing.text(of: "count") == "1x")
        typing.enter("count")
        typing.press(.backspace)
        typing.type("7")
        #expect(typing.error(of: "count") == nil)
        #expect(typing.nextCall() == Call("change", ["count": 17], form: "f"))
    }

    @Test("An emptied optional field is sent as empty, and an emptied required field is not sent")
    func emptied() {
        var typing = typing()
        typing.enter("size")
        typing.press(.control("u"))
        #expect(typing.nextCall() == Call("change", emptied: ["size"], form: "f"))
        typing.began(1)
        typing.ended(1, revision: 2, error: nil)
        typing.enter("count")
        typing.press(.control("u"))
        #expect(typing.nextCall() == nil)
        typing.leave()
        #expect(typing.error(of: "count") == "Enter a whole number from 0 to 99.")
    }

    @Test("A field shows the typed text until the user has left the field and the frame of the answer has arrived")
    func staying() {
        var typing = typing()
        typing.enter("count")
        typing.type("2")
        _ = typing.nextCall()
        typing.began(1)
        typing.show(Self.form(["count": 12, "size": 24]), revision: 3)
        #expect(typing.text(of: "size") == "24")
        typing.ended(1, revision: 3, error: nil)
        typing.show(Self.form(["count": 50, "size": 100]), revision: 4)
        #expect(typing.text(of: "count") == "12")
        typing.leave()
        #expect(typing.text(of: "count") == "50")
    }

    @Test("If an answer arrives before its frame, the field does not show the older value again")
    func answerFirst() {
        var typing = typing()
        typing.enter("count")
        typing.type("2")
        _ = typing.nextCall()
        typing.began(1)
        typing.leave()
        typing.ended(1, revision: 5, error: nil)
        #expect(typing.text(of: "count") == "12")
        typing.show(Self.form(["count": 1]), revision: 4)
        #expect(typing.text(of: "count") == "12")
        typing.show(Self.form(["count": 13]), revision: 5)
        #expect(typing.text(of: "count") == "13")
    }

    @Test("If the user types a text again after another person's change, the form sends the text again")
    func again() {
        var typing = typing()
        typing.enter("count")
        typing.type("2")
        _ = typing.nextCall()
        typing.began(1)
        typing.ended(1, revision: 2, error: nil)
        typing.show(Self.form(["count": 30]), revision: 3)
        typing.press(.backspace)
        typing.press(.backspace)
        #expect(typing.nextCall() == nil)
        typing.type("12")
        #expect(typing.nextCall() == Call("change", ["count": 12], form: "f"))
    }

    @Test("A refused text stays in its field with the error message")
    func refused() {
        var typing = typing()
        typing.enter("count")
        typing.type("2")
        _ = typing.nextCall()
        typing.began(1)
        typing.ended(1, revision: nil, error: InputRefused(["count": "too many"]))
        typing.leave()
        #expect(typing.error(of: "count") == "too many")
        #expect(typing.text(of: "count") == "12")
        #expect(typing.nextCall() == nil)
    }

    @Test("A text that was sent together with a refused text is sent again without the refused text")
    func refusedBeside() {
        var typing = typing()
        typing.enter("count")
        typing.type("2")
        _ = typing.nextCall()
        typing.began(1)
        typing.type("3")
        typing.press(.backspace)
        typing.type("x")
        typing.press(.backspace)
        typing.press(.backspace)
        typing.enter("note")
        typing.type("hi")
        typing.ended(1, revision: 2, error: nil)
        #expect(typing.nextCall() == Call("change", ["count": 1, "note": "hi"], form: "f"))
        typing.began(2)
        typing.ended(2, revision: nil, error: InputRefused(["note": "no"]))
        #expect(typing.nextCall() == Call("change", ["count": 1], form: "f"))
    }

    @Test("A disabled field cannot have the focus, and a focused field that becomes disabled loses the focus")
    func disabled() {
        var typing = typing(Self.form(disabled: ["size"]))
        let canEnter = typing.enter("size")
        #expect(!canEnter)
        typing.enter("count")
        typing.type("2")
        typing.show(Self.form(["count": 8], disabled: ["count"]), revision: 2)
        #expect(typing.focus == nil)
        #expect(typing.text(of: "count") == "8")
    }

    @Test("A text field with choices accepts only the given texts")
    func choices() {
        var typing = typing(Self.form(["count": 1, "note": "b"], choices: ["note": ["a", "b"]]))
        typing.enter("note")
        typing.press(.left)
        #expect(typing.nextCall() == Call("change", ["note": "a"], form: "f"))
        typing.type("zzz")
        #expect(typing.text(of: "note") == "a")
    }

    @Test("A form with a button sends all its changed fields in one call")
    func button() {
        var typing = typing(Self.form(submits: .button))
        typing.enter("count")
        typing.type("2")
        typing.enter("note")
        typing.type("hi")
        typing.enter("size")
        typing.type("5")
        typing.press(.backspace)
        #expect(typing.nextCall() == nil)
        #expect(typing.submit() == Call("change", ["count": 12, "note": "hi"], form: "f"))
        typing.began(1)
        typing.ended(1, revision: 2, error: nil)
        typing.show(Self.form(["count": 12], submits: .button), revision: 2)
        #expect(typing.text(of: "note") == "")
    }

    @Test("While a field is invalid, the button sends nothing and focuses that field")
    func buttonRefuses() {
        var typing = typing(Self.form([:], submits: .button))
        typing.enter("note")
        typing.type("hi")
        #expect(typing.submit() == nil)
        #expect(typing.focus == "count")
        typing.type("3")
        #expect(typing.submit() == Call("change", ["count": 3, "note": "hi"], form: "f"))
    }
}

extension FormTyping {
    fileprivate mutating func press(_ key: KeyPress.Key) { _ = edit(KeyPress(key)) }
    fileprivate mutating func press(_ press: KeyPress) { _ = edit(press) }
    fileprivate mutating func type(_ text: String) { for letter in text { press(.character(letter)) } }
}
