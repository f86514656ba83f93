import FeatureKit
import Testing

/// Tests the words with which front ends ask for an action.
@Suite(.timeLimit(.minutes(5))) struct ButtonWordsTests {
    static let scan = Action("scan", "Scan…")

    @Test func `a question names what the button acts on, unless the button has its own question`() {
        #expect(Button(Self.scan).question(about: "Rex", of: nil) == "Scan Rex?")
        #expect(Button(Self.scan).question(about: nil, of: Self.scan) == "Scan?")
        let erase = Action("erase", "Erase", consequence: "Nothing is left.")
        #expect(Button(erase).question(about: "Rex", of: erase) == "Erase Rex? Nothing is left.")
        #expect(Button(erase, confirm: "Sure?").question(about: "Rex", of: erase) == "Sure?")
        #expect(Button(Self.scan, confirm: "Sure?").question(about: "Rex", of: nil) == "Sure?")
    }
}
