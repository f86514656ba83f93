import FeatureKit
import Testing

/// Frames as text that a test can state.
@Suite(.timeLimit(.minutes(5))) struct ScreenRenditionTests {
    let manifest = FeatureManifest(id: "dogs", title: "Dogs", summary: "Shows dogs.")

    private func frame(_ elements: [Element]) -> Frame {
        Frame(session: "s", feature: "dogs", revision: 3, screen: Screen(title: "Dogs", elements: elements))
    }

    @Test func `a form is what its function returns, of a frame and its feature's manifest`() throws {
        let rendition = ScreenRendition("words") { "\($1.summary) \($0.revision)" }
        #expect(rendition.name == "words")
        #expect(try rendition.text(of: frame([]), manifest: manifest) == "Shows dogs. 3")
    }

    @Test func `JSON is a member a line, and what stands in texts stays as it is`() throws {
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
        // No more than spaces and ends of lines are put in.
        let blank: (Character) -> Bool = { $0 == " " || $0.isNewline }
        let compact = String(decoding: frame([.list(id: "l", rows: [])]).json, as: UTF8.self)
        let set = try ScreenRendition.json.text(of: frame([.list(id: "l", rows: [])]), manifest: manifest)
        #expect(set.filter { !blank($0) } == compact)
    }
}
