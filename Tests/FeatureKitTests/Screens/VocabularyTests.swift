import FeatureKit
import Testing

/// Tests that a client can decode a screen from a later host, and can show the parts that it knows.
@Suite(.timeLimit(.minutes(5))) struct VocabularyTests {
    @Test func `an element of an unknown kind keeps its text, its title and its elements`() throws {
        let text = #"""
            {"kind":"carousel","id":"c","title":"Photos","speed":3,
             "elements":[{"kind":"text","id":"t","text":"One","style":"body"},{"kind":"hologram","text":"Two"}]}
            """#
        guard case .unknown(let unknown) = try value(Element.self, from: text) else { throw Unexpected() }
        #expect(unknown.shownText == "Photos")
        #expect(unknown.elements.map(\.id) == ["t", ""])
        guard case .unknown(let inner) = unknown.elements.last else { throw Unexpected() }
        #expect(inner.shownText == "Two")
        var seen: [String] = []
        Screen(elements: [.unknown(unknown)]).forEachElement { seen.append($0.id) }
        #expect(seen == ["c", "t", ""])
    }

    @Test func `an unknown value of a known member decodes as the member's default`() throws {
        #expect(try value(Tone.self, from: #""festive""#) == .plain)
        #expect(try value(Button.Role.self, from: #""magic""#) == .normal)
        #expect(try value(TextElement.Style.self, from: #""neon""#) == .body)
        #expect(try value(FieldsElement.Style.self, from: #""neon""#) == .table)
        #expect(try value(ChartElement.Style.self, from: #""pie""#) == .bars)
        #expect(try value(SectionElement.Layout.self, from: #""spiral""#) == .stack)
        #expect(try value(FormElement.Submission.self, from: #""thought""#) == .button)
        #expect(try value(ListElement.Column.Direction.self, from: #""sideways""#) == .up)
        #expect(try value(Phase.self, from: #"{"kind":"dreaming","depth":2}"#) == .ready)
    }

    @Test func `unknown members are ignored`() throws {
        let screen = try value(
            Screen.self,
            from: #"""
                {"title":"T","tone":"plain","phase":{"kind":"ready","mood":1},"weather":{"sun":true},"buttons":[
                {"action":"a","title":"A","enabled":true,"role":"normal","glow":[1]}],"elements":[
                {"kind":"list","id":"l","rows":[{"id":"1","title":"R","ghost":null}],"columns":[
                {"part":"title","title":"Name","width":3}],"groups":[{}]}]}
                """#)
        #expect(
            screen
                == Screen(
                    title: "T", phase: .ready,
                    elements: [
                        .list(id: "l", rows: [Row(id: "1", title: "R")], columns: [.init(.title, title: "Name")])
                    ],
                    buttons: [Button(action: "a", title: "A")]))
    }

    @Test func `decoding an edit of a later vocabulary throws an error so that the client fetches the frame`() {
        for text in [
            #"{"from":1,"to":2,"elements":[{"fold":["a"]}]}"#, #"{"from":1,"to":2,"lists":{"l":[{"shuffle":7}]}}"#,
            #"{"from":1,"to":2,"charts":{"c":{"values":[1]}}}"#,
        ] {
            #expect(throws: DecodingError.self) { try value(ScreenPatch.self, from: text) }
        }
    }

    static let elements: [(Element, String)] = [
        (
            .section(
                id: "s", title: "More", layout: .tabs, elements: [.text(id: "t", "x", style: .code)],
                buttons: [Button(action: "a", title: "A", values: ["n": 1], confirm: "Sure?", key: "d")]),
            #"{"buttons":[{"action":"a","confirm":"Sure?","enabled":true,"key":"d","role":"normal","title":"A","#
                + #""values":{"n":1}}],"elements":[{"id":"t","kind":"text","style":"code","text":"x"}],"id":"s","#
                + #""kind":"section","layout":"tabs","title":"More"}"#
        ),
        (
            .form(
                FormElement(
                    id: "f", action: "convert", values: ["c": 21.5], submits: .change, title: "T", enabled: false,
                    disabled: ["z", "a"], problems: ["c": .init("Too hot.", theirs: 3)], choices: ["k": ["one"]])),
            #"{"action":"convert","choices":{"k":["one"]},"disabled":["a","z"],"enabled":false,"id":"f","#
                + #""kind":"form","problems":{"c":{"text":"Too hot.","theirs":3}},"submits":"change","title":"T","#
                + #""values":{"c":21.5}}"#
        ),
        (
            .list(
                id: "l", rows: [Row(id: "1", title: "R", values: ["d": 1], cells: ["d": "one"])],
                columns: [
                    .init(
                        name: "d", title: "D", kind: .integer, sort: Button(action: "s", title: "D"), sorted: .down),
                    .init(.detail, title: "E"),
                ],
                total: .init(503, exact: false), select: Action("pick", ""), selected: "1", hint: "Nothing yet."),
            #"{"columns":[{"kind":"integer","name":"d","sort":{"action":"s","enabled":true,"role":"normal","#
                + #""title":"D"},"sorted":"down","title":"D"},{"part":"detail","title":"E"}],"hint":"Nothing yet.","#
                + #""id":"l","kind":"list","rows":[{"cells":{"d":"one"},"id":"1","title":"R","values":{"d":1}}],"#
                + #""select":"pick","selected":"1","total":{"count":503,"exact":false}}"#
        ),
        (
            .fields(
                id: "f",
                items: [
                    .init(
                        label: "L", value: "V", tone: .positive, detail: "up",
                        opens: FeatureLink(feature: "user", options: ["id": "7"]))
                ], style: .stats),
            #"{"id":"f","items":[{"detail":"up","label":"L","opens":{"feature":"user","options":{"id":"7"}},"#
                + #""tone":"positive","value":"V"}],"kind":"fields","style":"stats"}"#
        ),
        (
            .link(id: "l", "Rex", opens: FeatureLink(feature: "doggy", options: ["id": "7"])),
            #"{"id":"l","kind":"link","opens":{"feature":"doggy","options":{"id":"7"}},"title":"Rex"}"#
        ),
        (
            .link(id: "l", "About dogs", address: "https://dogs.example/?a=1"),
            #"{"id":"l","kind":"link","opens":"https://dogs.example/?a=1","title":"About dogs"}"#
        ),
    ]

    @Test(arguments: elements) func `an element has its documented members`(element: Element, text: String) throws {
        #expect(try json(element) == text)
        #expect(try value(Element.self, from: text) == element)
    }

    @Test func `the JSON of a notice contains the button and the link of the notice`() throws {
        let notice = Notice(
            "Released.", tone: .positive, button: Button(action: "undo", title: "Undo"),
            opens: FeatureLink(feature: "doggy"))
        let text =
            #"{"button":{"action":"undo","enabled":true,"role":"normal","title":"Undo"},"#
            + #""opens":{"feature":"doggy","options":{}},"text":"Released.","tone":"positive"}"#
        #expect(try json(notice) == text)
        #expect(try value(Notice.self, from: text) == notice)
    }

    @Test func `the JSON of a screen has its way up and its address`() throws {
        let up = FeatureLink(feature: "doggy", options: ["source": "sample"], title: "Doggies")
        let screen = Screen(title: "Rex", phase: .ready, up: up, address: ["id": "7", "source": "sample"])
        let text =
            #"{"address":{"id":"7","source":"sample"},"buttons":[],"elements":[],"phase":{"kind":"ready"},"#
            + #""title":"Rex","tone":"plain","up":{"feature":"doggy","options":{"source":"sample"},"title":"Doggies"}}"#
        #expect(try json(screen) == text)
        #expect(try value(Screen.self, from: text) == screen)
        let frame = Frame(session: "s", feature: "doggy", revision: 1, screen: screen)
        #expect(try value(Frame.self, from: frame.json) == frame)
    }

    @Test func `a patch sets and removes the way up and the address`() throws {
        func frame(_ revision: Int, _ up: FeatureLink?, _ address: [String: FieldValue]?) -> Frame {
            Frame(session: "s", feature: "f", revision: revision, screen: Screen(up: up, address: address))
        }
        let (list, page) = (frame(1, nil, nil), frame(2, FeatureLink(feature: "f", title: "All"), ["id": "7"]))
        let patch = try #require(ScreenPatch(from: list, to: page))
        #expect(
            String(decoding: patch.json, as: UTF8.self)
                == #"{"from":1,"to":2,"up":{"feature":"f","options":{},"title":"All"},"address":{"id":"7"}}"#)
        let back = try #require(ScreenPatch(from: page, to: frame(3, nil, nil)))
        #expect(String(decoding: back.json, as: UTF8.self) == #"{"from":2,"to":3,"up":null,"address":null}"#)
        #expect(try page.applying(value(ScreenPatch.self, from: back.json)) == frame(3, nil, nil))
    }

    @Test(arguments: [
        ("https://dogs.example", true), ("https://dogs.example/a?b=c#d", true), ("http://dogs.example", false),
        ("HTTPS://dogs.example", false), ("https://", false), ("javascript:alert(1)", false),
        ("https://dogs.example/a b", false), ("https://dogs.example/\n", false), ("https://h\u{FC}nde.example", false),
        ("", false),
    ])
    func `only ASCII addresses that begin with https are safe to link to`(address: String, isSafe: Bool) {
        #expect(LinkElement.Destination.web(address).webAddress == (isSafe ? address : nil))
    }

    @Test func `the traversal visits every button and every form, also inside sections`() {
        let buttons = (1...7).map { Button(action: "a\($0)", title: "") }
        let form = FormElement(id: "form", action: "a8")
        let screen = Screen(
            phase: .failed(message: "", retry: buttons[1]),
            elements: [
                .section(
                    id: "s",
                    elements: [
                        .section(
                            id: "inner",
                            elements: [
                                .list(
                                    id: "l", rows: [Row(id: "1", title: "", buttons: [buttons[4]])],
                                    columns: [.init(.title, title: "", sort: buttons[3])], more: buttons[5])
                            ], buttons: [buttons[6]]), .form(form),
                    ], buttons: [buttons[2]])
            ], buttons: [buttons[0]])
        #expect(
            screen.allButtons.map(\.action) == ["a1", "a2", "a3", "a7", "a4", "a5", "a6"])
        #expect(screen.forms == [form])
        #expect(screen.lists.map(\.id) == ["l"])
    }

    @Test func `the patch for one value of a form in a section contains only that value`() throws {
        func frame(_ celsius: Double, _ revision: Int) -> Frame {
            let form = FormElement(id: "f", action: "convert", values: ["celsius": .decimal(celsius), "f": 70.7])
            let rows = (0..<1000).map { Row(id: "\($0)", title: "row \($0)") }
            return Frame(
                session: "s", feature: "f", revision: revision,
                screen: Screen(
                    elements: [.section(id: "s", elements: [.form(form), .list(id: "l", rows: rows)])]))
        }
        let patch = try #require(ScreenPatch(from: frame(20, 1), to: frame(21.5, 2)))
        #expect(
            String(decoding: patch.json, as: UTF8.self)
                == #"{"from":1,"to":2,"forms":{"f":{"values":{"celsius":21.5}}}}"#)
        #expect(try frame(20, 1).applying(patch) == frame(21.5, 2))
    }
}
