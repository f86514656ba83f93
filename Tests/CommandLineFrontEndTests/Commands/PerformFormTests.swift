import CommandLineFrontEnd
import FeatureKit
import Testing

@Suite("Forms of the perform command", .timeLimit(.minutes(5)))
struct PerformFormTests {
    private func perform(_ arguments: String...) async -> Ending {
        await run(["perform", "case", "triage"] + arguments, as: CaseHost.self)
    }

    @Test("The only form of the action fills in what is left out, and only what is given counts as a change")
    func filled() async {
        #expect(await perform("assignee=Ada").errors == "Ada, Low, New; changed: assignee\n")
        #expect(await perform("severity=High").errors == "nobody, High, New; changed: severity\n")
        #expect(await perform("--form", "triage", "note=Old").errors == "nobody, Low, Old; changed: note\n")
        #expect(await perform().errors.hasPrefix("nobody, Low, New; changed:"))
    }

    @Test("If the action has several forms, the person names one")
    func several() async {
        let two = ["--set", "forms=2"]
        let refused = await run(["perform", "case", "triage", "assignee=Ada"] + two, as: CaseHost.self)
        #expect(refused.code == 65 && refused.errors.contains("  severity: expected one of Low, High, got nothing\n"))
        let named = await run(
            ["perform", "case", "triage", "assignee=Ada", "--form", "again"] + two, as: CaseHost.self)
        #expect(named.errors == "Ada, Low, New; changed: assignee\n")
    }

    @Test("Without a form, required fields are still required")
    func none() async {
        let refused = await perform("assignee=Ada", "--set", "forms=0")
        #expect(refused.code == 65 && refused.errors.contains("  note: "))
        #expect(await perform("severity=Huge").code == 65)
    }

    @Test("An unknown form is refused with the known ones")
    func unknown() async {
        #expect(
            await perform("--form", "triag")
                == Ending(
                    code: 64, output: "",
                    errors: "cases: --form: the screen has no form \"triag\" for 'triage', known are triage; "
                        + "did you mean 'triage'?\n"))
        #expect(
            await perform("--form", "x", "--set", "forms=0").errors
                == "cases: --form: the screen has no form \"x\" for 'triage'; leave it out\n")
    }

    @Test("Printed commands of forms demand no field that the form fills in, and they work")
    func printed() async {
        #expect(
            await run(["launch", "case"], as: CaseHost.self).output.hasSuffix(
                "[Triage]  cases perform case triage [assignee=ASSIGNEE] [severity=SEVERITY] [note=NOTE]\n"))
        #expect(
            await run(["launch", "case", "--set", "forms=2"], as: CaseHost.self).output.hasSuffix(
                "[note=NOTE] --form again --set forms=2\n"))
        // The kind is disabled, so that it is no part of the command.
        #expect(
            await run(["launch", "desk"], as: DeskHost.self).output.contains(
                "perform desk book [leave=LEAVE] [back=BACK] [seat=SEAT]\n"))
        #expect(
            await run(["perform", "desk", "book", "seat=window"], as: DeskHost.self).errors
                == "booked: 2026-12-04, back 2026-12-01, seat window\n")
    }
}
