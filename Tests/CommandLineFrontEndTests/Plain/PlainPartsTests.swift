import CommandLineFrontEnd
import FeatureKit
import TerminalKit
import Testing

@Suite("The parts of a page in the line-by-line view", .timeLimit(.minutes(5)))
struct PlainPartsTests {
    private func converse(typing lines: String...) async -> String {
        let recorder = RecordingConsole(terminals: [.output, .error], environment: ["TERM": "dumb"])
        var console = recorder.console
        console.input = .typing(lines)
        _ = await CommandLineProgram<DeskHost>(console: console).run(["launch", "desk"])
        return recorder.text(.output)
    }

    @Test("The view writes every kind of element as lines, and writes each table cell after its column's title")
    func kinds() async {
        #expect(
            await converse(typing: "q") == """
                Desk: loading…

                Desk
                Everything at once.

                Flight
                  Kind    Return
                  Leave   2026-12-04
                  Return  2026-12-01
                  Seat    –
                          one of window, aisle
                rows 1 to 3 of 503, sorted by Dog
                 1. Dog: Alfred Labrador, Note: shy, Age: 4, Weight: 31.5 kg
                 2. Dog: Bella Beagle, Age: 12, Weight: 20.25 (selected)
                 3. ! Dog: Charlie Collie, Note: vaccination due, Age: 5, Weight: 20 kg

                Overview

                  Breed    Labrador
                  Weight   ! 31.5 kg       2 kg more than in spring
                  Keeper   Kim Park
                  Address  12 Harbour Row
                           Westport

                Visits
                1 row
                 4. Friday vaccination

                Log

                  func walk() {
                          if  dog.isTame {
                      }
                  }

                Details

                  Breed    Labrador
                  Weight   ! 31.5 kg       2 kg more than in spring
                  Keeper   Kim Park
                  Address  12 Harbour Row
                           Westport

                  Open              ✗ 12  3 new
                  Closed this week  ✓ 40
                  Keepers           5

                  No cats yet.
                 5. Fill in: Flight
                 6. Sort by name (Dog)
                 7. Sort by age (Age)
                 8. Keeper: open Kim Park
                 9. Visits: Clear visits (z)
                10. Details: Clear
                11. Keeper: open Kim Park
                12. Keepers: open 5
                Number, ? for more, q to leave:
                """ + " ")
    }

    @Test("A form asks for the enabled fields only and sends only the changed fields")
    func form() async {
        let output = await converse(typing: "5", "2026-12-03", "", "-", "q")
        #expect(output.contains("Leave (a date like 2026-11-21) [2026-12-04]: "))
        #expect(output.contains("Return (a date like 2026-11-21; type - to leave it out) [2026-12-01]: "))
        #expect(output.contains("Seat (1 window, 2 aisle; type - to leave it out): "))
        #expect(!output.contains("Kind ("))
        #expect(output.contains(": booked: 2026-12-03, back 2026-12-01, seat any\n"))
    }

    @Test("A dash empties a field, a number selects a choice, and an invalid answer repeats the question")
    func answers() async {
        let output = await converse(typing: "5", "zebra", "2026-12-04", "-", "1", "q")
        #expect(output.contains("✗ Leave: Enter a date like 2026-11-21.\n"))
        #expect(output.contains(": booked: 2026-12-04, back never, seat window\n"))
    }

    @Test("After a refusal, the view asks for the refused field again, and a full stop cancels the form")
    func refused() async {
        let output = await converse(typing: "5", "", "", "2", "1", "5", ".", "q")
        #expect(output.contains("✗ Seat: the aisle is taken\n"))
        #expect(output.contains(": booked: 2026-12-04, back 2026-12-01, seat window\n"))
        #expect(output.contains("Cancelled.\n"))
    }

    @Test("The number of a row selects that row, and the view then says so, without the rest of the screen")
    func selecting() async {
        let output = await converse(typing: "1", "3", "q")
        #expect(output.contains("1. Walk (w)\n2. Comment (c)\n3. Select\n"))
        #expect(output.contains("Selected: 1. Dog: Alfred Labrador, Note: shy, Age: 4, Weight: 31.5 kg\n"))
    }

    @Test("A letter and the beginning of a name choose as a number does, and an unclear one is reported")
    func lettersAndNames() async {
        let output = await converse(
            typing: "z", "alf", "w", "n", "Charlie", "se", "1", "com", ".", "sort", "sort by a", "fill", ".", "q")
        #expect(output.contains("cleared (o: open Desk)\n"))
        #expect(output.contains("Is the lead at hand? y or n [n]: Nothing was done.\n"))
        #expect(output.contains("Selected: 3. ! Dog: Charlie Collie"))
        #expect(output.contains("Number, or Enter to go back: Comment\nText ("))
        #expect(output.contains("“sort” fits 2 choices: Sort by name, Sort by age; type a number\n"))
        #expect(output.contains("Sort by age: done\n") && !output.contains("Nothing changed."))
        #expect(output.contains("q to leave: Flight\nLeave ("))
    }

    @Test("The view asks the question of a button, and offers a notice's button as key u and a notice's link as key o")
    func offers() async {
        let output = await converse(typing: "1", "1", "perhaps", "n", "1", "1", "y", "u", "q")
        #expect(output.contains("Is the lead at hand? y or n [n]: "))
        #expect(output.contains("Type y for yes or n for no.\n"))
        #expect(output.contains("Nothing was done.\n"))
        #expect(output.contains("1 was walked (u: Take it back)\n"))
        #expect(output.contains("cleared (o: open Desk)\n"))
    }

    @Test("The questions of a form show the values of its button in brackets")
    func values() async {
        let output = await converse(typing: "1", "2", "", "q")
        #expect(output.contains("Text (text of 1 to 40 characters) [Good dog]: "))
        #expect(output.contains("[Good dog]: Good dog\n"))
    }
}
