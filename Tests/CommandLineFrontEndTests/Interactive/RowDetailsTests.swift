import CommandLineFrontEnd
import FeatureKit
import TerminalKit
import Testing

@Suite("The details of a row on a terminal", .timeLimit(.minutes(5)))
struct RowDetailsTests {
    /// Returns the lines inside the box with the details of a row.
    private func details(_ row: Row, columns: [ListElement.Column]? = nil, terminal: Int = 44) -> [String] {
        var viewing = Viewing(columns: terminal)
        viewing.show(Screen(title: "Doggies", phase: .ready, elements: [.list(id: "l", rows: [row], columns: columns)]))
        viewing.type(":details")
        viewing.press(.enter)
        return viewing.lines.filter { $0.contains("│") }.map { line in
            var text = line.drop { $0 != "│" }.dropFirst(2).prefix { $0 != "│" }
            while text.last == " " { text.removeLast() }
            return String(text)
        }
    }

    private let values: [String: FieldValue] = ["name": "Rex", "breed": "Labrador", "age": 30]

    @Test("Each value comes once, with the title of its field, in the order of the fields")
    func once() {
        let columns: [ListElement.Column] = [.init(.title, title: "Dog"), .init(.detail, title: "Age")]
        let row = Row(id: "1", title: "Rex Labrador", detail: "30 years", values: values)
        #expect(details(row, columns: columns) == ["Name   Rex", "Breed  Labrador", "Age    30 years"])
    }

    @Test("A detail without a title is left out if a field has the same text")
    func untitled() {
        let lines = ["Name   Rex", "Breed  Labrador", "Age    30"]
        #expect(details(Row(id: "1", title: "Rex", detail: "30", values: values)) == lines)
        let other = details(Row(id: "1", title: "Rex", detail: "likes the sea", values: values))
        #expect(other == ["       likes the sea"] + lines)
    }

    @Test("A value without a title shows its name, unless the row has a page")
    func unnamed() {
        var row = Row(id: "1", title: "Rex", values: ["name": "Rex", "shoeSize": 9])
        #expect(details(row) == ["Name      Rex", "shoeSize  9"])
        row.opens = FeatureLink(feature: "doggy", options: ["id": "1"])
        #expect(details(row) == ["Name  Rex"])
    }

    @Test("A digit presses a button of the shown row, also after the row has left the filter")
    func digit() {
        func screen(_ names: [String]) -> Screen {
            let rows = names.enumerated().map { index, name in
                let id = String(index + 1)
                return Row(
                    id: id, title: name,
                    buttons: [Button(action: "birthday", title: "Birthday", arguments: ["id": .text(id)])])
            }
            return Screen(title: "Doggies", phase: .ready, elements: [.list(id: "l", rows: rows)])
        }
        var viewing = Viewing()
        viewing.show(screen(["Alfred", "Alfons"]))
        viewing.type("/alf")
        viewing.press(.enter)
        viewing.type(":details")
        viewing.press(.enter)
        viewing.show(screen(["Bert", "Alfons"]))
        viewing.type("1")
        #expect(viewing.performed == ["birthday id=1"])
    }

    @Test("A title that does not fit the frame stands inside it")
    func longTitle() {
        let title = "A dog with a name that is much too long for this"
        let lines = details(Row(id: "1", title: title, values: ["age": 1]))
        #expect(lines.first == "     A dog with a name that is much")
        #expect(lines.last == "Age  1")
    }
}
