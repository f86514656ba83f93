import FeatureTesting
import Testing

@Suite("Arguments that are expensive to compare", .timeLimit(.minutes(5)))
struct HostileArgumentTests {
    static let text = HostileText.oneRun.text(ofBytes: 100_000)

    @Test(
        "An argument with a long run of combining marks is refused as a usage error",
        arguments: [
            [text], ["--\(text)"], ["launch", text], ["launch", "kennel", "--set", "\(text)=1"],
            ["perform", "kennel", "adopt", "name=\(text)"], ["help", text], ["list", "--\(text)"],
        ])
    func marks(arguments: [String]) async {
        let ending = await CommandLineFrontEndTests.run(arguments, as: KennelHost.self)
        #expect(ending.code == 64)
        #expect(
            ending.errors.hasPrefix(
                "kennels: argument \(arguments.count): expected text with no more than 30 combining marks in a row, got \""
            ))
        #expect(ending.errors.utf8.count < 400)
    }

    @Test("A name before '=' is refused if it is longer than 200 bytes")
    func name() async {
        let name = String(repeating: "n", count: 201)
        let ending = await CommandLineFrontEndTests.run("perform", "kennel", "adopt", "\(name)=1")
        #expect(ending.code == 64)
        #expect(ending.errors.contains("expected a name of at most 200 bytes before '=', got \"nnn"))
    }
}
