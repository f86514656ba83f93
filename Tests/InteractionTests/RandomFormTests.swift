import FeatureKit
import FeatureTesting
import Interaction
import Testing

@Suite("A form in any order of events", .timeLimit(.minutes(5)))
struct RandomFormTests {
    /// Runs random sequences of events.
    ///
    /// A person types and changes the focus. The server answers late, and frames arrive even later than the answers. In
    /// the meantime, other people change values.
    @Test("In a form that is sent on change, no typed letter is lost and no older value comes back", arguments: 0..<60)
    func onChange(seed: Int) {
        var course = Course(seed: UInt64(seed))
        for step in 0..<400 {
            course.step()
            #expect(course.fault == nil, "step \(step)")
            if course.fault != nil { return }
        }
        course.settle()
        #expect(course.fault == nil)
    }

    @Test("A form with a button never overwrites a value that the person has not seen", arguments: 0..<60)
    func withButton(seed: Int) {
        var course = ConflictCourse(seed: UInt64(seed))
        for step in 0..<400 {
            course.step()
            #expect(course.fault == nil, "step \(step)")
            if course.fault != nil { return }
        }
        #expect(course.sent > 0)
        #expect(course.decided > 0)
    }
}

/// A random sequence of events of three parties: a person, a form and a server that answers after random delays.
private struct Course {
    private static let count = Field<Int>("count", "Count", range: 0...99)
    private static let note = Field<String?>("note", "Note", length: 0...5)
    private static let action = Action("change", "Change", fields: count, note)
    private static let names = ["count", "note"]

    private var random: SplitMix64
    private var form: FormModel
    private(set) var fault: String?

    // The state of the server.
    private var values: [String: FieldValue] = ["count": 1, "note": "a"]
    private var revision = 1
    private var frames: [([String: FieldValue], Int)] = []
    private var request: (key: Int, call: FormModel.Changes)?
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
        form = FormModel(Self.action.fields, Self.source(values))
        form.show(Self.source(values), revision: 1)
    }

    private static func source(_ values: [String: FieldValue]) -> FormSource {
        FormSource(FormElement(id: "f", of: action, values: values, submits: .change))
    }

    mutating func step() {
        let before = Dictionary(uniqueKeysWithValues: Self.names.map { ($0, form[$0]?.text ?? "") })
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
        form.leave()
        for _ in 0..<20 {
            send()
            serve()
            deliverAnswer()
            while !frames.isEmpty { deliverFrame() }
        }
        for name in Self.names where form[name]?.error == nil && form[name]?.text != text(values[name]) {
            fault = "\(name) shows \(form[name]?.text ?? "nothing"), the server has \(text(values[name]))"
        }
    }

    private mutating func actAsPerson() {
        switch Int.random(in: 0..<8, using: &random) {
        case 0: form.leave()
        case 1: form.enter(Self.names.randomElement(using: &random) ?? "count")
        default:
            guard let name = form.focus else { return }
            let before = form[name]?.text ?? ""
            if let typed, typed != before { fault = "\(name) lost \(typed) for \(before)" }
            let isDeleting = Int.random(in: 0..<3, using: &random) == 0
            let letter = "0123456789ax".randomElement(using: &random) ?? "0"
            let wanted = isDeleting ? String(before.dropLast()) : before + String(letter)
            guard wanted != before else { return }
            form.type(wanted, in: name)
            if form[name]?.text != wanted { fault = "\(name) took no letter" }
            typed = wanted
            return
        }
        typed = nil
    }

    private mutating func send() {
        guard let call = form.nextChanges() else { return }
        if request != nil || answer != nil { fault = "two calls are running" }
        lastKey += 1
        form.began(lastKey)
        request = (lastKey, call)
        for (name, value) in call.values { sent[name] = text(value) }
        for name in call.emptied { sent[name] = "" }
    }

    private mutating func serve() {
        guard let (key, call) = request else { return }
        request = nil
        if Int.random(in: 0..<12, using: &random) == 0 {
            return answer = (key, [], nil, InputRefused([call.values.keys.min() ?? "note": "not today"]))
        }
        for (name, value) in call.values { values[name] = value }
        for name in call.emptied { values[name] = nil }
        // A change of the count changes the note too, as a temperature in one unit changes the temperature in the other
        // unit.
        if let count = call.values["count"], Bool.random(using: &random) { values["note"] = .text("n\(count)") }
        commit()
        answer = (key, call.emptied.union(call.values.keys), revision, nil)
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
        form.ended(key, revision: revision, error: error, of: Self.action.fields)
    }

    private mutating func deliverFrame() {
        guard !frames.isEmpty else { return }
        // A slow client skips frames.
        let index = Int.random(in: 0..<frames.count, using: &random)
        (shown, shownRevision) = frames[index]
        frames.removeFirst(index + 1)
        form.show(Self.source(shown), revision: shownRevision)
    }

    /// Verifies the fields after an answer or a frame of the server has changed the form.
    private mutating func verify(_ before: [String: String]) {
        for name in Self.names {
            let now = form[name]?.text ?? ""
            if name == form.focus, let typed, now != typed { fault = "\(name) lost \(typed) for \(now)" }
            guard now != before[name] else { continue }
            if now != text(shown[name]) { fault = "\(name) shows \(now), which no frame has" }
            if shownRevision < answered[name] ?? 0 { fault = "\(name) went back to \(now)" }
        }
    }

    /// Verifies that each valid text is saved on the server or part of the running call.
    private mutating func verifySent() {
        guard form.call == nil, let name = form.focus, let typed, form[name]?.error == nil else { return }
        if typed.isEmpty, name == "count" { return }
        // A typed number is sent without its leading zeros.
        let wanted = name == "count" ? Int(typed).map(String.init) : typed
        if sent[name] != wanted, text(shown[name]) != typed { fault = "\(name) never sent \(typed)" }
    }

    private func text(_ value: FieldValue?) -> String { value?.description ?? "" }
}

