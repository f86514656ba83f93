import FeatureKit
import FeatureTesting
import Interaction

/// A random sequence of events of a person, a form that is sent on change, its server and other people.
///
/// The server answers late, and frames arrive even later than the answers.
struct TypingCourse: Course {
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
