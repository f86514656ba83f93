import FeatureKit
import Testing

/// Tests the words with which front ends ask for an action and say its success.
@Suite(.timeLimit(.minutes(5))) struct ButtonWordsTests {
    static let adopt = Action("adopt", "Adopt a dog", done: "was adopted")
    static let scan = Action("scan", "Scan…")

    @Test func `the success of an action is a sentence about the row or record, if the action says what it has done`() {
        #expect(Button(Self.adopt).success(of: Self.adopt, adding: "Rex") == "Rex was adopted.")
        #expect(Button(Self.adopt).success(of: Self.adopt, about: "Rex") == "Rex was adopted.")
        #expect(Button(Self.adopt).success(of: Self.adopt, about: nil) == "Adopt a dog: done")
    }

    @Test func `the success of any other action is said with its title`() {
        #expect(Button(Self.scan).success(of: Self.scan, about: "Rex") == "Scan Rex: done")
        #expect(Button(Self.scan).success(of: Self.scan, about: nil) == "Scan: done")
        #expect(Button(Self.scan).success(of: Self.scan, adding: "Rex") == "Scan: Rex")
        #expect(Button(Self.scan, title: "Look").success(about: nil) == "Look: done")
    }

    @Test func `a question names what the button acts on, unless the button has its own question`() {
        #expect(Button(Self.scan).question(about: "Rex") == "Scan Rex?")
        #expect(Button(Self.scan).question(about: nil) == "Scan?")
        #expect(Button(Self.scan, confirm: "Sure?").question(about: "Rex") == "Sure?")
    }
}
