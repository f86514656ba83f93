import FeatureKit
import Interaction
import Testing

/// Runs the cases that the script of a page runs too (Tests/Browser/test_vocabulary.py).
@Suite("The shared cases of forms", .timeLimit(.minutes(1)))
struct FormCasesTests {
    static let cases: [FormCase] = sharedCases("FormCases.json")

    @Test("The file has cases")
    func file() { #expect(Self.cases.count >= 10) }

    @Test("Each case sends and shows what it says", arguments: cases)
    func run(_ example: FormCase) throws {
        let change = Action(
            "change", "Change", fields: Field<Int>("count", "Count", range: 0...99),
            Field<Int?>("size", "Size", range: 0...99))
        func source(_ values: [String: Int]) -> FormSource {
            FormSource(
                FormElement(
                    id: "f", of: change, values: values.mapValues { .integer($0) },
                    submits: example.submits == "button" ? .button : .change))
        }
        var form = FormModel(change.fields, source(["count": 1, "size": 10]))
        form.show(source(["count": 1, "size": 10]), revision: 1)
        for (number, step) in example.steps.enumerated() {
            if let name = step.enter { form.enter(name) }
            if step.leave != nil { form.leave() }
            if let text = step.type { form.type(text, in: try #require(form.focus)) }
            if let revision = step.frame { form.show(source(step.values ?? [:]), revision: revision) }
            if let revision = step.answer { form.ended(1, revision: revision, error: nil, of: change.fields) }
            if let names = step.refuse {
                let refused = InputRefused(Dictionary(names.map { ($0, "no") }) { $1 })
                form.ended(1, revision: nil, error: refused, of: change.fields)
            }
            if let name = step.keep { form.decide(name, takingTheirs: false) }
            if let name = step.take { form.decide(name, takingTheirs: true) }
            let changes = form.nextChanges()
            if changes != nil { form.began(1) }
            let texts = changes.map { changes in
                changes.values.mapValues(\.formText).merging(changes.emptied.map { ($0, "") }) { $1 }
            }
            #expect(texts == step.sends, "step \(number + 1)")
            for (name, text) in step.shows ?? [:] { #expect(form[name]?.text == text, "step \(number + 1): \(name)") }
            guard let theirs = step.theirs else { continue }
            let all = form.fields.compactMap { field in field.theirs.map { (field.name, $0) } }
            #expect(Dictionary(uniqueKeysWithValues: all) == theirs, "step \(number + 1)")
        }
    }
}

/// Some events of a person, of the server and of other people, with what the form then sends and shows.
struct FormCase: Decodable, Sendable, CustomTestStringConvertible {
    /// One event: exactly one of the members up to `take`.
    struct Step: Decodable, Sendable {
        /// The field that gets the focus.
        var enter: String?
        /// The field that loses the focus.
        var leave: String?
        /// The new text of the field with the focus.
        var type: String?
        /// The revision of a frame, with the values of its form.
        var frame: Int?
        var values: [String: Int]?
        /// The revision that shows the effect of the running call.
        var answer: Int?
        /// The fields for which the running call is refused.
        var refuse: [String]?
        /// The contested field whose typed text the person keeps.
        var keep: String?
        /// The contested field in which the person takes the other person's value.
        var take: String?
        /// The texts that the form sends now, by field; nothing without it.
        var sends: [String: String]?
        /// Texts of fields after the event.
        var shows: [String: String]?
        /// The contested fields after the event, with the other person's values; unchecked without it.
        var theirs: [String: String]?
    }

    var name: String
    /// When the form is sent: `button`, or on change without it.
    var submits: String?
    var steps: [Step]
    var testDescription: String { name }
}
