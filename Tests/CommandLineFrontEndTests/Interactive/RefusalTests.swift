import CommandLineFrontEnd
import FeatureKit
import TerminalKit
import Testing

@Suite("Refusals on a terminal", .timeLimit(.minutes(5)))
struct RefusalTests {
    @Test("The refusal of a button without a form is shown once, without the title of the preset field")
    func preset() {
        var viewing = Viewing()
        viewing.show(SampleScreens.dogs())
        viewing.type("1")
        viewing.end(viewing.lastCall, InputRefused(["id": "Old is 30, the maximum age"]))
        #expect(viewing.text.contains("✗ Old is 30, the maximum age"))
        #expect(viewing.lines.count { $0.contains("Old is 30") } == 1)
        #expect(!viewing.text.contains("Id:") && !viewing.text.contains(";"))
    }

    @Test("Several messages name their fields, each once")
    func several() {
        var viewing = Viewing()
        viewing.show(SampleScreens.dogs())
        viewing.type("1")
        viewing.end(viewing.lastCall, InputRefused(["id": "is wrong", "revision": "is old"]))
        #expect(viewing.text.contains("✗ Id: is wrong; Revision: is old") && !viewing.text.contains("is old;"))
    }
}
