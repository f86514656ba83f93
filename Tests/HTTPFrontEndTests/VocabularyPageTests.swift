import FeatureKit
import Foundation
import HTTPFrontEnd
import Testing

/// Tests the HTML of each kind of element.
@Suite(.timeLimit(.minutes(5))) struct VocabularyPageTests {
    /// Returns the HTML of elements, without the rest of the page.
    private func html(_ elements: Element...) throws -> String {
        try html(of: Screen(phase: .ready, elements: elements))
    }

    private func html(of screen: Screen) throws -> String {
        let frame = Frame(session: "s", feature: "slides", revision: 1, screen: screen)
        let text = try ScreenRendition.html.text(of: frame, manifest: SlidesFeature.manifest)
        let parts = text.split(separator: "<div id=\"elements\">").dropFirst().joined()
        let end = "</div><div class=\"end\""
        return String(try #require(parts.split(separator: end, omittingEmptySubsequences: false).first))
    }

    @Test func `The summary is shown below the heading`() throws {
        let frame = Frame(
            session: "s", feature: "slides", revision: 1, screen: Screen(title: "T", summary: "All <dogs>"))
        let text = try ScreenRendition.html.text(of: frame, manifest: SlidesFeature.manifest)
        #expect(text.contains("</div><p id=\"summary\" class=\"summary\"><bdi>All &lt;dogs&gt;</bdi></p>"))
        #expect(try html(of: Screen(phase: .ready)).isEmpty)
    }

    @Test func `Code keeps its white space`() throws {
        #expect(
            try html(.text(id: "c", "if a {\n    b\n}", style: .code))
                == "<div class=\"element\" id=\"e:c\"><pre class=\"code\" tabindex=\"0\"><bdi>if a {\n    b\n}</bdi></pre></div>"
        )
    }

    @Test func `The heading level of a section follows its nesting, and each section has its own buttons`() throws {
        let inner = Element.section(id: "in", title: "Inner", layout: .columns, elements: [.text(id: "t", "Text")])
        let outer = Element.section(id: "out", title: "Outer", elements: [inner], buttons: [Button(SlidesFeature.next)])
        #expect(
            try html(outer)
                == """
                <div class="element" id="e:out">
                <section aria-labelledby="h:out">
                <h2 id="h:out"><bdi>Outer</bdi></h2>
                <div id="s:out">
                <div class="element" id="e:in">
                <section aria-labelledby="h:in">
                <h3 id="h:in"><bdi>Inner</bdi></h3>
                <div id="s:in" class="columns">
                <div class="element" id="e:t">
                <p class="body"><bdi>Text</bdi></p>
                </div>
                </div>
                <div id="p:in" class="presses">
                </div>
                </section>
                </div>
                </div>
                <div id="p:out" class="presses">
                <form id="p:out:next" method="post" action="/sessions/s/actions/next"><button><bdi>Next</bdi></button></form>
                </div>
                </section>
                </div>
                """.onOneLine)
    }

    @Test func `Each tab is a link to its panel, and a form in a tab returns to this tab`() throws {
        let panel = Element.section(id: "a b", title: "First", elements: [], buttons: [Button(SlidesFeature.next)])
        let page = try html(
            .section(id: "t", title: "Tabs", layout: .tabs, elements: [panel, .text(id: "second", "Text")]))
        #expect(
            page.contains(
                """
                <nav id="t:t" class="tabs" aria-label="Tabs">
                <ul>
                <li><a href="#e:a%20b"><bdi>First</bdi></a></li>
                <li><a href="#e:second"><bdi>second</bdi></a></li>
                </ul>
                </nav>
                <div id="s:t" class="panels">
                <div class="element" id="e:a%20b">
                """.onOneLine))
        #expect(page.contains("action=\"/sessions/s/actions/next#e:a%20b\""))
    }

    @Test func `The heading of a folded section opens the section`() throws {
        let page = try html(
            .section(id: "f", title: "More", layout: .folded, elements: [.text(id: "t", "Text")]),
            .section(id: "g", layout: .folded, elements: []))
        #expect(page.contains("<details class=\"folded\"><summary><h2 id=\"h:f\"><bdi>More</bdi></h2></summary>"))
        #expect(page.contains("<summary><h2 id=\"h:g\"><bdi>More</bdi></h2></summary>"))
    }

    @Test func `Values are shown with their tone, their detail and their link`() throws {
        let items: [FieldsElement.Item] = [
            .init(label: "Dogs", value: "3"),
            .init(
                label: "Late", value: "2", tone: .critical, detail: "since May", opens: FeatureLink(feature: "other")),
        ]
        #expect(
            try html(.fields(id: "f", items: items, style: .stats))
                == """
                <div class="element" id="e:f">
                <dl id="f:f" class="stats">
                <div><dt><bdi>Dogs</bdi></dt><dd><bdi>3</bdi></dd></div>
                <div class="critical"><dt><bdi>Late</bdi></dt><dd><span class="sign" role="img" aria-label="Problem" title="Problem">✕</span> <a href="/features/other"><bdi>2</bdi></a> <bdi class="detail">since May</bdi></dd></div>
                </dl>
                </div>
                """.onOneLine)
    }

    @Test func `An element of an unknown kind shows its text and its inner elements`() throws {
        let unknown = Element.unknown(
            try UnknownElement(
                json: """
                    {"kind":"map","id":"m","title":"Map","elements":[
                    {"kind":"text","id":"t","text":"Sea","style":"body"}]}
                    """))
        let page = try html(unknown)
        #expect(page.contains("<p class=\"body\"><bdi>Map</bdi></p>"))
        #expect(page.contains("<div class=\"element\" id=\"e:t\"><p class=\"body\"><bdi>Sea</bdi></p>"))
    }

    // MARK: - Lists

    private let columns: [ListElement.Column] = [
        .init(.title, title: "Name", sort: Button(SlidesFeature.next), sorted: .down),
        .init(name: "age", title: "Age", kind: .integer), .init(.detail, title: "Breed"),
    ]

    @Test func `A table has a caption, aligned numbers and column headings that sort the rows`() throws {
        let row = Row(id: "1", title: "Rex", detail: "Labrador", values: ["age": 3], cells: ["age": "three"])
        let list = Element.list(
            id: "d", rows: [row], columns: columns, total: .init(12_503), select: SlidesFeature.select, selected: "1")
        #expect(
            try html(list)
                == """
                <div class="element" id="e:d">
                <div class="wide" role="group" aria-labelledby="title" tabindex="0">
                <table aria-labelledby="title c:d">
                <caption id="c:d">1 of 12,503</caption>
                <thead id="k:d"><tr><th scope="col" aria-sort="descending"><form method="post" action="/sessions/s/actions/next"><button class="sort"><bdi>Name</bdi> <span aria-hidden="true">▼</span></button></form></th><th scope="col" class="number"><bdi>Age</bdi></th><th scope="col"><bdi>Breed</bdi></th></tr></thead>
                <tbody id="l:d">
                <tr id="r:d:1" aria-current="true">
                <th scope="row"><form class="pick" method="post" action="/sessions/s/actions/select?id=1"><button><bdi>Rex</bdi></button></form></th>
                <td class="number" data-label="Age"><bdi>three</bdi></td>
                <td data-label="Breed"><bdi>Labrador</bdi></td>
                </tr>
                </tbody>
                </table>
                </div>
                <div id="n:d"></div>
                <div class="more" id="m:d">
                </div>
                <div id="a:d" hidden>
                </div>
                </div>
                """.onOneLine)
    }

    @Test func `An empty list shows its hint, and an inexact total is shown as a minimum`() throws {
        let page = try html(.list(id: "d", rows: [], total: .init(10_000, exact: false), hint: "Adopt a dog."))
        #expect(page.contains("<p class=\"total\" id=\"c:d\">0 of at least 10,000</p>"))
        #expect(page.contains("<div id=\"n:d\"><p class=\"placeholder\"><bdi>Adopt a dog.</bdi></p></div>"))
        let full = try html(.list(id: "d", rows: [Row(id: "1", title: "Rex")], hint: "Adopt a dog."))
        #expect(!full.contains("Adopt"))
    }

    @Test func `A row with a link has a separate button that selects the row`() throws {
        let row = Row(id: "1", title: "Rex", opens: FeatureLink(feature: "other"))
        let page = try html(.list(id: "d", rows: [row], select: SlidesFeature.select))
        #expect(page.contains("<a href=\"/features/other\"><bdi>Rex</bdi></a>"))
        #expect(page.contains("<button aria-label=\"Select Rex\">Select</button>"))
    }

    // MARK: - Buttons and notices

    @Test func `A button has a question, a key, and a form that starts with the button's values`() throws {
        let buttons = [
            Button(SlidesFeature.next, confirm: "Sure?", key: "b"), Button(SlidesFeature.fill, values: ["form": "A4"]),
            Button(SlidesFeature.fill, arguments: ["form": "A5"], key: "x"),
        ]
        let page = try html(.section(id: "s", elements: [], buttons: buttons))
        #expect(
            page.contains("aria-haspopup=\"dialog\" data-key=\"b\" aria-keyshortcuts=\"b\"><bdi>Next</bdi>…</button>"))
        #expect(page.contains("<p class=\"question\"><bdi>Sure?</bdi></p>"))
        #expect(page.contains("<button class=\"primary\"><bdi>Next</bdi></button>"))
        #expect(page.contains("name=\"f.form\" type=\"text\" value=\"A4\""))
        #expect(page.contains("action=\"/sessions/s/actions/fill?f.form=A5\"><button><bdi>Fill"))
    }
}

extension String {
    /// The lines of HTML without the breaks between them.
    fileprivate var onOneLine: String { split(separator: "\n").joined() }
}

extension UnknownElement {
    fileprivate init(json: String) throws {
        self = try JSONDecoder().decode(UnknownElement.self, from: Data(json.utf8))
    }
}
