import CommandLineFrontEnd
import FeatureKit
import FeatureStorage
import Foundation
import Testing

/// Compares all exit codes and usage messages with the table in `Golden/messages.md`.
///
/// A person can read all messages in this table.
///
/// `FEATUREHOST_RECORD_GOLDEN=1 Tools/test --filter MessageTable` writes the table again. Read the difference before
/// you commit it.
@Suite("The table of messages", .timeLimit(.minutes(5)))
struct MessageTableTests {
    private static let featureCodes: [FeatureError.Code] = [
        .unknownFeature, .unknownAction, .closed, .alreadyStarted, .notStarted, .disabled, .busy, .superseded,
        .cancelled, .outdated, .timedOut, .featureFault, .unreadableFile, .serviceUnavailable, .forbidden,
    ]
    private static let storageCodes: [StorageError.Code] = [
        .conflict, .alreadyTaken, .missingReference, .inUse, .unavailable, .unusable, .outcomeUnknown, .unusableCursor,
        .scanTooLong,
    ]

    @Test("The table of exit codes and messages equals the golden file")
    func table() async throws {
        var lines = ["# Messages", "", "## Codes", "", "| error | exit code |", "| --- | --- |"]
        for (name, error) in Self.errors {
            lines.append("| `\(name)` | \(ExitStatus(of: error, in: ThrowCommand.self).code) |")
        }
        lines += ["", "## Usage"]
        for mistake in UsageTests.mistakes {
            let ending = await run(mistake.line.split(separator: " ").map(String.init), as: KennelHost.self)
            lines += ["", "`kennels \(mistake.line)` ends with \(ending.code):", "", "```text"]
            lines += [ending.errors.trimmingCharacters(in: .newlines), "```"]
        }
        let actual = lines.joined(separator: "\n") + "\n"
        let file = Self.root.appendingPathComponent("Tests/CommandLineFrontEndTests/Golden/messages.md")
        if ProcessInfo.processInfo.environment["FEATUREHOST_RECORD_GOLDEN"] == "1" {
            try actual.write(to: file, atomically: true, encoding: .utf8)
        }
        #expect(try actual == String(contentsOf: file, encoding: .utf8))
    }

    @Test(
        "The table contains every exit code that the source declares",
        arguments: [
            ("Modules/FeatureKit/Session/FeatureError.swift", featureCodes.map(\.description)),
            ("Modules/FeatureStorage/Store/StorageError.swift", storageCodes.map(\.description)),
        ])
    func completeness(source: String, codes: [String]) throws {
        let text = try String(contentsOf: Self.root.appendingPathComponent(source), encoding: .utf8)
        let declared = text.matches(of: /public static let (\w+) = Code\(/).map { String($0.output.1) }
        #expect(!declared.isEmpty)
        #expect(codes.sorted() == declared.sorted())
    }

    private static var errors: [(name: String, error: any Error)] {
        featureCodes.map { ("FeatureError.\($0)", FeatureError($0, "")) }
            + storageCodes.map { ("StorageError.\($0)", StorageError($0, "")) }
            + [
                ("InputRefused", InputRefused(KennelFeature.name, "")),
                ("any other error", CocoaError(.featureUnsupported)),
                ("closed output", outputClosed), ("failed write", outputFull),
            ]
    }

    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
}
