import ArgumentParser
import CommandLineFrontEnd
import FeatureKit
import FeatureStorage

/// A host with the test features.
enum KennelHost: CommandLineHost {
    static let name = "kennels"
    static let version = "1.2.3"
    static let summary = "Keeps dogs."

    static let extraCommands: [any ParsableCommand.Type] = [ThrowCommand.self]

    static func registry() throws -> FeatureRegistry {
        try FeatureRegistry([KennelFeature(), GalleryFeature()])
    }
}

/// A host whose features cannot be registered.
enum BrokenHost: CommandLineHost {
    static let name = "broken"
    static let version = "0"
    static let summary = "Has the same feature twice."

    static func registry() throws -> FeatureRegistry {
        try FeatureRegistry([KennelFeature(), KennelFeature()])
    }
}

/// A command that throws an error.
///
/// The argument names the error.
struct ThrowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "throw", abstract: "Throw an error.")

    @Argument var what: String

    func run() async throws {
        switch what {
        case "unavailable": throw FeatureError(.serviceUnavailable, "port 8080 is in use; give another with --port")
        case "refused": throw InputRefused(["port": "expected a port"])
        case "validation": throw ValidationError("Cannot have both.")
        case "code": throw ExitCode(3)
        case "clean": throw CleanExit.message("All is well.")
        case "away": throw StorageError(.unavailable, "the database is away")
        case "unsure": throw StorageError(.outcomeUnknown, "it may have saved or not")
        case "fault": throw FeatureError(.featureFault, "the feature is wrong")
        case "unknown": throw UnknownError()
        default: break
        }
    }

    struct UnknownError: Error, CustomStringConvertible {
        var description: String { "nobody knows" }
    }
}