/// A random sequence of events of a person with a form that has a button, of its server and of other people.
///
/// Answers and frames arrive late and independently.
private struct ConflictCourse {
    private static let name = Field<String>("name", "Name", length: 0...9)
    private static let weight = Field<Double?>("weight", "Weight")
    private static let action = Action("change", "Change", fields: name, weight)
    private static let names = ["name", "weight"]

    private var random: SplitMix64
    private var form: FormModel
    private(set) var fault: String?
    private(set) var sent = 0
    private(set) var decided = 0

    private var values: [String: FieldValue] = ["name": "7", "weight": 7.5]
    private var revision = 1
    private var frames: [([String: FieldValue], Int)] = []
    private var call = 0
    private var request: FormModel.Changes?
    private var answer: (revision: Int?, error: (any Error)?)?
    /// The values of the newest frame.
    private var shown: [String: FieldValue]
    /// The value of each field that the person has seen last, or decided about.
    private var seen: [String: String] = [:]
    /// All values that the person has seen, by field.
    private var allSeen: [String: Set<String>] = [:]
    /// The text that the form has sent last, by field.
    private var own: [String: String] = [:]
    /// The fields of the running call, and the revision that answered the last call of each field.
    private var underWay: [String] = []
    private var answered: [String: Int] = [:]
    /// The text that the person has typed into the focused field; `nil` if they have not typed there.
    private var typed: String?

    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
        shown = values
        form = FormModel(Self.action.fields, Self.source(values))
        form.show(Self.source(values), revision: 1)
        look()
    }

    private static func source(_ values: [String: FieldValue]) -> FormSource {
        FormSource(FormElement(id: "f", of: action, values: values, submits: .button))
    }

    mutating func step() {
        let name = Self.names.randomElement(using: &random) ?? "name"
        switch Int.random(in: 0..<12, using: &random) {
        case 0, 1, 2: type(in: name)
        case 3: changeByAnother(name)
        case 4, 5: deliverFrame()
        case 6: decide(name)
        case 7: enter(name)
        case 8: leave()
        case 9: serve()
        case 10: deliverAnswer()
        default: submit()
        }
        look()
    }

    private mutating func type(in name: String) {
        enter(name)
        let texts = ["7", "7.", "7.5", "7.50", "0", "3", ""]
        let text = texts.randomElement(using: &random) ?? ""
        form.type(text, in: name)
        typed = text
    }

    private mutating func enter(_ name: String) {
        if form.focus != name { typed = nil }
        form.enter(name)
    }

    private mutating func leave() {
        typed = nil
        form.leave()
    }

    private mutating func changeByAnother(_ name: String) {
        // Each value of another person is new, so that it is not one which the person has seen before.
        let number = 100 + revision
        values[name] = name == "weight" ? .decimal(Double(number) + 0.5) : .text(String(number))
        commit()
    }

    private mutating func commit() {
        revision += 1
        frames.append((values, revision))
    }

    private mutating func deliverFrame() {
        guard !frames.isEmpty else { return }
        let index = Int.random(in: 0..<frames.count, using: &random)
        let frame = frames[index]
        frames.removeFirst(index + 1)
        shown = frame.0
        form.show(Self.source(shown), revision: frame.1)
        verifyTyped()
    }

    private mutating func decide(_ name: String) {
        guard let theirs = form[name]?.theirs else { return }
        decided += 1
        let isTaking = Bool.random(using: &random)
        form.decide(name, takingTheirs: isTaking)
        if isTaking, form.focus == name { typed = nil }
        seen[name] = theirs
    }

    private mutating func submit() {
        guard request == nil, answer == nil else { return }
        let focus = form.focus
        guard let changes = form.submitChanges() else {
            if form.focus != focus { typed = nil }
            return
        }
        sent += 1
        call += 1
        form.began(call)
        request = changes
        underWay = Self.names.filter { changes.values[$0] != nil || changes.emptied.contains($0) }
        for name in underWay {
            let text = changes.values[name]?.formText ?? ""
            // After an answer whose frame has not come, the record has the text of the form's last call.
            let isOwn = answered[name] ?? 0 > form.revision
            if !isOwn, text != saved(name), seen[name] != saved(name) {
                fault = "\(name) replaces \(saved(name)) by \(text), but the person saw \(seen[name] ?? "")"
            }
            own[name] = text
        }
        // Sending ends the editing of a text that is no change.
        typed = nil
    }

    private mutating func serve() {
        guard let changes = request else { return }
        request = nil
        if Int.random(in: 0..<4, using: &random) == 0 {
            return answer = (nil, InputRefused([changes.values.keys.min() ?? "name": "no"]))
        }
        for (name, value) in changes.values { values[name] = value }
        for name in changes.emptied { values[name] = nil }
        commit()
        answer = (revision, nil)
    }

    private mutating func deliverAnswer() {
        guard let (revision, error) = answer else { return }
        answer = nil
        if let revision { for name in underWay { answered[name] = revision } }
        form.ended(call, revision: revision, error: error, of: Self.action.fields)
        verifyTyped()
    }

    /// Notes what the person sees.
    private mutating func look() {
        for name in Self.names {
            let saved = saved(name)
            guard form[name]?.text == saved || own[name] == saved else { continue }
            seen[name] = saved
            allSeen[name, default: []].insert(saved)
        }
    }

    /// Verifies that an answer or a frame has not changed the text that the person is typing.
    private mutating func verifyTyped() {
        guard let name = form.focus, let typed, let text = form[name]?.text, text != typed else { return }
        // A person who types exactly what they saw takes the typing back.
        if allSeen[name]?.contains(typed) != true { fault = "\(name) lost \(typed) for \(text)" }
    }

    private func saved(_ name: String) -> String { shown[name]?.formText ?? "" }
}
