import CommandLineFrontEnd
import FeatureKit
import Testing

@Suite("Each kind of element, rendered as text", .timeLimit(.minutes(5)))
struct ScreenTextKindsTests {
    private func text(_ elements: Element...) throws -> String {
        let frame = Frame(
            session: "s", feature: "desk", revision: 1,
            screen: Screen(title: "Desk", summary: "One of each.", phase: .ready, elements: elements))
        let text = try ScreenRendition.text.text(of: frame, manifest: SampleDesk.manifest)
        let heading = "Desk\nOne of each.\n\n"
        #expect(text.hasPrefix(heading))
        return String(text.dropFirst(heading.count))
    }

    @Test("A form is rendered with labels, values, the errors below them, and the command of its action")
    func form() throws {
        #expect(
            try text(.form(SampleDesk.flight(problems: ["back": SampleDesk.conflict]))) == """
                Flight
                  Kind    Return
                  Leave   2026-12-04
                  Return  2026-12-01
                          ✗ Return on 4 December or later. (their value: 2026-12-05)
                  Seat    –
                          one of window, aisle
                  [Book]  featurehost perform desk book [kind=KIND] [leave=LEAVE] [back=BACK] [seat=SEAT]

                """)
        #expect(try text(.form(SampleDesk.flight(enabled: false))).hasSuffix("  [Book]  not now\n"))
    }

    @Test("A table shows its sort order, the selected row and the total number of records")
    func table() throws {
        #expect(
            try text(SampleDesk.table()) == """
                     Dog ↑            Note             Age   Weight  id
                     Alfred Labrador  shy                4  31.5 kg  1
                  ✓  Bella Beagle                       12    20.25  2
                  !  Charlie Collie   vaccination due    5    20 kg  3
                  1–3 of 503

                  [Sort by name]  featurehost perform desk sort order=name
                  [Sort by age]   featurehost perform desk sort order=age
                  [Walk]          featurehost perform desk walk id=ID
                  [Comment]       featurehost perform desk comment id=ID text=TEXT

                """)
        #expect(try text(SampleDesk.table(total: .init(10_000, exact: false))).contains("  1–3 of at least 10,000\n"))
        #expect(try text(SampleDesk.hint) == "  No dogs yet.\n  Adopt one to begin.\n")
    }

    @Test("A section has a heading and indented elements, a fold is open, and all tabs are rendered")
    func sections() throws {
        #expect(
            try text(SampleDesk.tabs) == """
                Overview
                    Breed    Labrador
                    Weight   ! 31.5 kg       2 kg more than in spring
                    Keeper   Kim Park        featurehost launch user
                    Address  12 Harbour Row
                             Westport

                Visits
                    Friday  vaccination

                Log
                    func walk() {
                            if  dog.isTame {
                        }
                    }

                  [Clear visits]  featurehost perform desk clear

                """)
        #expect(try text(SampleDesk.fold).hasPrefix("Details\n    Breed    Labrador\n"))
    }

    @Test("Figures are rendered with their labels, signs and remarks")
    func figures() throws {
        #expect(
            try text(SampleDesk.figures) == """
                  Open              ✗ 12  3 new
                  Closed this week  ✓ 40
                  Keepers           5     featurehost launch user

                """)
    }

    @Test("An element of an unknown kind is rendered with its title and the elements inside it")
    func unknown() throws {
        #expect(try text(SampleDesk.unknown()) == "  Pictures\n\n  A dog by the sea.\n")
    }
}
