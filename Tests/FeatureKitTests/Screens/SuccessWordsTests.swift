import FeatureKit
import Testing

@Suite("Words of success", .timeLimit(.minutes(5))) struct SuccessWordsTests {
    static let adopt = Action("adopt", "Adopt a dog", done: "was adopted", fields: Field<String>("name", "Name"))
    static let scan = Action("scan", "Scan…")

    private func words(
        _ action: Action?, title: String? = nil, about subject: String?, row: String? = nil, in list: [ListElement] = []
    ) -> SuccessWords {
        let button = Button(action ?? Self.scan, title: title)
        return SuccessWords(button, of: action, about: subject, row: row, addingTo: list)
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
        #expect(text(Self.scan, "Max", "Rex") == "Scan: Rex")
        #expect(
            text(Self.adopt, "Max") == "Adopt a dog: done" && text(Self.adopt, "A", "B", "C") == "Adopt a dog: done")
        #expect(
            words(Self.scan, about: nil).text(on: Screen(title: "", elements: [.list(list("Max"))])) == "Scan: done")
    }

    @Test func `a button of a screen may add a row if it asks for fields`() {
        let before = Screen(title: "", phase: .ready, elements: [.list(list("Max"))])
        let after = Screen(title: "", elements: [.list(list("Max", "Rex"))])
        let (adopt, scan) = (Button(Self.adopt), Button(Self.scan))
        #expect(SuccessWords(adopt, of: Self.adopt, on: nil, of: before).newRow(on: after)?.title == "Rex")
        #expect(SuccessWords(scan, of: Self.scan, on: nil, of: before).newRow(on: after) == nil)
        let row = before.row("0")
        #expect(SuccessWords(adopt, of: Self.adopt, on: row, of: before).newRow(on: after) == nil)
        let preset = Button(Self.adopt, arguments: ["name": "Rex"])
        #expect(SuccessWords(preset, of: Self.adopt, on: nil, of: before).newRow(on: after) == nil)
    }
}
