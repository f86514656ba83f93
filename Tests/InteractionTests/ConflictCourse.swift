import FeatureKit
import FeatureTesting
import Interaction

/// A random sequence of events of a person with a form that has a button, of its server and of other people.
///
/// Answers and frames arrive late and independently.
struct ConflictCourse: Course {
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
