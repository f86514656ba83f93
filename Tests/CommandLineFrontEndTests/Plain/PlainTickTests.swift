import CommandLineFrontEnd
import FeatureStorage
import Testing

/// Tests how a person ticks rows in the line-by-line view.
@Suite(.timeLimit(.minutes(5))) struct PlainTickTests {
    private func converse(_ store: MemoryRecordStore, _ lines: String...) async -> [String] {
        let recorder = RecordingConsole(terminals: [.output, .error], environment: ["TERM": "dumb"])
        var console = recorder.console
        console.input = .typing(lines + ["q"])
        let status = await DogHost.$store.withValue(store) {
            await CommandLineProgram<DogHost>(console: console).run(["launch", "doggy"])
        }
        #expect(status == .done)
        return recorder.text(.output).split(separator: "q to leave: ", omittingEmptySubsequences: false).dropFirst()
            .map { String($0) }
    }

    @Test func `numbers and ranges tick rows, and the letter of an action acts on all of them`() async throws {
        let store = try await DogHost.dogs(5)
        let parts = await converse(store, "tick 1 3-4", "x", "y", "u")
        #expect(
            parts[0].hasPrefix("3 selected: Dog 1 Labrador, Dog 3 Bulldog and Dog 4 Labrador.\n"), "\(parts[0])")
        #expect(parts[0].contains(". Release 3 selected rows (x)\n"))
        #expect(
            parts[1].hasPrefix(
                "Release 3 rows: Dog 1 Labrador, Dog 3 Bulldog and Dog 4 Labrador? The dog leaves the list. y or n"))
        #expect(parts[1].contains("Dog 1 Labrador, Dog 3 Bulldog and Dog 4 Labrador were released. (u: Undo)\n"))
        #expect(try await DogHost.ids(in: store) == ["1", "2", "3", "4", "5"])
    }

    @Test func `all loaded rows can be ticked, and untick forgets them`() async throws {
        let store = try await DogHost.dogs(5)
        let parts = await converse(store, "TICK ALL", "", "untick 2,3", "tick", "untick", "release", "x")
        #expect(
            parts[0].hasPrefix("5 selected: Dog 1 Labrador, Dog 2 Labrador, Dog 3 Bulldog, Dog 4 Labrador and Dog 5"))
        #expect(parts[1].contains("1. Dog: Dog 1 Labrador, Age: 1 (ticked)\n"))
        #expect(parts[1].contains(". Release 5 selected rows (x)\n"))
        #expect(parts[2].hasPrefix("3 selected: Dog 1 Labrador, Dog 4 Labrador and Dog 5 Labrador.\n"))
        #expect(parts[3].hasPrefix("3 selected: "))
        #expect(parts[4].hasPrefix("Nothing is selected.\n"))
        #expect(parts[5].contains("“release” is not a choice") && parts[6].contains("“x” is not a choice"))
        #expect(try await DogHost.ids(in: store).count == 5)
    }

    @Test func `words that name no row tick nothing`() async throws {
        let store = try await DogHost.dogs(3)
        let parts = await converse(store, "tick 1 99", "tick rex", "tick 3-1", "tick 1-", "tick", "tick 0-2")
        #expect(parts[0].hasPrefix("✗ 99 is not the number of a row that can be ticked; nothing has changed\n"))
        #expect(parts[1].hasPrefix("✗ “rex” is not a number or a range such as 3-5; nothing has changed\n"))
        #expect(parts[2].hasPrefix("✗ “3-1” is not") && parts[3].hasPrefix("✗ “1-” is not"))
        #expect(parts[4].hasPrefix("Nothing is selected.\n"))
        #expect(parts[5].hasPrefix("2 selected: "))
    }

    @Test func `the help explains how to tick rows`() async throws {
        let parts = await converse(try await DogHost.dogs(3), "?")
        #expect(parts[0].contains("as in tick 1 3-5, or tick all, to select rows"))
    }
}
