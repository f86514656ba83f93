import FeatureKit
import Testing

/// Tests the text formats of frames for golden tests.
@Suite(.timeLimit(.minutes(5))) struct ScreenRenditionTests {
    let manifest = FeatureManifest(id: "dogs", title: "Dogs", summary: "Shows dogs.")

    private func frame(_ elements: [Element]) -> Frame {
        Frame(session: "s", feature: "dogs", revision: 3, screen: Screen(title: "Dogs", elements: elements))
    }

    @Test func `a rendition returns the result of its closure for a frame and a manifest`() throws {
        let rendition = ScreenRendition("words") { "\($1.summary) \($0.revision)" }
        #expect(rendition.name == "words")
        #expect(try rendition.text(of: frame([]), manifest: manifest) == "Shows dogs. 3")
    }

    @Test func `the JSON rendition has one member on each line and does not change texts`() throws {
        let text = try ScreenRendition.json.text(
            of: frame([.text(id: "t", #"a {"b": [1, 2]} \ c"#), .list(id: "l", rows: [])]), manifest: manifest)
        #expect(
            text == #"""
                {
                  "session": "s",
                  "feature": "dogs",
                  "revision": 3,
                  "screen": {
                    "title": "Dogs",
                    "tone": "plain",
                    "phase": {
                      "kind": "loading"
                    },
                    "elements": [
                      {
                        "kind": "text",
                        "id": "t",
                        "text": "a {\"b\": [1, 2]} \\ c",
                        "style": "body"
                      },
                      {
                        "kind": "list",
                        "id": "l",
                        "rows": []
                      }
                    ],
                    "buttons": []
                  }
                }
                """#)
        // The format only adds spaces and line breaks.
        let blank: (Character) -> Bool = { $0 == " " || $0.isNewline }
        let compact = String(decoding: frame([.list(id: "l", rows: [])]).json, as: UTF8.self)
        let set = try ScreenRendition.json.text(of: frame([.list(id: "l", rows: [])]), manifest: manifest)
        #expect(set.filter { !blank($0) } == compact)
    }
}
