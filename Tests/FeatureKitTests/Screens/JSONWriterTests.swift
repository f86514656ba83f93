import FeatureKit
import Testing

/// Tests that `JSONWriter` writes screens which decode as what they were.
@Suite(.timeLimit(.minutes(5))) struct JSONWriterTests {
    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    @Test func `members are encoded in a fixed order`() {
        let row = Row(
            id: "1", title: "Rex", detail: "Bulldog", values: ["b": 2, "a": 1.5], tone: .warning,
            buttons: [Button(action: "give", title: "Give", arguments: ["id": "1"])],
            opens: FeatureLink(feature: "user"))
        let screen = Screen(
            title: "Dogs", phase: .failed(message: "No", retry: Button(action: "go", title: "Go", role: .primary)),
            elements: [
                .list(
                    id: "l", rows: [row], columns: [.init(name: "a", title: "A")],
                    more: Button(action: "more", title: "More", enabled: false)),
                .fields(id: "f", items: [.init(label: "L", value: "V")]),
            ])
        let frame = Frame(session: "s", feature: "doggy", revision: 3, screen: screen)
        let expected =
            #"{"session":"s","feature":"doggy","revision":3,"screen":{"title":"Dogs","tone":"plain","#
            + #""phase":{"kind":"failed","message":"No","#
            + #""retry":{"action":"go","title":"Go","enabled":true,"role":"primary"}},"elements":["#
            + #"{"kind":"list","id":"l","rows":[{"id":"1","title":"Rex","detail":"Bulldog","values":{"a":1.5,"b":2},"#
            + #""tone":"warning","buttons":[{"action":"give","title":"Give","arguments":{"id":"1"},"enabled":true,"#
            + #""role":"normal"}],"opens":{"feature":"user","options":{}}}],"columns":[{"name":"a","title":"A"}],"#
            + #""more":{"action":"more","title":"More","enabled":false,"role":"normal"}},"#
            + #"{"kind":"fields","id":"f","items":[{"label":"L","value":"V"}]}],"buttons":[]}"#
        #expect(text(frame.json) == expected + "}")
        let answer = Answer(frame: frame, notices: [Notice("Saved"), Notice("Gone", tone: .critical)])
        #expect(
            text(answer.json) == expected
                + #","notices":[{"text":"Saved","tone":"plain"},{"text":"Gone","tone":"critical"}]}"#)
        #expect(text(Notice("Saved").json) == #"{"text":"Saved","tone":"plain"}"#)
    }

    @Test func `JSONWriter escapes only the characters that JSON requires to be escaped`() {
        var writer = JSONWriter()
        writer.string("\u{0}\u{1F}\t\n\r\"\\/\u{7F}\u{2028}\u{FEFF}개👨‍👩‍👧‍👦")
        #expect(
            text(writer.bytes) == #""\u0000\u001f\t\n\r\"\\/"# + "\u{7F}\u{2028}\u{FEFF}개👨‍👩‍👧‍👦\"")
    }

    @Test func `thousands of random screens decode as what they were`() throws {
        var generator = RandomScreens(seed: 2026)
        for _ in 0..<2000 {
            let frame = generator.frame()
            let read = try value(Frame.self, from: frame.json)
            try #require(read == frame)
            try #require(read.json == frame.json)
        }
    }

    @Test func `equal frames have equal bytes and different frames have different bytes`() {
        var (one, same) = (RandomScreens(seed: 5), RandomScreens(seed: 5))
        var seen: [[UInt8]: Frame] = [:]
        for _ in 0..<2000 {
            let (frame, twin) = (one.frame(), same.frame(shufflingDictionaries: true))
            #expect(frame == twin)
            #expect(frame.json == twin.json)
            if let other = seen.updateValue(frame, forKey: frame.json) { #expect(other == frame) }
        }
    }

    @Test func `an element of an unknown kind is encoded unchanged`() throws {
        let element = try value(Element.self, from: #"{"kind":"map","id":"c","text":"3 dogs","points":[]}"#)
        var writer = JSONWriter()
        writer.element(element)
        #expect(text(writer.bytes) == #"{"kind":"map","id":"c","text":"3 dogs"}"#)
    }

    @Test func `infinite numbers and NaN are left out, so that the JSON stays valid`() throws {
        let row = Row(id: "1", title: "", values: ["a": .decimal(.nan), "b": 1, "c": .decimal(-.infinity)])
        let screen = Screen(phase: .loading(message: "m", fraction: .nan), elements: [.list(id: "l", rows: [row])])
        let frame = Frame(session: "", feature: "", revision: 0, screen: screen)
        let read = try value(Frame.self, from: frame.json)
        #expect(read.screen.phase == .loading(message: "m"))
        #expect(read.screen.elements == [.list(id: "l", rows: [Row(id: "1", title: "", values: ["b": 1])])])
    }

    @Test func `no value is lost whose name is neither less nor greater than another one`() {
        let names = ["\u{E9}\u{1F}", "e\u{301}"]
        for order in [names, names.reversed()] {
            var writer = JSONWriter()
            writer.object(Dictionary(uniqueKeysWithValues: order.map { ($0, .text("x")) }))
            #expect(text(writer.bytes) == "{\"e\u{301}\":\"x\",\"\u{E9}\\u001f\":\"x\"}")
        }
    }

    @Test func `values are sorted by name even if the previous row has values with other names`() throws {
        let rows: [[String: FieldValue]] = [
            ["c": 1, "a": 2, "b": 3], ["b": 4, "c": 5, "a": 6], ["b": 7, "d": 8, "a": 9], ["b": 1, "a": 2], ["z": 1],
            ["e": 1, "d": 2, "c": 3, "b": 4, "a": 5], ["a": .decimal(.nan), "b": 1, "c": 2], [:],
        ]
        var writer = JSONWriter()
        writer.array(rows) { $0.object($1) }
        #expect(
            String(decoding: writer.bytes, as: UTF8.self)
                == #"[{"a":2,"b":3,"c":1},{"a":6,"b":4,"c":5},{"a":9,"b":7,"d":8},{"a":2,"b":1},{"z":1},"#
                + #"{"a":5,"b":4,"c":3,"d":2,"e":1},{"b":1,"c":2},{}]"#)
    }

    @Test(arguments: [0, 7, 10, -1, .max, .min])
    func `escapes and integers are encoded correctly at every position`(number: Int) {
        var writer = JSONWriter(capacity: 16)
        writer.string("\"a\\b\n\u{1}")
        writer.integer(number)
        writer.string("")
        #expect(String(decoding: writer.bytes, as: UTF8.self) == #""\"a\\b\n\u0001""# + "\(number)" + #""""#)
    }
}
