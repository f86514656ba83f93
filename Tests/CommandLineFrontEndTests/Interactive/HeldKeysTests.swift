import CommandLineFrontEnd
import FeatureKit
import TerminalKit
import Testing

@Suite("Keys that wait for the rows of a search", .timeLimit(.minutes(5)))
struct HeldKeysTests {
    private static let search = Field<String?>("search", "Search", length: 1...40).role(.search)
    private static let browse = Action("browse", "Find", effect: .shows, fields: search)
    private static let rename = SampleScreens.rename
    private static let manifest = FeatureManifest(
        id: "doggy", title: "Doggies", summary: "", options: [search], actions: browse, rename)

    private func screen(_ names: String..., search: String? = nil) -> Screen {
        var values: [String: FieldValue] = [:]
        values["search"] = search.map { .text($0) }
        let rows = names.map { name in
            Row(
                id: name, title: name, buttons: [Button(Self.rename, arguments: ["id": .text(name)])],
                opens: FeatureLink(feature: "house", options: ["name": .text(name)]))
        }
        return Screen(
            title: "Doggies", phase: .ready,
            elements: [
                .form(FormElement(id: "browse", of: Self.browse, values: values, submits: .change)),
                .list(id: "dogs", rows: rows),
            ])
    }

    /// Returns a view in which a person has typed a search whose answer has not come.
    private func searching() -> Viewing {
        var viewing = Viewing(Self.manifest)
        viewing.show(screen("Alfred", "Rex"))
        viewing.type("/rex")
        viewing.press(.enter)
        return viewing
    }

    /// Ends all calls of the view.
    private func answer(_ viewing: inout Viewing, revision: Int) {
        var ended = 0
        while ended < viewing.calls.count {
            let keys = viewing.effects.compactMap { if case .perform(_, let key, _) = $0 { key } else { nil } }
            for key in keys.dropFirst(ended) { viewing.end(key, revision: revision) }
            ended = keys.count
        }
    }

    @Test("The enter key opens the row that the search finds, not the row with the cursor before")
    func enter() {
        var viewing = searching()
        viewing.press(.enter)
        #expect(viewing.openedLinks.isEmpty)
        answer(&viewing, revision: viewing.revision + 1)
        #expect(viewing.openedLinks.isEmpty)
        viewing.show(screen("Rex", search: "rex"))
        #expect(viewing.openedLinks.map(\.options) == [["name": "Rex"]])
    }

    @Test("The keys after a waiting key wait too, and then act in their order")
    func order() {
        var viewing = searching()
        viewing.type("e!")
        #expect(!viewing.text.contains("╭"))
        answer(&viewing, revision: viewing.revision + 1)
        viewing.show(screen("Rex", search: "rex"))
        #expect(viewing.text.contains("Rename: Rex") && viewing.text.contains("!"))
    }

    @Test("The escape key and a failed search forget the waiting keys")
    func forgotten() {
        var viewing = searching()
        viewing.press(.enter, .escape)
        answer(&viewing, revision: viewing.revision + 1)
        viewing.show(screen("Rex", search: "rex"))
        #expect(viewing.openedLinks.isEmpty)
        viewing = searching()
        viewing.press(.enter)
        viewing.end(viewing.lastCall, FeatureError(.featureFault, "no luck"))
        viewing.show(screen("Alfred", "Rex"))
        #expect(viewing.openedLinks.isEmpty)
    }

    @Test("Movements do not wait, and rows that are about to go are dim after a moment")
    func moving() {
        var viewing = searching()
        viewing.press(.down)
        #expect(viewing.state.selectedRow == "Rex")
        func isDim() -> Bool {
            let line = viewing.lines.firstIndex { $0.contains("Alfred") }
            return line.map { viewing.state.painted(depth: .none)[3, $0].style.attributes.contains(.dim) } ?? false
        }
        #expect(!isDim())
        viewing.wait(.seconds(2))
        #expect(isDim())
        answer(&viewing, revision: viewing.revision)
        #expect(!isDim())
    }
}
