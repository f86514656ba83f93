import FeatureKit
import Testing

/// Tests the wire format of all parts of a screen: the exact JSON, and that decoding it returns an equal value.
@Suite(.timeLimit(.minutes(5))) struct ScreenCodingTests {
    static let button = Button(action: "give", title: "Give")
    static let chosen = Button(
        action: "give", title: "Give", arguments: ["id": "7", "count": 2], enabled: false, role: .destructive)
    static let chosenJSON =
        #"{"action":"give","arguments":{"count":2,"id":"7"},"enabled":false,"role":"destructive","title":"Give"}"#
    static let buttonJSON = #"{"action":"give","enabled":true,"role":"normal","title":"Give"}"#

    @Test func `the JSON of a button without arguments has no member for them`() throws {
        #expect(try json(Self.button) == Self.buttonJSON)
        #expect(try json(Self.chosen) == Self.chosenJSON)
        #expect(try value(Button.self, from: Self.buttonJSON) == Self.button)
        #expect(try value(Button.self, from: Self.chosenJSON) == Self.chosen)
    }

    static let phases: [(Phase, String)] = [
        (.ready, #"{"kind":"ready"}"#),
        (.loading, #"{"kind":"loading"}"#),
        (.loading(message: "Soon"), #"{"kind":"loading","message":"Soon"}"#),
        (.loading(fraction: 0.25), #"{"fraction":0.25,"kind":"loading"}"#),
        (.failed(message: "No"), #"{"kind":"failed","message":"No"}"#),
        (.failed(message: "No", retry: button), #"{"kind":"failed","message":"No","retry":\#(buttonJSON)}"#),
    ]

    @Test(arguments: phases) func `the JSON of a phase is an object with its kind`(phase: Phase, text: String) throws {
        #expect(try json(phase) == text)
        #expect(try value(Phase.self, from: text) == phase)
    }

    @Test func `isLoading and isFailed match the kind of the phase`() {
        #expect(Self.phases.map(\.0.isLoading) == [false, true, true, true, false, false])
        #expect(Self.phases.map(\.0.isFailed) == [false, false, false, false, true, true])
    }

    static let rows: [(Row, String)] = [
        (Row(id: "1", title: "Rex"), #"{"id":"1","title":"Rex"}"#),
        (
            Row(
                id: "1", title: "Rex", detail: "Bulldog",
                values: ["age": 2, "tame": true, "share": 0.5, "name": "Rex"],
                tone: .warning, buttons: [chosen], opens: FeatureLink(feature: "user", options: ["id": "7"])),
            #"{"buttons":[\#(chosenJSON)],"detail":"Bulldog","id":"1","#
                + #""opens":{"feature":"user","options":{"id":"7"}},"title":"Rex","tone":"warning","#
                + #""values":{"age":2,"name":"Rex","share":0.5,"tame":true}}"#
        ),
    ]

    @Test(arguments: rows) func `the JSON of a row leaves out missing members`(row: Row, text: String) throws {
        #expect(try json(row) == text)
        #expect(try value(Row.self, from: text) == row)
    }

    static let elements: [(Element, String)] = [
        (.text(id: "t", "Paused"), #"{"id":"t","kind":"text","style":"body","text":"Paused"}"#),
        (.text(id: "t", "Paused", style: .headline), #"{"id":"t","kind":"text","style":"headline","text":"Paused"}"#),
        (.text(id: "t", "Paused", style: .caption), #"{"id":"t","kind":"text","style":"caption","text":"Paused"}"#),
        (
            .progress(id: "g", "Time", fraction: 0.25, message: "1 s"),
            #"{"fraction":0.25,"id":"g","kind":"progress","message":"1 s","title":"Time"}"#
        ),
        (
            .image(id: "i", "A dog", FileReference(name: "a.png", type: "image/png", size: 8, href: "/a.png?v=1")),
            #"{"alt":"A dog","file":{"href":"/a.png?v=1","name":"a.png","size":8,"type":"image/png"},"id":"i","#
                + #""kind":"image"}"#
        ),
        (.progress(id: "g", "Time"), #"{"id":"g","kind":"progress","title":"Time"}"#),
        (
            .chart(
                id: "c", "Days", style: .lines, labels: ["Mon", "Tue"],
                series: [.init("In", [1.5, nil], tone: .warning), .init("Out", [-0.25, 2.5])], unit: "°C"),
            #"{"id":"c","kind":"chart","labels":["Mon","Tue"],"series":[{"name":"In","tone":"warning","#
                + #""values":[1.5,null]},{"name":"Out","values":[-0.25,2.5]}],"style":"lines","title":"Days","unit":"°C"}"#
        ),
        (
            .drawing(
                id: "d", "Two shapes", width: 40.5, height: 30.5,
                shapes: [
                    .circle(id: "1", x: 1.5, y: 2.5, radius: 0.5, tone: .accent, isFilled: true, title: "One"),
                    .rectangle(id: "2", x: -1.5, y: 2.5, width: 3.5, height: 4.5),
                    .line(id: "3", x: 1.5, y: 2.5, x2: 3.5, y2: 4.5), .text(id: "4", x: 1.5, y: 2.5, "Four"),
                ], tap: Button(action: "tap", title: "Tap")),
            #"{"alt":"Two shapes","height":30.5,"id":"d","kind":"drawing","shapes":[{"filled":true,"id":"1","#
                + #""kind":"circle","radius":0.5,"title":"One","tone":"accent","x":1.5,"y":2.5},{"height":4.5,"id":"2","#
                + #""kind":"rectangle","width":3.5,"x":-1.5,"y":2.5},{"id":"3","kind":"line","x":1.5,"x2":3.5,"y":2.5,"#
                + #""y2":4.5},{"id":"4","kind":"text","text":"Four","x":1.5,"y":2.5}],"tap":{"action":"tap","#
                + #""enabled":true,"role":"normal","title":"Tap"},"width":40.5}"#
        ),
        (
            .chart(id: "c", "Days", labels: [], series: []),
            #"{"id":"c","kind":"chart","labels":[],"series":[],"style":"bars","title":"Days"}"#
        ),
        (
            .fields(id: "f", items: [.init(label: "Open", value: "2", trend: [1.5, 0.5])]),
            #"{"id":"f","items":[{"label":"Open","trend":[1.5,0.5],"value":"2"}],"kind":"fields"}"#
        ),
        (.placeholder(id: "p", "No dogs"), #"{"id":"p","kind":"placeholder","text":"No dogs"}"#),
        (.list(id: "l", rows: []), #"{"id":"l","kind":"list","rows":[]}"#),
        (
            .list(id: "l", rows: [rows[0].0], columns: [.init(name: "age", title: "Age")], more: button),
            #"{"columns":[{"name":"age","title":"Age"}],"id":"l","kind":"list","more":\#(buttonJSON),"#
                + #""rows":[\#(rows[0].1)]}"#
        ),
        (
            .fields(id: "f", items: [.init(label: "Name", value: "Rex")]),
            #"{"id":"f","items":[{"label":"Name","value":"Rex"}],"kind":"fields"}"#
        ),
    ]

    @Test(arguments: elements) func `the JSON of an element is an object with its kind`(element: Element, text: String)
        throws
    {
        #expect(try json(element) == text)
        #expect(try value(Element.self, from: text) == element)
        #expect(text.contains(#""id":"\#(element.id)""#))
    }

    static let unknownElements = [
        (#"{"id":"c","kind":"map","text":"3 dogs"}"#, #"{"id":"c","kind":"map","text":"3 dogs"}"#),
        (#"{"kind":"map","id":"c","points":[1,2,{"x":null}]}"#, #"{"id":"c","kind":"map"}"#),
        (#"{"kind":"map","id":7,"text":{"de":"Hund"}}"#, #"{"id":"","kind":"map"}"#),
        (#"{"kind":""}"#, #"{"id":"","kind":""}"#),
    ]

    @Test(arguments: unknownElements)
    func `decoding keeps an element of an unknown kind and throws no error`(text: String, again: String) throws {
        let element = try value(Element.self, from: text)
        guard case .unknown(let unknown) = element else { throw Unexpected() }
        #expect(element.id == unknown.id)
        #expect(try json(element) == again)
    }

    @Test func `a chart of a style that this version does not know has bars`() throws {
        let text = #"{"kind":"chart","id":"c","title":"Days","style":"pie","labels":["Mon"],"series":[]}"#
        #expect(try value(Element.self, from: text) == .chart(id: "c", "Days", labels: ["Mon"], series: []))
    }

    @Test func `numbers that JSON cannot express leave a drawing readable`() throws {
        let shape = DrawingElement.Shape.circle(id: "1", x: .nan, y: 1, radius: 1)
        let element = Element.drawing(id: "d", "D", width: .infinity, height: 10, shapes: [shape])
        guard case .drawing(let read) = try value(Element.self, from: json(element)) else { throw Unexpected() }
        #expect(read.width.isNaN && read.height == 10 && read.shapes.map(\.figure) == [.unknown(kind: "circle")])
    }

    @Test func `a shape of a kind that this version does not know keeps its place`() throws {
        let text =
            #"{"kind":"drawing","id":"d","alt":"","width":1,"height":1,"shapes":[{"id":"1","kind":"star","x":7}]}"#
        let shape = DrawingElement.Shape(id: "1", .unknown(kind: "star"))
        #expect(try value(Element.self, from: text) == .drawing(id: "d", "", width: 1, height: 1, shapes: [shape]))
    }

    @Test func `decoding JSON that is not an element throws an error`() {
        for text in ["{}", #"{"kind":7}"#, #"{"kind":"text"}"#, #"{"kind":"list","id":"l"}"#, #""text""#] {
            #expect(throws: DecodingError.self) { try value(Element.self, from: text) }
        }
    }

    @Test func `the JSON of a frame, a screen and a notice has all members`() throws {
        let screen = Screen(
            title: "Dogs", tone: .accent, phase: .ready, elements: [.text(id: "t", "Rex")], buttons: [Self.button])
        let frame = Frame(session: "s", feature: "doggy", revision: 3, screen: screen)
        let expected =
            #"{"feature":"doggy","revision":3,"screen":{"buttons":[\#(Self.buttonJSON)],"elements":["#
            + #"{"id":"t","kind":"text","style":"body","text":"Rex"}],"phase":{"kind":"ready"},"title":"Dogs","#
            + #""tone":"accent"},"session":"s"}"#
        #expect(try json(frame) == expected)
        #expect(try value(Frame.self, from: expected) == frame)
        #expect(try json(Notice("Saved", tone: .positive)) == #"{"text":"Saved","tone":"positive"}"#)
        #expect(
            try json(Screen())
                == #"{"buttons":[],"elements":[],"phase":{"kind":"loading"},"title":"","tone":"plain"}"#)
    }

    @Test func `each tone, role and style is encoded as its name`() {
        #expect(Tone.allCases.map(\.rawValue) == ["plain", "accent", "positive", "warning", "critical"])
        #expect(Button.Role.allCases.map(\.rawValue) == ["normal", "primary", "destructive", "next", "previous"])
        #expect(TextElement.Style.allCases.map(\.rawValue) == ["body", "headline", "caption", "code"])
    }
}
