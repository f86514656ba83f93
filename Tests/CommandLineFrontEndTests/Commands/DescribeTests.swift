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

    @Test("The command describe --json prints the manifest in the wire format")
    func json() async throws {
        let ending = await run("describe", "kennel", "--json")
        #expect(ending.code == 0)
        #expect(ending.output.count { $0 == "\n" } == 1)
        let manifest = try JSONDecoder().decode(FeatureManifest.self, from: Data(ending.output.utf8))
        #expect(manifest == KennelFeature.manifest)
    }

    @Test("The JSON encoding of every kind of field equals the encoding of its Codable conformance")
    func jsonOfFields() throws {
        let fields: [any FieldDeclaration] = [
            Field<String>("a", "A \"quoted\"", length: 1...5, default: "x", help: "Help.", local: true),
            Field<Double?>("b", "B", range: 0.5...2), Field<CalendarDate?>("c", "C"),
            Field<KennelFeature.Breed>("d", "D", other: "PATH", default: .bulldog),
            Field<Bool>("e", "E", default: true),
            Field<Int>("f", "F", range: 0...30), Field<Duration>("g", "G", range: .zero ... .seconds(5)),
        ]
        let manifest = FeatureManifest(
            id: "all", title: "All", summary: "Every kind.", options: fields, actions: Action("go", "Go"))
        var writer = JSONWriter()
        writer.manifest(manifest)
        let written = try JSONSerialization.jsonObject(with: Data(writer.bytes)) as? NSDictionary
        let encoded = try JSONSerialization.jsonObject(with: JSONEncoder().encode(manifest)) as? NSDictionary
        #expect(written != nil)
        #expect(written == encoded)
    }
}
