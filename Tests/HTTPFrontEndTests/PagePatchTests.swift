import FeatureKit
import Foundation
import HTTPFrontEnd
import Testing

/// Tests that a page's stream sends only the changed parts of the page.
@Suite(.timeLimit(.minutes(5))) struct PagePatchTests {
    private struct Edit: Decodable, Equatable {
        var html: String?
        var into: String?
        var after: String?
        var at: String?
        var move: String?
        var drop: [String]?
        var child: Int?
        var current: String?
        var of: String?
    }

    private struct Patch: Decodable { var edits: [Edit] }

    /// Returns the edits that change a page with the old elements into a page with the new elements.
    ///
    /// Also returns the size of the first frame and the size of the patch, in bytes.
    private func patch(
        _ old: [Element], _ new: [Element]
    ) async throws -> (edits: [Edit], frame: Int, size: Int) {
        try await patch(SlidesFeature(old, new))
    }

    private func patch(_ feature: SlidesFeature) async throws -> (edits: [Edit], frame: Int, size: Int) {
        let sizes = Sizes()
        try await LiveHost.run([feature]) { server, port, _ in
            let id = try await Wire.open("slides", on: port)
            let session = try server.session(id)
            _ = try await session.settled()
            try await Wire.connected(to: port) { wire in
                try await wire.send("GET /sessions/\(id)/live HTTP/1.1", "Host: localhost")
                #expect(try await wire.readHead()?.hasPrefix("HTTP/1.1 200") == true)
                sizes.frame = try #require(await wire.readEvent()).utf8.count
                _ = try await session.perform("next")
                let text = try #require(await wire.readEvent())
                let data = try #require(text.split(separator: "\n").first { $0.hasPrefix("data: ") }).dropFirst(6)
                sizes.patch = data.utf8.count
                sizes.edits = try JSONDecoder().decode(Patch.self, from: Data(data.utf8)).edits
            }
        }
        return (sizes.edits, sizes.frame, sizes.patch)
    }

    private final class Sizes {
        var frame = 0
        var patch = 0
        var edits: [Edit] = []
    }

    private func section(_ id: String = "s", _ elements: Element...) -> Element {
        .section(id: id, title: "Section", elements: elements)
    }

    @Test func `Changing a value of a form element in a section replaces only the field`() async throws {
        func form(_ name: String) -> Element {
            .form(FormElement(id: "dog", of: SlidesFeature.save, values: ["name": .text(name), "breed": "Bulldog"]))
        }
        let (edits, _, size) = try await patch([section("s", form("Rex"))], [section("s", form("Max"))])
        #expect(edits.count == 1)
        let html = try #require(edits.first?.html)
        #expect(html.hasPrefix("<div class=\"field\" id=\"e:dog:name:field\">"))
        #expect(html.contains("value=\"Max\"") && !html.contains("Bulldog"))
        #expect(size < 700, "\(size) bytes")
    }

    @Test func `Disabling a form element replaces only its button`() async throws {
        func form(_ enabled: Bool) -> Element {
            .form(FormElement(id: "dog", of: SlidesFeature.save, enabled: enabled))
        }
        let edits = try await patch([form(true)], [form(false)]).edits
        #expect(edits.count == 1)
        #expect(edits.first?.html?.hasPrefix("<button id=\"e:dog:submit\" disabled>") == true)
    }

    @Test func `The buttons of a screen move below a form that is sent on change, and back`() async throws {
        var form = FormElement(id: "dog", of: SlidesFeature.save)
        form.submits = .change
        let (text, live) = (Element.text(id: "t", "No form"), Element.form(form))
        for (old, new, place) in [([text], [live], "end"), ([live], [text], "top")] {
            let moves = try await patch(old, new).edits.filter { $0.move != nil }
            #expect(
                moves == [
                    Edit(into: place, at: "end", move: "presses"),
                    Edit(into: place, after: "presses", move: "asks"),
                ])
        }
        let frame = Frame(session: "s", feature: "slides", revision: 1, screen: Screen(phase: .ready, elements: [live]))
        let page = try ScreenRendition.html.text(of: frame, manifest: SlidesFeature.manifest)
        #expect(page.contains("<div class=\"end\" id=\"end\"><div id=\"presses\"") && page.contains("id=\"asks\""))
    }

    @Test func `Changing an item replaces only the item`() async throws {
        func fields(_ count: Int) -> Element {
            .fields(id: "f", items: (0..<100).map { .init(label: "L\($0)", value: $0 == 50 ? "\(count)" : "0") })
        }
        let (edits, frame, size) = try await patch([section("s", fields(1))], [section("s", fields(2))])
        let item = "<div><dt><bdi>L50</bdi></dt><dd><bdi>2</bdi></dd></div>"
        #expect(edits == [Edit(html: item, child: 50, of: "f:f")])
        #expect(size * 20 < frame, "\(size) of \(frame) bytes")
    }

    @Test func `Changing a cell of a long table replaces only the cell`() async throws {
        func table(_ age: Int) -> Element {
            let rows = (0..<1000).map { number in
                Row(id: "\(number)", title: "Dog \(number)", values: ["age": .integer(number == 9 ? age : 1)])
            }
            return .list(
                id: "d", rows: rows,
                columns: [.init(.title, title: "Name"), .init(name: "age", title: "Age", kind: .integer)],
                total: .init(5000))
        }
        let (edits, frame, size) = try await patch([section("s", table(1))], [section("s", table(2))])
        let cell = "<td class=\"number\" data-label=\"Age\"><bdi>2</bdi></td>"
        #expect(edits == [Edit(html: cell, child: 1, of: "r:d:9")])
        #expect(size * 500 < frame, "\(size) of \(frame) bytes")
    }

    @Test func `A shape that moves costs its size, in the picture and in the list`() async throws {
        func sky(_ x: Double, isFirst: Bool = false) -> Element {
            var shapes = (0..<1000).map { number in
                DrawingElement.Shape.circle(id: "\(number)", x: number == 500 ? x : 7, y: 2, radius: 1)
            }
            if isFirst { shapes.insert(shapes.remove(at: 500), at: 0) }
            return .drawing(id: "d", "Sky", width: 40, height: 30, shapes: shapes)
        }
        let (edits, frame, size) = try await patch([section("s", sky(1))], [section("s", sky(2))])
        let parts =
            #"<svg id="d:d:500"><circle cx="2" cy="2" r="1"></circle></svg>"#
            + #"<li id="i:d:500"><bdi>Circle at 2, 2, radius 1</bdi></li>"#
        #expect(edits == [Edit(html: parts)])
        #expect(size * 500 < frame, "\(size) of \(frame) bytes")
        let moves = try await patch([section("s", sky(1))], [section("s", sky(1, isFirst: true))]).edits
        #expect(moves == [Edit(into: "d:d", move: "d:d:500"), Edit(into: "i:d", move: "i:d:500")])
    }

    @Test func `Drawn and removed shapes are added to and removed from the picture and the list`() async throws {
        func sky(_ ids: String...) -> Element {
            let shapes = ids.map { DrawingElement.Shape.line(id: $0, x: 1, y: 2, x2: 3, y2: 4) }
            return .drawing(id: "d", "Sky of \(ids[0])", width: 40, height: 30, shapes: shapes)
        }
        let line = #"<line x1="1" y1="2" x2="3" y2="4"></line>"#, words = "<bdi>Line from 1, 2 to 3, 4</bdi>"
        #expect(
            try await patch([sky("1", "2")], [sky("2", "3")]).edits == [
                Edit(html: #"<p id="b:d" class="caption"><bdi>Sky of 2</bdi></p>"#), Edit(drop: ["d:d:1", "i:d:1"]),
                Edit(html: "<svg id=\"d:d:3\">\(line)</svg>", into: "d:d", at: "end"),
                Edit(html: "<li id=\"i:d:3\">\(words)</li>", into: "i:d", at: "end"),
            ])
    }

    @Test func `A changed row is replaced as a whole if the row's forms start with the row's values`() async throws {
        func table(_ name: String) -> Element {
            let button = Button(SlidesFeature.save, arguments: ["id": "1"])
            return .list(
                id: "d", rows: [Row(id: "1", title: "Dog", values: ["name": .text(name)], buttons: [button])],
                columns: [.init(name: "name", title: "Name")])
        }
        let edits = try await patch([table("Rex")], [table("Max")]).edits
        #expect(edits.count == 1 && edits[0].html?.hasPrefix("<tr id=\"r:d:1\" data-title=\"Dog\">") == true)
        #expect(edits[0].html?.contains("f.name=Max&amp;") == true)
    }

    @Test func `Changing the selection, the sort order or the total replaces no row`() async throws {
        func table(_ selected: String, _ direction: ListElement.Column.Direction, _ total: Int) -> Element {
            .list(
                id: "d", rows: [Row(id: "1", title: "Rex"), Row(id: "2", title: "Max")],
                columns: [.init(.title, title: "Name", sorted: direction)], total: .init(total),
                select: SlidesFeature.select, selected: selected)
        }
        let edits = try await patch([table("1", .up, 2)], [table("2", .down, 9)]).edits
        #expect(edits.count == 3)
        #expect(edits[0].html?.hasPrefix("<thead id=\"k:d\">") == true)
        #expect(edits[1] == Edit(current: "r:d:2", of: "l:d"))
        #expect(edits[2] == Edit(html: "<caption id=\"c:d\">1–2 of 9</caption>"))
    }

    @Test func `Removing the last row of a list shows the list's hint`() async throws {
        func list(_ rows: Row...) -> Element { .list(id: "d", rows: rows, total: .init(rows.count), hint: "Adopt.") }
        let edits = try await patch([list(Row(id: "1", title: "Rex"))], [list()]).edits
        let html = edits.compactMap(\.html).joined()
        #expect(html.contains("<p class=\"placeholder\"><bdi>Adopt.</bdi></p>"))
        #expect(html.contains("0 of 0"))
    }

    @Test func `Inserting an element into a section sends only the element`() async throws {
        let (one, two) = (Element.text(id: "1", "One"), Element.text(id: "2", "Two"))
        let edits = try await patch([section("s", one)], [section("s", one, two)]).edits
        let html = "<div class=\"element\" id=\"e:2\"><p class=\"body\"><bdi>Two</bdi></p></div>"
        #expect(edits == [Edit(html: html, into: "s:s", at: "end")])
    }

    @Test func `An element that moves to another section is removed before it is inserted`() async throws {
        let (one, two, three) = (Element.text(id: "1", "1"), Element.text(id: "2", "2"), Element.text(id: "3", "3"))
        let edits = try await patch(
            [section("a", one), section("b", two, three)], [section("a", one, three), section("b", two)]
        ).edits
        #expect(edits.count == 2)
        #expect(edits[0].drop == ["e:3"] && edits[1].into == "s:a")
    }

    @Test func `Changing a section's heading and buttons replaces no other part of the section`() async throws {
        func section(_ title: String, _ buttons: [Button]) -> Element {
            let inner = Element.section(id: "in", title: title, elements: [.text(id: "t", "Text")], buttons: buttons)
            return .section(id: "out", layout: .tabs, elements: [inner])
        }
        let edits = try await patch([section("A", [])], [section("B", [Button(SlidesFeature.next)])]).edits
        #expect(edits.count == 3)
        #expect(edits[0].html == "<h2 id=\"h:in\"><bdi>B</bdi></h2>")
        #expect(edits[1].html?.contains("actions/next?.shared=1#e:in\"") == true)
        #expect(edits[2].html?.hasPrefix("<nav id=\"t:out\"") == true)
    }

    @Test func `Renaming a record changes the questions of the buttons on its page`() async throws {
        func screen(_ title: String) -> Screen {
            let button = Button(SlidesFeature.next, title: "Release", role: .destructive)
            return Screen(
                title: title, phase: .ready, elements: [.section(id: "s", elements: [], buttons: [button])],
                buttons: [button], up: FeatureLink(feature: "slides"))
        }
        let edits = try await patch(SlidesFeature(showing: screen("Rex"), screen("Max"))).edits
        let questions = edits.filter { $0.html?.contains("<bdi>Release Max?</bdi>") == true }
        #expect(questions.count == 2, "\(edits)")
        #expect(!edits.contains { $0.html?.contains("Rex") == true })
    }

    @Test func `The ways to the neighbours come, change and go with one edit each, and leave the other buttons alone`()
        async throws
    {
        func screen(_ id: String?) -> Screen {
            let steps = id.map { id in
                [Button(SlidesFeature.next, title: "Next", arguments: ["id": .text(id)], role: .next)]
            }
            return Screen(title: "Rex", phase: .ready, buttons: [Button(SlidesFeature.next)] + (steps ?? []))
        }
        func edits(_ old: String?, _ new: String?) async throws -> [Edit] {
            try await patch(SlidesFeature(showing: screen(old), screen(new))).edits
        }
        let come = try await edits(nil, "1").first { $0.html?.contains("id=\"steps\"") == true }
        #expect(come?.into == "top" && come?.after == "title" && come?.html?.contains("id=1") == true)
        let changed = try await edits("1", "2").first { $0.html?.contains("id=\"steps\"") == true }
        #expect(changed?.into == nil && changed?.html?.contains("id=2") == true)
        #expect(try await edits("2", nil).contains { $0.drop == ["steps"] })
    }

    @Test func `Changing the layout of a section replaces the whole section with a single edit`() async throws {
        func section(_ layout: SectionElement.Layout, _ text: String) -> Element {
            let fields = Element.fields(id: "f", items: [.init(label: "L", value: text)])
            return .section(id: "s", title: "S", layout: layout, elements: [fields])
        }
        let edits = try await patch([section(.stack, "1")], [section(.folded, "2")]).edits
        #expect(edits.count == 1)
        #expect(edits[0].html?.contains("<details class=\"folded\">") == true)
    }
}
