import FeatureKit
import Testing

/// Tests the words with which front ends ask for an action.
@Suite(.timeLimit(.minutes(5))) struct ButtonWordsTests {
    static let scan = Action("scan", "Scan…")

    @Test func `a question names what the button acts on, unless the button has its own question`() {
        #expect(Button(Self.scan).question(about: "Rex") == "Scan Rex?")
        #expect(Button(Self.scan).question(about: nil) == "Scan?")
        #expect(Button(Self.scan, confirm: "Sure?").question(about: "Rex") == "Sure?")
    }
}
