import CommandLineFrontEnd
import FeatureKit
import Foundation
import Testing

@Suite("The describe command", .timeLimit(.minutes(5)))
struct DescribeTests {
    @Test("The describe command prints options and actions with their fields, rules, defaults, help and examples")
    func text() async {
        #expect(
            await run("describe", "kennel").output == """
                Kennel (kennel)
                Dogs for tests.

                Options, each with --set KEY=VALUE
                  mood     one of \(KennelFeature.Mood.allCases.map(\.rawValue).joined(separator: ", ")); ready by default
                           The mood of the dogs.
                  latency  a duration like 250ms, 2s or 1m from 0s to 1h; 0s by default

                Actions, each with perform kennel ACTION NAME=VALUE…
                  refresh  Refresh
                  adopt    Adopt a dog
                    name   text of 1 to 10 characters
                    breed  one of Bulldog, Labrador; Labrador by default
                    age    a whole number from 0 to 30
                    note   text of at most 20 characters; optional
                           For the vet.
                  fail     Fail
                  hang     Hang
                  lose     Lose them

                Examples
                  kennels launch kennel
                  kennels launch kennel --set mood=empty
                  kennels perform kennel adopt name=Name age=0

                """)
    }

    @Test("On a narrow terminal, the lines break between words and hang below their column")
    func narrow() async {
        func lines(_ width: Int) async -> [String] {
            let recorder = RecordingConsole(terminals: [.output])
            var console = recorder.console
            console.terminalWidth = { width }
            _ = await CommandLineProgram<KennelHost>(console: console).run(["describe", "kennel", "--color", "never"])
            return recorder.text(.output).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        }
        let eighty = await lines(80)
        #expect(
            eighty[4...6] == [
                "  mood     one of ready, empty, failing, forever, slow, chatty, refusing,",
                "           broken, missing, unlaunchable; ready by default",
                "           The mood of the dogs.",
            ])
        #expect(eighty.allSatisfy { $0.count <= 80 })
        let narrow = await lines(34)
        #expect(
            narrow[4...9] == [
                "  mood", "      one of ready, empty,", "      failing, forever, slow,",
                "      chatty, refusing, broken,",
                "      missing, unlaunchable; ready", "      by default",
            ])
        #expect(narrow.suffix(5).prefix(2) == ["  kennels launch kennel \\", "    --set mood=empty"])
        #expect(narrow.allSatisfy { $0.count <= 34 })
    }

    @Test("The printed examples are valid commands")
    func examples() async throws {
        let lines = await run("describe", "kennel").output.split(separator: "\n")
        let examples = lines.filter { $0.hasPrefix("  kennels ") }
        #expect(examples.count == 3)
        for example in examples {
            let ending = await run(example.split(separator: " ").dropFirst().map(String.init), as: KennelHost.self)
            #expect(ending.code == 0, "\(example): \(ending)")
        }
    }

    @Test("The command suggests no action that a new launch may disable and no action that needs a record's id")
    func exemplaryAction() async {
        let lamp = await run(["describe", "lamp"], as: LampHost.self).output
        #expect(lamp.contains("  lamps perform lamp on\n"))
        #expect(!lamp.contains("perform lamp off"))
        #expect(!(await run(["describe", "shelter"], as: ShelterHost.self).output.contains("perform shelter rename ")))
    }

    @Test("The example of an action has fields that the action requires, if there is such an action")
    func exemplaryFields() async {
        #expect(
            await run(["describe", "guide"], as: GuideHost.self).output.hasSuffix(
                "  guides perform guide write note=Note\n"))
        let pool = await run(["describe", "pool"], as: PoolHost.self).output
        #expect(pool.hasSuffix("  pools perform pool fill litres=1\n"))
    }

    @Test("The command describe --json prints the manifest in the wire format")
    func json() async throws {
        let ending = await run("describe", "kennel", "--json")
        #expect(ending.code == 0)
        #expect(ending.output.count { $0 == "\n" } == 1)
        let manifest = try JSONDecoder().decode(FeatureManifest.self, from: Data(ending.output.utf8))
        #expect(manifest == KennelFeature.manifest)
    }
}

private enum PoolHost: CommandLineHost {
    static let name = "pools"
    static let version = "0"
    static let summary = "Has a pool."

    static func registry() throws -> FeatureRegistry { try FeatureRegistry([PoolFeature()]) }
}

private struct PoolFeature: Feature {
    static let look = Action("look", "Look", fields: Field<Int?>("depth", "Depth"))
    static let fill = Action("fill", "Fill", fields: Field<Int>("litres", "Litres"))
    static let manifest = FeatureManifest(id: "pool", title: "Pool", summary: "Has water.", actions: look, fill)

    func launch(on stage: Stage, options: Options) throws -> Scene {
        Scene(owning: stage, start: {}).on(Self.look) { _ in }.on(Self.fill) { _ in }
    }
}
