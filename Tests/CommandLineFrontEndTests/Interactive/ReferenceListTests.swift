import CommandLineFrontEnd
import FeatureKit
import FeatureStorage
import TerminalKit
import Testing

@Suite("The list of the records that a field can name", .timeLimit(.minutes(5)))
struct ReferenceListTests {
    private static let title = Field<String>("title", "Title", length: 1...40)
    private static let shelf = Field<Ref?>("shelf", "Shelf", to: "shelf", onDelete: .refuse)
    private static let pages = Field<Int?>("pages", "Pages", range: 1...999)
    private static let add = Action("add", "Add a book", fields: title, shelf, pages)
    private static let edit = Action("edit", "Edit", fields: RecordFields.id, title, shelf)
    private static let manifest = FeatureManifest(
        id: "book", title: "Books", summary: "Lists books.", actions: add, edit)
    private static let shelves = [
        Choice(id: "s1", title: "Poetry", detail: "Room 1"), Choice(id: "s2", title: "Plays", detail: "Room 2"),
        Choice(id: "s3", title: "Novels", detail: "Room 3"),
    ]

    /// Returns a view of the form that adds a book, with the focus in the field of the shelf.
    private func adding(lines: Int = 24) -> Viewing {
        var viewing = Viewing(Self.manifest, lines: lines)
        let row = Row(
            id: "b1", title: "Emma", values: ["title": "Emma", "shelf": "s3"], cells: ["shelf": "Novels"],
            buttons: [Button(Self.edit, arguments: ["id": "b1"])])
        viewing.show(
            Screen(
                title: "Books", phase: .ready, elements: [.list(id: "books", rows: [row])],
                buttons: [Button(Self.add, role: .primary)]))
        viewing.type("nDune")
        viewing.press(.tab)
        return viewing
    }

    @Test("An empty field shows the first records, and Enter takes the one with the cursor")
    func taking() {
        var viewing = adding()
        #expect(viewing.searches == [""] && viewing.text.contains("Loading…"))
        viewing.answer(Self.shelves)
        #expect(viewing.text.contains("Poetry  Room 1") && viewing.text.contains("↓ choose"))
        viewing.press(.down, .down)
        #expect(viewing.text.contains("❯ Plays  Room 2") && viewing.text.contains("↵ take"))
        viewing.press(.enter)
        #expect(viewing.text.contains("Shelf  Plays") && !viewing.text.contains("Poetry"))
        viewing.type("7")
        viewing.press(.enter)
        #expect(viewing.performed == ["add pages=7 shelf=s2 title=Dune"])
    }

    @Test("A title that the person changes after taking it is no longer the record")
    func changing() {
        var viewing = adding()
        viewing.answer(Self.shelves)
        viewing.press(.down, .enter, .up)
        viewing.type("!")
        viewing.press(.control("s"))
        #expect(viewing.performed == ["add shelf=Poetry! title=Dune"])
    }

    @Test("The store is asked 100 ms after the last letter, and an answer to an older question is dropped")
    func typing() {
        var viewing = adding()
        let first = viewing.questions
        viewing.type("p")
        viewing.wait(.milliseconds(60))
        viewing.type("l")
        viewing.wait(.milliseconds(99))
        #expect(viewing.searches == [""])
        viewing.wait(.milliseconds(1))
        #expect(viewing.searches == ["", "pl"])
        viewing.answer(Self.shelves, to: first.last)
        #expect(viewing.text.contains("Loading…"))
        viewing.answer([Self.shelves[1]])
        #expect(viewing.text.contains("Plays") && !viewing.text.contains("Poetry"))
        viewing.type("x")
        viewing.wait(.milliseconds(100))
        viewing.answer([])
        #expect(viewing.text.contains("No matches"))
        viewing.press(.backspace)
        viewing.wait(.milliseconds(100))
        viewing.fail()
        #expect(viewing.text.contains("The list could not be loaded."))
        viewing.press(.tab)
        #expect(viewing.text.contains("Shelf  pl") && !viewing.text.contains("could not be loaded"))
    }

