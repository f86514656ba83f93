import CommandLineFrontEnd
import FeatureKit
import Testing

@Suite("Rows that the perform command has added", .timeLimit(.minutes(5)))
struct AddedRowTests {
    @Test("If an action adds a row, standard error names the row and its id, also with --json")
    func added() async {
        func board(_ rows: Row...) -> Screen {
            Screen(
                title: "Board", phase: .ready, elements: [.list(id: "dogs", rows: rows)],
                buttons: [Button(BoardFeature.adopt)])
        }
        let (alfred, rex, max) = (
            Row(id: "d1", title: "Alfred"), Row(id: "d2", title: "Rex Labrador"), Row(id: "d3", title: "Max")
        )
        let arguments = ["perform", "board", "adopt", "name=Rex"]
        for more in [[], ["--json"], ["--fields", "title"]] {
            await BoardHost.$screens.withValue([board(alfred), board(alfred, rex)]) {
                let ending = await run(arguments + more, as: BoardHost.self)
                #expect(ending.errors == "Adopt: Rex Labrador (id d2)\n")
            }
        }
        // Another person has added a row too, so it is unknown which row is the new one.
        await BoardHost.$screens.withValue([board(alfred), board(alfred, rex, max)]) {
            #expect(await run(arguments, as: BoardHost.self).errors == "Adopt: done\n")
        }
        await BoardHost.$screens.withValue([board(), board(alfred)]) {
            // An action without fields adds nothing.
            #expect(await run(["perform", "board", "turn"], as: BoardHost.self).errors == "Turn: done\n")
        }
        var failed = board()
        failed.phase = .failed(message: "gone")
        await BoardHost.$screens.withValue([failed, board(alfred)]) {
            #expect(await run(arguments, as: BoardHost.self).errors == "Adopt: done\n")
        }
    }
}
