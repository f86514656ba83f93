import CommandLineFrontEnd
import FeatureKit
import FeatureTesting
import TerminalKit
import Testing

/// Tests of ticks in another place and in a new session.
extension TickTests {
    @Test func `another place has no ticks, also after the way back`() {
        var viewing = Self.viewing()
        var list = Self.screen(["Rex", "Max"])
        list.address = [:]
        viewing.show(list)
        viewing.type(" ")
        #expect(ticked(viewing) == ["Rex"])
        list.address = ["roster": "seoul"]
        viewing.show(list)
        #expect(ticked(viewing) == [] && !viewing.text.contains("no longer selected"))
        viewing.type(" :houses")
        viewing.press(.enter)
        if let page = viewing.openedPage { viewing.show(SampleScreens.houses, page: page) }
        viewing.press(.escape)
        #expect(viewing.text.contains("Rex") && ticked(viewing) == [])
    }

    @Test func `a new session of the place keeps the ticks`() {
        var viewing = Viewing(Self.manifest, catalogue: [Self.manifest])
        var screen = Self.screen(["Rex", "Max"])
        screen.address = [:]
        viewing.show(screen)
        viewing.type(" ")
        viewing.take(.source(page: 0, .failed(CommandLineError.sessionLost)))
        let page = viewing.openedPage ?? 0
        viewing.show(Screen(title: "Doggies", phase: .loading), page: page)
        screen.elements = Self.screen(["Max", "Rex"]).elements
        viewing.show(screen, page: page)
        #expect(page > 0 && ticked(viewing) == ["Rex"])
    }
}
