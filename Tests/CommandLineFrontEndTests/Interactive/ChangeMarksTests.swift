import CommandLineFrontEnd
import FeatureKit
import TerminalKit
import Testing

@Suite("The marks of changed rows", .timeLimit(.minutes(5)))
struct ChangeMarksTests {
    /// The names of the marked rows.
    private func marked(_ viewing: Viewing) -> [String] {
        viewing.lines.filter { $0.hasPrefix("~") }.map { String($0.drop { "~ ❯".contains($0) }.prefix { $0 != " " }) }
    }

    @Test("The change that an action of the person makes is not marked, in any order of its answer and its frame")
    func ownMarks() {
        for isAnsweredFirst in [true, false] {
            var viewing = Viewing.ofDogs()
            viewing.type("1")
            let call = viewing.lastCall
            if isAnsweredFirst { viewing.end(call, revision: viewing.revision + 1) }
            viewing.show(SampleScreens.dogs(.ready, ["Albert", "Vinny", "Lucky"]))
            #expect(marked(viewing) == [])
            if !isAnsweredFirst { viewing.end(call, revision: viewing.revision) }
            #expect(marked(viewing) == [])
            // Another person has changed the same row.
            viewing.show(SampleScreens.dogs(.ready, ["Alf", "Vinny", "Lucky"]))
            #expect(marked(viewing) == ["Alf"])
        }
    }

    @Test("While an action on a row runs, other changed rows are marked at once, and the row if the action fails")
    func othersMarks() {
        var viewing = Viewing.ofDogs()
        viewing.type("1")
        viewing.show(SampleScreens.dogs(.ready, ["Albert", "Bert", "Lucky"]))
        #expect(marked(viewing) == ["Bert"])
        viewing.wait(.seconds(3))
        #expect(marked(viewing) == [])
        viewing.end(viewing.lastCall, FeatureError(.busy, "not now"))
        #expect(marked(viewing) == ["Albert"])
        viewing.wait(.seconds(3))
        #expect(marked(viewing) == [])
    }

    @Test("A row that the person adds is not marked, and a row that another person adds meanwhile is marked")
    func addedMarks() {
        var viewing = Viewing.ofDogs()
        viewing.adoptRex()
        viewing.show(SampleScreens.dogs(.ready, ["Alfred", "Vinny", "Lucky", "Zeus"]))
        viewing.show(SampleScreens.dogs(.ready, ["Alfred", "Vinny", "Lucky", "Zeus", "Rex"]))
        #expect(marked(viewing) == [])
        viewing.end(viewing.lastCall, revision: viewing.revision)
        #expect(marked(viewing) == ["Zeus"])
        // Changes that a refresh shows are those of other people.
        viewing.type("r")
        viewing.show(SampleScreens.dogs(.ready, ["Alfred", "Vinny", "Lucky", "Zora", "Rex"]))
        viewing.end(viewing.lastCall, revision: viewing.revision)
        #expect(marked(viewing) == ["Zora"])
    }

    @Test("A row that has changed or come is marked for a moment, but not a row that was asked for")
    func marks() throws {
        var viewing = Viewing.ofDogs()
        viewing.show(SampleScreens.dogs(.ready, ["Alfred", "Bert", "Lucky", "Rex"]))
        #expect(viewing.lines.count { $0.hasPrefix("~") } == 2)
        #expect(viewing.text.contains("~  Bert Doberman") && viewing.text.contains("~  Rex Bulldog"))
        #expect(viewing.state.nextChange == .seconds(3))
        viewing.wait(.seconds(3))
        #expect(!viewing.text.contains("~") && viewing.state.nextChange == nil)
        viewing.show(SampleScreens.dogs(.loading(), ["Alfred"]))
        viewing.show(SampleScreens.dogs(.ready, ["Zeus"]))
        #expect(!viewing.text.contains("~"))
        // The rows that were loaded because their list ended are no news.
        for count in [3, 6] {
            var screen = SampleScreens.kennel(count)
            var list = try #require(screen.lists.first)
            list.more = Button(SampleScreens.more)
            screen.elements = [.list(list)]
            if count == 3 { viewing.show(screen) }
            viewing.wait(.seconds(3))
            viewing.show(screen)
            #expect(!viewing.text.contains("~"))
        }
        var search = Viewing(FlockFeature.manifest)
        search.show(FlockFeature.screen(at: ["words": "d"]))
        search.show(FlockFeature.screen(at: [:]))
        #expect(search.text.contains("Shaun") && !search.text.contains("~"))
    }
}
