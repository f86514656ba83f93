import CommandLineFrontEnd
import DoggyFeature
import FeatureKit
import FeatureStorage
import FeatureTesting
import Testing

/// Tests of the command `perform` with an action that acts on several rows at once.
@Suite(.timeLimit(.minutes(5))) struct BulkTests {
    private func dogs(_ store: MemoryRecordStore, _ arguments: String...) async -> Ending {
        await DogHost.$store.withValue(store) { await run(["perform", "doggy"] + arguments, as: DogHost.self) }
    }

    @Test func `ids that are given several times name the rows`() async throws {
        let store = try await DogHost.dogs(4)
        let released = await dogs(store, "release", "ids=1", "ids=3", "-q")
        #expect(
            released.errors
                == "Dog 1 Labrador and Dog 3 Bulldog were released.\nTo undo it: dogs undo doggy 2\n")
        #expect(released.code == 0)
        #expect(try await DogHost.ids(in: store) == ["2", "4"])
        let both = await dogs(store, "release", "id=2", "ids=4")
        #expect(both.code == 65 && both.errors.contains("ids: expected either 'id' or 'ids', got both"))
        let unknown = await dogs(store, "release", "ids=2", "ids=99")
        #expect(unknown.code == 65 && unknown.errors.contains("nothing was done"), "\(unknown.errors)")
        #expect(try await DogHost.ids(in: store) == ["2", "4"])
    }

    @Test func `the commands of a screen name one row, without what is only for several`() async throws {
        let store = try await DogHost.dogs(1)
        let list = await DogHost.$store.withValue(store) { await run(["launch", "doggy"], as: DogHost.self).output }
        #expect(list.contains("  [Release]      dogs perform doggy release id=ID\n"), "\(list)")
        let page = await DogHost.$store.withValue(store) {
            await run(["launch", "doggy", "--set", "id=1"], as: DogHost.self).output
        }
        #expect(page.contains("  [Release]   dogs perform doggy release id=1 revision=1 --set id=1\n"), "\(page)")
    }

    @Test func `the option --where names the rows first, and acts on them with --yes`() async throws {
        let store = try await DogHost.dogs(9)
        let asked = await dogs(store, "release", "--where", "breed=Bulldog")
        #expect(
            asked
                == Ending(
                    code: 65, output: "",
                    errors: "dogs: would release 3 rows: Dog 3 Bulldog, Dog 6 Bulldog and Dog 9 Bulldog; --yes does\n"))
        #expect(try await DogHost.ids(in: store).count == 9)
        let done = await dogs(store, "release", "--where", "breed=Bulldog", "--yes", "-q")
        #expect(done.code == 0)
        #expect(done.errors.hasPrefix("Dog 3 Bulldog, Dog 6 Bulldog and Dog 9 Bulldog were released.\n"))
        #expect(try await DogHost.ids(in: store) == ["1", "2", "4", "5", "7", "8"])
        // Several options belong to one --where, or each has its own.
        let both = await dogs(store, "release", "--where", "search=dog", "breed=Labrador", "--where", "order=age")
        #expect(both.errors.hasPrefix("dogs: would release 6 rows: Dog 1 Labrador, "), "\(both.errors)")
        let json = await dogs(store, "release", "--where", "search=8", "--yes", "--json")
        #expect(json.code == 0 && json.output.contains("\"change\":"))
    }

    @Test func `no match and too many matches are refused in words`() async throws {
        let store = try await DogHost.dogs(1_001)
        #expect(
            await dogs(store, "release", "--where", "search=cat", "--yes")
                == Ending(code: 65, output: "", errors: "dogs: no row matches search=cat; nothing was done\n"))
        let many = await dogs(store, "release", "--where", "search=dog", "--yes")
        #expect(many.code == 65 && many.errors.contains("takes at most 1,000 at once; choose fewer"), "\(many.errors)")
        #expect(try await DogHost.ids(in: store).count == 1_001)
        let most = await dogs(store, "release", "--where", "breed=Labrador", "--yes", "-q")
        #expect(most.code == 0, "\(most.errors)")
        #expect(try await DogHost.ids(in: store).count == 333)
    }

    @Test func `wrong uses of --where are refused before anything is launched`() async throws {
        let store = try await DogHost.dogs(1)
        let uses = [
            (
                ["birthday", "--where", "search=x"],
                "--where: 'birthday' does not act on several rows; these actions do: release"
            ),
            (["release", "--where", "source=empty"], "--where: the option \"source\" chooses no rows, known are "),
            (
                ["release", "--where", "order=name"],
                "--where: order=name chooses every row; give one of these too: search"
            ),
            (["release", "--where", "search="], "--where: search= chooses every row; give one of these too: search"),
            (["release", "id=1", "--where", "search=x"], "--where finds the rows; leave out 'id'"),
            (["release", "id=1", "--yes"], "--yes has an effect only with --where"),
        ]
        for (words, message) in uses {
            let ending = await DogHost.$store.withValue(store) {
                await run(["perform", "doggy"] + words, as: DogHost.self)
            }
            #expect(ending.code == 64 && ending.errors.hasPrefix("dogs: \(message)"), "\(ending.errors)")
        }
    }

    /// Whatever matches, exactly the matching dogs are released.
    @Test(arguments: 0..<8) func `rows that do not match are never touched`(seed: Int) async throws {
        var random = SplitMix64(seed: UInt64(seed))
        let store = try await DogHost.dogs(Int.random(in: 1...120, using: &random))
        let digit = Int.random(in: 0...9, using: &random)
        let before = try await DogHost.ids(in: store)
        let ending = await dogs(store, "release", "--where", "search=\(digit)", "breed=Bulldog", "--yes", "-q")
        let gone = before.filter { $0.contains("\(digit)") && Int($0)?.isMultiple(of: 3) == true }
        #expect(ending.code == (gone.isEmpty ? 65 : 0))
        #expect(try await DogHost.ids(in: store) == before.filter { !gone.contains($0) })
    }

    @Test func `a row that somebody changes between the search and the call refuses the whole call`() async throws {
        let store = try await DogHost.dogs(9)
        try await DogHost.$store.withValue(store) {
            let feature = try DogHost.registry().feature("doggy")
            let action = try #require(feature.manifest.action(named: "release"))
            try await withSession(of: feature, options: ["breed": .texts(["Bulldog"])]) { session in
                try await session.start()
                _ = try await session.settled(within: .seconds(300))
                let choice = try RowChoice(
                    [Assignment(name: "breed", value: "Bulldog")], for: action, of: feature.manifest, given: [:])
                let found = try await choice.call(in: session, [:])
                #expect(found.call.arguments["ids"] == .texts(["3", "6", "9"]))
                _ = await dogs(store, "birthday", "id=6", "-q")
                let error = await #expect(throws: InputRefused.self) {
                    try await session.perform(found.call, as: .systemUser)
                }
                #expect(error?.fields["ids"]?.contains("Dog 6") == true)
            }
        }
        #expect(try await DogHost.ids(in: store).count == 9)
    }

    @Test func `the shell completes the ids of several rows, and the options of --where`() async throws {
        let store = try await DogHost.dogs(3)
        let words = ["perform", "doggy", "release", "ids=1", "ids="]
        let recorder = RecordingConsole()
        await DogHost.$store.withValue(store) {
            let arguments = ["---completion", "perform", "--", "positional@2", "5", "4", "dogs"] + words
            _ = await CommandLineProgram<DogHost>(console: recorder.console).run(arguments)
        }
        let all = recorder.text(.output).split(separator: "\n")
        #expect(all.contains("ids=1") && all.contains("ids=3"), "\(all)")
    }
}
