import CommandLineFrontEnd
import FeatureKit
import Testing

@Suite("The option --quiet and choices on the command line", .timeLimit(.minutes(5)))
struct PerformOptionsTests {
    @Test(
        "With --quiet, the command prints no screen, and messages still go to standard error",
        arguments: ["-q", "--quiet"])
    func quiet(option: String) async {
        #expect(
            await run("perform", "kennel", "adopt", "name=Rex", "age=3", option)
                == Ending(code: 0, output: "", errors: "✓ Rex moved in\n"))
        #expect(
            await run("perform", "kennel", "refresh", option) == Ending(code: 0, output: "", errors: "Refresh: done\n"))
        let failed = await run("perform", "kennel", "lose", option)
        #expect(failed == Ending(code: 1, output: "", errors: "kennels: feature 'kennel' failed: all gone\n"))
        #expect(await run("perform", "kennel", "adopt", "name=", "age=3", option).code == 65)
        for json in ["--json", "--fields=title"] {
            #expect(
                await run("perform", "kennel", "refresh", option, json)
                    == Ending(
                        code: 64, output: "",
                        errors:
                            "kennels: --quiet prints no screen, but --json and --fields print one; give one of them\n"
                    ))
        }
    }

    @Test("Choices that are joined with commas are refused with the words that give each one by itself")
    func joinedChoices() async {
        let order = ["perform", "workshop", "order", "note=x", "volume=5", "tags=x", "--set", "site=North"]
        let field = await run(order + ["labels=Red, Blue"], as: WorkshopHost.self)
        #expect(field.code == 65)
        #expect(
            field.errors.contains(
                #"labels: expected any of Red, Green, Blue, got "Red, Blue"; give each value by itself: labels=Red labels=Blue"#
                    + "\n"))
        let other = await run(order + ["labels=Red,Pink"], as: WorkshopHost.self)
        #expect(other.code == 65 && !other.errors.contains("by itself"))
        let option = await run(["launch", "choosy", "--set", "labels=Red,Blue"], as: ChoosyHost.self)
        #expect(option.code == 64)
        #expect(option.errors.contains("; give each value by itself: --set labels=Red --set labels=Blue\n"))
        #expect(
            await run(["launch", "choosy", "--set", "labels=Red", "--set", "labels=Blue"], as: ChoosyHost.self).code
                == 0)
    }
}

private enum ChoosyHost: CommandLineHost {
    static let name = "choosy"
    static let version = "0"
    static let summary = "Has an option with several choices."

    static func registry() throws -> FeatureRegistry { try FeatureRegistry([ChoosyFeature()]) }
}

private struct ChoosyFeature: Feature {
    static let labels = Field<[WorkshopFeature.Label]?>("labels", "Labels")
    static let manifest = FeatureManifest(id: "choosy", title: "Choosy", summary: "", options: [labels])

    func launch(on stage: Stage, options: Options) throws -> Scene {
        Scene(owning: stage, start: { stage.screen = Screen(title: "Choosy", phase: .ready) })
    }
}
