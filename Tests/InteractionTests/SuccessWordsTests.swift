import FeatureKit
import Interaction
import Testing

@Suite("Words of success", .timeLimit(.minutes(5))) struct SuccessWordsTests {
    static let adopt = Action("adopt", "Adopt a dog", done: "was adopted", fields: Field<String>("name", "Name"))
    static let scan = Action("scan", "Scan…")

    private func words(
        _ action: Action?, title: String? = nil, about subject: String?, row: String? = nil, in list: [ListElement] = []
    ) -> SuccessWords {
        let button = Button(action ?? Self.scan, title: title)
        let screen = Screen(title: "", phase: .ready, elements: list.map { .list($0) })
        return SuccessWords(button, of: action, about: subject, row: row, on: screen)
    }

    private func list(_ names: String...) -> ListElement {
        ListElement(id: "dogs", rows: names.enumerated().map { Row(id: "\($0)", title: $1) })
    }

    @Test func `an action that says what it has done has a sentence about the row or record`() {
        #expect(words(Self.adopt, about: "Rex").text(on: nil) == "Rex was adopted.")
        #expect(words(Self.adopt, about: nil).text(on: nil) == "Adopt a dog: done")
        #expect(words(Self.adopt, about: "Rex").isSentence && !words(Self.adopt, about: nil).isSentence)
    }

    @Test func `any other action is named by the title of its button`() {
        #expect(words(Self.scan, about: "Rex").text(on: nil) == "Scan Rex: done")
        #expect(words(Self.scan, about: nil).text(on: nil) == "Scan: done")
        #expect(words(nil, title: "Look", about: nil).text(on: nil) == "Look: done")
        #expect(!words(Self.scan, about: "Rex").isSentence)
    }

    @Test func `a changed row or record has its new title, as long as the screen shows it`() {
        let screen = Screen(title: "Dogs", elements: [.list(list("Max", "Rex"))])
        #expect(words(Self.adopt, about: "Bo", row: "1").text(on: screen) == "Rex was adopted.")
        #expect(words(Self.adopt, about: "Bo", row: "2").text(on: screen) == "Bo was adopted.")
        let record = Screen(title: "Rex", up: FeatureLink(feature: "dogs"))
        #expect(words(Self.adopt, about: "Bo").text(on: record) == "Rex was adopted.")
    }

    @Test func `the only new row is named`() {
        func text(_ action: Action, _ names: String...) -> String {
            let new = ListElement(id: "dogs", rows: names.enumerated().map { Row(id: "\($0)", title: $1) })
            return words(action, about: nil, in: [list("Max")]).text(on: Screen(title: "", elements: [.list(new)]))
        }
        #expect(text(Self.adopt, "Max", "Rex") == "Rex was adopted.")
        let find = Action("find", "Find a dog", effect: .adds)
        #expect(text(find, "Max", "Rex") == "Find a dog: Rex")
        #expect(text(Self.scan, "Max", "Rex") == "Scan: done")
        #expect(
            text(Self.adopt, "Max") == "Adopt a dog: done" && text(Self.adopt, "A", "B", "C") == "Adopt a dog: done")
        #expect(
            words(Self.scan, about: nil).text(on: Screen(title: "", elements: [.list(list("Max"))])) == "Scan: done")
    }

    @Test func `the first row is named where no list was before`() {
        let after = Screen(title: "", elements: [.list(list("Max"))])
        let add = Action("add", "Add", done: "was added", effect: .adds, fields: Field<String>("name", "Name"))
        #expect(words(add, about: nil).text(on: after) == "Max was added.")
        // Another action may only have found the row.
        #expect(words(Self.adopt, about: nil).text(on: after) == "Adopt a dog: done")
    }

    @Test func `a button of a screen may add a row if it asks for fields`() {
        let before = Screen(title: "", phase: .ready, elements: [.list(list("Max"))])
        let after = Screen(title: "", elements: [.list(list("Max", "Rex"))])
        let (adopt, scan) = (Button(Self.adopt), Button(Self.scan))
        #expect(SuccessWords(adopt, of: Self.adopt, on: nil, of: before).namedRow(on: after)?.title == "Rex")
        #expect(SuccessWords(scan, of: Self.scan, on: nil, of: before).namedRow(on: after) == nil)
        #expect(SuccessWords(scan, of: Self.scan, on: nil, of: before).newRow(in: after.lists)?.row.title == "Rex")
        let row = before.row("0")
        #expect(SuccessWords(adopt, of: Self.adopt, on: row, of: before).namedRow(on: after) == nil)
        let preset = Button(Self.adopt, arguments: ["name": "Rex"])
        #expect(SuccessWords(preset, of: Self.adopt, on: nil, of: before).namedRow(on: after) == nil)
    }

    static let triage = Action(
        "triage", "Triage", fields: Field<String>("assignee", "Assignee"), Field<String>("severity", "Severity"))

    private func history(_ texts: String...) -> ListElement {
        ListElement(id: "history", rows: texts.enumerated().map { Row(id: "h\($0)", title: $1) })
    }

    @Test func `a row that appears in the history of a record is not named`() {
        func text(on after: Screen) -> String {
            var before = after
            before.elements = after.elements.map { if case .list = $0 { .list(history("Opened")) } else { $0 } }
            before.phase = .ready
            return SuccessWords(Button(Self.triage), of: Self.triage, about: nil, row: nil, on: before).text(on: after)
        }
        let list = Element.list(history("Opened", "Grace set the severity to High"))
        let record = Screen(title: "Incident 5", elements: [list], up: FeatureLink(feature: "incident"))
        #expect(text(on: record) == "Triage: done")
        let form = FormElement(id: "f", of: Self.triage, values: ["severity": "High"])
        #expect(text(on: Screen(title: "Incident 5", elements: [.form(form), list])) == "Triage: done")
    }

    @Test func `a row of the list that the action adds to is named, also beside a history`() {
        func rows(_ names: String...) -> Element {
            .list(id: "dogs", rows: names.map { Row(id: $0, title: $0, values: ["name": .text($0)]) })
        }
        let after = Screen(
            title: "Kennel", elements: [rows("Max", "Rex"), .list(history("Opened", "Rex arrived"))],
            up: FeatureLink(feature: "kennels"))
        let words = SuccessWords(
            Button(Self.adopt), of: Self.adopt, about: "Kennel", row: nil,
            on: Screen(title: "", phase: .ready, elements: [rows("Max"), .list(history("Opened"))]))
        #expect(words.text(on: after) == "Rex was adopted.")
        let several = Screen(title: "Kennel", elements: [.list(history("Opened", "Rex arrived")), .list(list("Max"))])
        #expect(words.namedRow(on: several) == nil)
    }
}
