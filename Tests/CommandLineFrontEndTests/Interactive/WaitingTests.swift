import CommandLineFrontEnd
import FeatureKit
import TerminalKit
import Testing

@Suite("Waiting for an answer", .timeLimit(.minutes(5)))
struct WaitingTests {
    private func viewing(columns: Int = 80) -> Viewing {
        var viewing = Viewing(columns: columns, isRemote: true)
        viewing.show(SampleScreens.dogs())
        return viewing
    }

    @Test("A call without answer is said after one second, and after five the silence of the server, in seconds")
    func silence() {
        var viewing = viewing()
        viewing.type("r")
        #expect(viewing.lines[0].hasSuffix("● live"))
        viewing.wait(.milliseconds(999))
        #expect(viewing.lines[0].hasSuffix("● live"))
        viewing.wait(.milliseconds(1))
        #expect(viewing.lines[0].hasSuffix("Working…"))
        viewing.wait(.milliseconds(3999))
        #expect(viewing.lines[0].hasSuffix("Working…"))
        for second in 5...7 {
            viewing.wait(second == 5 ? .milliseconds(1) : .seconds(1))
            #expect(viewing.lines[0].hasSuffix("No answer from the server for \(second) s"))
        }
        viewing.end(viewing.lastCall)
        #expect(viewing.lines[0].hasSuffix("● live"))
    }

    @Test("A server that sends something meanwhile is not silent")
    func alive() {
        var viewing = viewing()
        viewing.type("r")
        viewing.wait(.seconds(4))
        viewing.take(.source(page: 0, .viewers(1)))
        viewing.wait(.seconds(4))
        #expect(viewing.lines[0].hasSuffix("Working…"))
        viewing.wait(.seconds(1))
        #expect(viewing.lines[0].hasSuffix("No answer from the server for 5 s"))
    }

    @Test("A session of this process works, however long it takes")
    func local() {
        var viewing = Viewing()
        viewing.show(SampleScreens.dogs())
        viewing.type("r")
        viewing.wait(.seconds(9))
        #expect(viewing.lines[0].hasSuffix("Working…"))
    }

    @Test("A form that is being sent says the silence too, and a narrow title says it in short words")
    func form() {
        var viewing = viewing(columns: 44)
        viewing.type("e")
        viewing.press(.enter)
        viewing.wait(.seconds(6))
        #expect(viewing.lines[0].hasSuffix("no answer 6 s"))
        #expect(viewing.text.contains("No answer from the server for 6 s"))
    }

    @Test("A place that a silent server does not open says so, and a lost connection comes first")
    func opening() {
        var viewing = viewing()
        viewing.press(.control("p"))
        viewing.type("houses")
        viewing.wait(.seconds(20))
        viewing.press(.enter)
        #expect(viewing.openedPage == 1 && viewing.lines[0].hasSuffix("Loading…"))
        viewing.wait(.seconds(5))
        #expect(viewing.lines[0].hasSuffix("No answer from the server for 5 s"))
        viewing.press(.escape)
        viewing.type("r")
        viewing.take(.source(page: 0, .connection(.lost(reason: "no answer"))))
        viewing.wait(.seconds(9))
        #expect(viewing.lines[0].contains("connection lost, not sent yet"))
    }
}
