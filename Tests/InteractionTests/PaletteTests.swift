import FeatureKit
import Interaction
import Testing

/// Runs the cases that the script of a page runs too (Tests/Browser/test_frame.py), and tests the entries of a page.
@Suite("The list of commands", .timeLimit(.minutes(1)))
struct PaletteTests {
    /// A text, some entries, and the titles of the found ones in their order.
    struct Case: Decodable, Sendable, CustomTestStringConvertible {
        struct Entry: Decodable, Sendable {
            var title: String
            var detail: String?
            var finding: PaletteQuery.Finding?
        }

        var name: String
        var text: String
        var entries: [Entry]
        var found: [String]
        var testDescription: String { name }
    }

    static let cases: [Case] = sharedCases("PaletteCases.json")

    @Test("The file has cases")
    func file() { #expect(Self.cases.count >= 8) }

    @Test("Each case finds what it says", arguments: cases)
    func run(_ example: Case) {
        let found = PaletteQuery(example.text).found(in: example.entries) {
            ($0.title, $0.detail ?? "", $0.finding ?? .name)
        }
        #expect(found.map { example.entries[$0].title } == example.found)
    }

    @Test(
        "The matching letters are known",
        arguments: [
            ("ad", "Adopt a dog", [0, 1]), ("dog", "Adopt a dog", [8, 9, 10]), ("p", "Adopt a dog", [3]),
            ("adg", "Adopt a dog", [0, 1, 10]), ("z", "Adopt a dog", []), ("", "Adopt", []),
        ])
    func positions(text: String, title: String, positions: [Int]) {
        #expect(PaletteQuery(text).positions(in: title).sorted() == positions)
    }

    @Test("A page offers its enabled buttons, orders, places, features and rows, the nearest first")
    func entries() {
        let name = Field<String>("name", "Name")
        let adopt = Action("adopt", "Adopt", fields: name)
        let (refresh, feed, more, sort) = (
            Action("refresh", "Refresh", effect: .reloads), Action("feed", "Feed"),
            Action("more", "Show more", effect: .loads), Action("sort", "Sort", effect: .shows)
        )
        let manifest = FeatureManifest(
            id: "dogs", title: "Dogs", summary: "Lists dogs.", actions: adopt, refresh, feed, more, sort)
        let row = Row(
            id: "1", title: "Rex", buttons: [Button(feed), Button(feed, title: "Wash", enabled: false)],
            opens: FeatureLink(feature: "dogs", options: ["id": "1"]))
        let list = ListElement(
            id: "l", rows: [row, Row(id: "2", title: "Max")],
            columns: [.init(.title, title: "Name", sort: Button(sort))], more: Button(more))
        let screen = Screen(
            title: "Dogs", phase: .ready,
            elements: [.section(id: "s", title: "Care", elements: [.list(list)], buttons: [Button(feed)])],
            buttons: [Button(adopt), Button(refresh)], up: FeatureLink(feature: "house"))
        let house = FeatureManifest(id: "house", title: "Houses", summary: "Lists houses.")
        let all = PaletteEntry.entries(of: screen, on: row, manifest: manifest, catalogue: [manifest, house])
        #expect(
            all.map { "\($0.title)|\($0.detail)" } == [
                "Feed|Rex", "Refresh|", "Adopt|", "Feed|", "Sort by Name|", "Show more|", "Houses|Up",
                "Dogs|Lists dogs.", "Houses|Lists houses.", "Rex|",
            ])
    }
}