    @Test("The up key leads back to the text, the escape key closes the list first, and the down key opens it again")
    func keys() {
        var viewing = adding()
        viewing.answer(Self.shelves)
        viewing.press(.down, .up)
        #expect(!viewing.text.contains("❯ Poetry") && viewing.text.contains("Poetry"))
        viewing.press(.escape)
        #expect(!viewing.text.contains("Poetry") && viewing.text.contains("Add a book"))
        viewing.press(.down)
        #expect(viewing.text.contains("Poetry"))
        viewing.press(.escape, .escape)
        #expect(!viewing.text.contains("╭"))
    }

    @Test("An error of the field closes the list, which opens again while the person types")
    func refused() {
        var viewing = adding()
        viewing.answer(Self.shelves)
        viewing.type("Nowhere")
        viewing.wait(.milliseconds(100))
        viewing.answer([])
        #expect(viewing.text.contains("No matches"))
        viewing.press(.control("s"))
        viewing.end(viewing.lastCall, InputRefused(["shelf": "there are no Shelves called \"Nowhere\""]))
        #expect(viewing.text.contains("there are no Shelves called") && !viewing.text.contains("Loading…"))
        viewing.press(.down)
        #expect(viewing.text.contains("Loading…"))
    }

    @Test("A title that two records have is no answer, so the key is taken")
    func twins() {
        var viewing = adding()
        viewing.answer([Choice(id: "s1", title: "Poetry"), Choice(id: "s9", title: "poetry")])
        viewing.press(.down, .down, .enter)
        viewing.press(.control("s"))
        #expect(viewing.performed == ["add shelf=s9 title=Dune"])
    }

    @Test("The end of the list loads the next page once")
    func further() {
        var viewing = adding()
        let many = (1...20).map { Choice(id: "s\($0)", title: "Shelf \($0)") }
        viewing.answer(many, next: "20")
        for _ in 1...13 { viewing.press(.down) }
        #expect(viewing.questions.count == 1)
        for _ in 1...5 { viewing.press(.down) }
        #expect(viewing.questions.map(\.after) == [nil, "20"])
        viewing.answer([Choice(id: "s20", title: "Shelf 20"), Choice(id: "s21", title: "Shelf 21")])
        for _ in 1...9 { viewing.press(.down) }
        #expect(viewing.text.contains("❯ Shelf 21") && viewing.questions.count == 2)
    }

    @Test(
        "A click takes a record, the wheel moves in the list, and the buttons of the form stay visible",
        arguments: [14, 24])
    func mouse(lines: Int) {
        var viewing = adding(lines: lines)
        viewing.answer((1...20).map { Choice(id: "s\($0)", title: "Shelf \($0)") })
        #expect(viewing.text.contains("Cancel") && viewing.text.contains("Shelf 1\n") == false)
        viewing.press(.wheelDown, .wheelDown)
        #expect(viewing.text.contains("❯ Shelf 2"))
        viewing.click("Shelf 3")
        #expect(viewing.text.contains("Shelf  Shelf 3"))
    }

    @Test("The form of a row shows the title, and sends the key unless the person types")
    func row() {
        var viewing = adding()
        viewing.press(.escape, .escape)
        viewing.type("e")
        #expect(viewing.text.contains("Shelf  Novels"))
        viewing.type("!")
        viewing.press(.control("s"))
        #expect(viewing.performed == ["edit id=b1 shelf=s3 title=Emma!"])
    }
}

extension Viewing {
    /// The questions for records, in order.
    fileprivate var questions: [ReferenceQuestion] {
        effects.compactMap { if case .findReferences(_, let question) = $0 { question } else { nil } }
    }

    fileprivate var searches: [String] { questions.map(\.search) }

    /// Answers a question, by default the newest.
    fileprivate mutating func answer(
        _ choices: [Choice], next: String? = nil, to question: ReferenceQuestion? = nil
    ) {
        guard let question = question ?? questions.last else { return }
        take(.references(question, .success(ChoicePage(choices: choices, next: next))))
    }

    fileprivate mutating func fail() {
        guard let question = questions.last else { return }
        take(.references(question, .failure(FeatureError(.serviceUnavailable, "gone"))))
    }
}
