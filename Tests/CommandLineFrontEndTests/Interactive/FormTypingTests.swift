// This file is not divided, because the tests of single steps and the tests of random sequences share a model and
// helpers.

import CommandLineFrontEnd
import FeatureKit
import FeatureTesting
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

    /// Runs random sequences of events.
    ///
    /// A person types and changes the focus. The server answers late, and frames arrive even later than the answers. In
    /// the meantime, other people change values.
    @Test("In any order of events, no typed letter is lost and no older value comes back", arguments: 0..<60)
    func random(seed: Int) {
        var course = Course(seed: UInt64(seed))
        for step in 0..<400 {
            course.step()
            #expect(course.fault == nil, "step \(step)")
            if course.fault != nil { return }
        }
        course.settle()
        #expect(course.fault == nil)
    }
}

extension FormTyping {
    fileprivate mutating func press(_ key: KeyPress.Key) { _ = edit(KeyPress(key)) }
    fileprivate mutating func press(_ press: KeyPress) { _ = edit(press) }
    fileprivate mutating func type(_ text: String) { for letter in text { press(.character(letter)) } }
}

/// A random sequence of events of three parties: a person, a form and a server that answers after random delays.
private struct Course {
    private static let count = Field<Int>("count", "Count", range: 0...99)
    private static let note = Field<String?>("note", "Note", length: 0...5)
    private static let action = Action("change", "Change", fields: count, note)
    private static let names = ["count", "note"]

    private var random: SplitMix64
    private var typing: FormTyping
    private(set) var fault: String?

    // The state of the server.
    private var values: [String: FieldValue] = ["count": 1, "note": "a"]
    private var revision = 1
    private var frames: [([String: FieldValue], Int)] = []
    private var request: (key: Int, call: Call)?
    private var answer: (key: Int, names: Set<String>, revision: Int?, error: (any Error)?)?
    private var lastKey = 0

    // The state of the person, who sees the newest frame.
    private var shown: [String: FieldValue] = ["count": 1, "note": "a"]
    private var shownRevision = 1
    /// The text that the person typed into the focused field; `nil` if the person has not typed there.
    private var typed: String?
    private var sent: [String: String] = [:]
    private var answered: [String: Int] = [:]

    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
        typing = FormTyping(Self.form(values), fields: Self.action.fields)
        typing.show(Self.form(values), revision: 1)
    }

    private static func form(_ values: [String: FieldValue]) -> FormElement {
        FormElement(id: "f", of: action, values: values, submits: .change)
    }

    mutating func step() {
        let before = Dictionary(uniqueKeysWithValues: Self.names.map { ($0, typing.text(of: $0) ?? "") })
        var isByPerson = false
        switch Int.random(in: 0..<10, using: &random) {
        case 0, 1, 2, 3:
            isByPerson = true
            actAsPerson()
        case 4: serve()
        case 5: deliverAnswer()
        case 6, 7: deliverFrame()
        case 8: actAsAnother()
        default: break
        }
        if !isByPerson { verify(before) }
        send()
        verifySent()
    }

    /// Moves the focus out of the form and delivers all pending answers and frames.
    mutating func settle() {
        typing.leave()
        for _ in 0..<20 {
            send()
            serve()
            deliverAnswer()
            while !frames.isEmpty { deliverFrame() }
        }
        for name in Self.names where typing.error(of: name) == nil && typing.text(of: name) != text(values[name]) {
            fault = "\(name) shows \(typing.text(of: name) ?? "nothing"), the server has \(text(values[name]))"
        }
    }

    private mutating func actAsPerson() {
        switch Int.random(in: 0..<8, using: &random) {
        case 0: typing.leave()
        case 1: typing.enter(Self.names.randomElement(using: &random) ?? "count")
        default:
            guard let name = typing.focus else { return }
            let before = typing.text(of: name) ?? ""
            if let typed, typed != before { fault = "\(name) lost \(typed) for \(before)" }
            let isDeleting = Int.random(in: 0..<3, using: &random) == 0
            let letter = "0123456789ax".randomElement(using: &random) ?? "0"
            _ = typing.edit(KeyPress(isDeleting ? .backspace : .character(letter)))
            let wanted = isDeleting ? String(before.dropLast()) : before + String(letter)
            if typing.text(of: name) != wanted { fault = "\(name) took no letter" }
            if wanted != before { typed = wanted }
            return
        }
        typed = nil
    }

    private mutating func send() {
        guard let call = typing.nextCall() else { return }
        if request != nil || answer != nil { fault = "two calls are running" }
        lastKey += 1
        typing.began(lastKey)
        request = (lastKey, call)
        for (name, value) in call.arguments { sent[name] = text(value) }
        for name in call.emptied { sent[name] = "" }
    }

    private mutating func serve() {
        guard let (key, call) = request else { return }
        request = nil
        if Int.random(in: 0..<12, using: &random) == 0 {
            return answer = (key, [], nil, InputRefused([call.arguments.keys.min() ?? "note": "not today"]))
        }
        for (name, value) in call.arguments { values[name] = value }
        for name in call.emptied { values[name] = nil }
        // A change of the count changes the note too, as a temperature in one unit changes the temperature in the other
        // unit.
        if let count = call.arguments["count"], Bool.random(using: &random) { values["note"] = .text("n\(count)") }
        commit()
        answer = (key, call.emptied.union(call.arguments.keys), revision, nil)
    }

    private mutating func actAsAnother() {
        if Bool.random(using: &random) {
            values["count"] = .integer(.random(in: 0...99, using: &random))
        } else {
            values["note"] = Bool.random(using: &random) ? nil : .text(String(Int.random(in: 0..<999, using: &random)))
        }
        commit()
    }

    private mutating func commit() {
        revision += 1
        frames.append((values, revision))
    }

    private mutating func deliverAnswer() {
        guard let (key, names, revision, error) = answer else { return }
        answer = nil
        for name in names { answered[name] = revision }
        typing.ended(key, revision: revision, error: error)
    }

    private mutating func deliverFrame() {
        guard !frames.isEmpty else { return }
        // A slow client skips frames.
        let index = Int.random(in: 0..<frames.count, using: &random)
        (shown, shownRevision) = frames[index]
        frames.removeFirst(index + 1)
        typing.show(Self.form(shown), revision: shownRevision)
    }

    /// Verifies the fields after an answer or a frame of the server has changed the form.
    private mutating func verify(_ before: [String: String]) {
        for name in Self.names {
            let now = typing.text(of: name) ?? ""
            if name == typing.focus, let typed, now != typed { fault = "\(name) lost \(typed) for \(now)" }
            guard now != before[name] else { continue }
            if now != text(shown[name]) { fault = "\(name) shows \(now), which no frame has" }
            if shownRevision < answered[name] ?? 0 { fault = "\(name) went back to \(now)" }
        }
    }

    /// Verifies that each valid text is saved on the server or part of the running call.
    private mutating func verifySent() {
        guard typing.call == nil, let name = typing.focus, let typed, typing.error(of: name) == nil else { return }
        if typed.isEmpty, name == "count" { return }
        // A typed number is sent without its leading zeros.
        let wanted = name == "count" ? Int(typed).map(String.init) : typed
        if sent[name] != wanted, text(shown[name]) != typed { fault = "\(name) never sent \(typed)" }
    }

    private func text(_ value: FieldValue?) -> String { value?.description ?? "" }
}
