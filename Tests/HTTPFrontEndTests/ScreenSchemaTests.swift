import FeatureKit
import HTTPFrontEnd
import HummingbirdTesting
import Testing

/// Compares real answers with the schemas of the OpenAPI document.
@Suite(.timeLimit(.minutes(5))) struct ScreenSchemaTests {
    /// A feature that shows a screen with every member, and opens a place.
    private struct AtlasFeature: Feature {
        static let go = Action("go", "Go", fields: Field<String?>("id", "Id").role(.row))
        static let tap = Action("tap", "Tap", fields: Field<Double>("x", "X"), Field<Double>("y", "Y"))
        static let edit = Action(
            "edit", "Edit", fields: Field<String>("id", "Id").role(.row), Field<Double?>("n", "N"))
        static let manifest = FeatureManifest(
            id: "atlas", title: "Atlas", summary: "Shows everything.", options: [Field<String?>("id", "Id")],
            actions: go, tap, edit)

        func launch(on stage: Stage, options: Options) throws -> Scene {
            Scene(owning: stage, start: { stage.screen = Screens.full })
                .on(Self.tap) { _ in }.on(Self.edit) { _ in }
                .on(Self.go) { _ in
                    stage.screen.title = "Gone"
                    stage.announce(Notice("Gone", button: Screens.button, opens: Screens.link))
                    stage.open(Screens.link)
                    RunningAction.current?.note(change: 7)
                }
        }
    }

    private enum Screens {
        static let link = FeatureLink(feature: "atlas", options: ["id": "7"], title: "Seven", begins: "go")
        static let button = Button(
            AtlasFeature.go, arguments: ["id": "7"], values: ["id": "8"], confirm: "Sure?", key: "d")
        static let row = Row(
            id: "1", title: "One", detail: "1", values: ["n": 1.5, "t": true], cells: ["n": "one"], tone: .warning,
            buttons: [button], opens: link)
        static let list = Element.list(
            id: "list", rows: [row],
            columns: [
                .init(.title, title: "T"),
                .init(
                    name: "n", title: "N", kind: .decimal, sort: button, sorted: .up, edit: AtlasFeature.edit),
            ], more: button, total: .init(3, exact: false, apart: 1), select: AtlasFeature.go, selected: "1",
            hint: "None")
        static let form = FormElement(
            id: "form", action: "go", values: ["id": "7"], title: "Form", disabled: ["id"],
            problems: ["id": .init("No", theirs: "8")], choices: ["id": ["7", "8"]])
        static let item = FieldsElement.Item(
            label: "L", value: "V", tone: .accent, detail: "D", opens: link, trend: [1, 2])
        static let full = Screen(
            title: "Atlas", summary: "All", phase: .ready,
            elements: [
                .text(id: "text", "Text"), list, .form(form), .fields(id: "fields", items: [item], style: .stats),
                .section(id: "section", title: "S", elements: [.placeholder(id: "none", "None")], buttons: [button]),
                .progress(id: "progress", "P", fraction: 0.5, message: "Half"), .link(id: "here", "Here", opens: link),
                .chart(
                    id: "chart", "C", style: .lines, labels: ["L", "M"],
                    series: [.init("S", [1, nil], tone: .positive)], unit: "m"),
                .drawing(
                    id: "drawing", "D", width: 40, height: 30,
                    shapes: [
                        .circle(id: "1", x: 1, y: 1, radius: 1, tone: .accent, isFilled: true, title: "One"),
                        .rectangle(id: "2", x: 1, y: 1, width: 1, height: 1), .line(id: "3", x: 1, y: 1, x2: 2, y2: 2),
                        .text(id: "4", x: 1, y: 1, "Four"),
                    ], tap: Button(AtlasFeature.tap)),
                .link(id: "web", "Web", address: "https://a.example"),
                .image(id: "image", "I", FileReference(name: "i.png", type: "image/png", size: 1, href: "/i.png")),
            ], buttons: [button], up: link, address: ["id": "9"])
    }

    private func check(
        _ body: @escaping @Sendable (inout SchemaCheck, HostClient) async throws -> Void
    ) async throws {
        try await TestHost([AtlasFeature()]).run { client in
            var check = try SchemaCheck(document: try await client.get("/openapi.json").text)
            try await body(&check, client)
            #expect(check.faults == [])
        }
    }

    @Test func `A frame has exactly the members that its schema declares`() async throws {
        try await check { check, client in
            let frame = try await client.get("/api/features/atlas/screen")
            try check.check(frame.text, against: "Frame")
            for name in [
                "Frame", "Screen", "Link", "Element", "Row", "Column", "Shape", "File", "Item", "Total", "FieldProblem",
                "Button",
            ] {
                #expect(check.declared(by: name).subtracting(check.members) == [], "never sent")
            }
        }
    }

    @Test func `An answer and its notices have exactly the members that their schemas declare`() async throws {
        try await check { check, client in
            let answer = try await client.post("/api/features/atlas/actions/go", json: "{}")
            try check.check(answer.text, against: "Answer")
            #expect(
                answer.text.hasSuffix(
                    #","opens":{"feature":"atlas","options":{"id":"7"},"title":"Seven","begins":"go"},"change":7}"#)
            )
            for name in ["Answer", "Notice"] { #expect(check.declared(by: name).subtracting(check.members) == []) }
        }
    }

    @Test func `Patches have only members that their schemas declare`() async throws {
        try await check { check, client in
            var other = Screens.full
            (other.title, other.up, other.address, other.summary) = ("Other", nil, ["id": "8"], nil)
            (other.tone, other.phase, other.buttons) = (.accent, .failed(message: "No", retry: Screens.button), [])
            var (row, form) = (Screens.row, Screens.form)
            (row.title, row.detail, row.values["n"], row.cells["n"], row.tone) = ("Two", nil, nil, nil, nil)
            (row.buttons, row.opens) = ([], nil)
            (form.values["id"], form.title, form.problems, form.enabled) = (nil, nil, [:], false)
            (form.disabled, form.choices) = ([], [:])
            let item = FieldsElement.Item(label: "L", value: "W")
            other.elements = [
                .list(
                    id: "list",
                    rows: [row, Row(id: "2", title: "", values: ["n": 1]), Row(id: "3", title: "", values: ["n": 2])]),
                .form(form), .fields(id: "fields", items: [item], style: .stats),
                .section(id: "section", layout: .tabs, elements: [.text(id: "new", "")]),
                .drawing(id: "drawing", "E", width: 40, height: 30, shapes: [], tap: Button(AtlasFeature.tap)),
                .link(id: "web", "Site", address: "https://b.example"), .text(id: "fresh", ""), .text(id: "text", "x"),
            ]
            for (old, new) in [(Screens.full, other), (other, Screens.full), (Screens.full, Screen())] {
                let frames = [old, new].enumerated().map { revision, screen in
                    Frame(session: "s", feature: "atlas", revision: revision, screen: screen)
                }
                let patch = try #require(ScreenPatch(from: frames[0], to: frames[1]))
                try check.check(String(decoding: patch.json, as: UTF8.self), against: "Patch")
            }
            #expect(check.declared(by: "Patch").subtracting(check.members) == [])
        }
    }

    @Test(arguments: [
        (#"{"feature":"a"}"#, "'options' is missing"), (#"{"feature":1,"options":{}}"#, "expected"),
        (#"{"feature":"a","options":{},"title":null}"#, "expected"),
        (#"{"feature":"a","options":{},"glow":1}"#, "'glow' is not declared"),
    ])
    func `The check finds a difference from a schema`(json: String, fault: String) async throws {
        try await TestHost([AtlasFeature()]).run { client in
            var check = try SchemaCheck(document: try await client.get("/openapi.json").text)
            try check.check(json, against: "Link")
            #expect(check.faults.count == 1 && check.faults[0].contains(fault), "\(check.faults)")
        }
    }
}
