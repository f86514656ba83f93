import ArgumentParser
import CommandLineFrontEnd
import FeatureKit

/// A host without features, whose commands have the default names of their types.
enum SalonHost: CommandLineHost {
    static let name = "salon"
    static let version = "2"
    static let summary = "Grooms dogs."

    static let extraCommands: [any ParsableCommand.Type] = [Groom.self, Care.self]

    static func registry() throws -> FeatureRegistry { try FeatureRegistry([]) }
}

/// A command with an alias.
///
/// The command prints what it has done.
struct Groom: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Groom a dog.", aliases: ["wash"])

    func run() throws { throw CleanExit.message("Groomed.") }
}

/// A command that only contains a subcommand.
struct Care: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Care for a dog.", subcommands: [Comb.self])
}

/// A subcommand that refuses its flag when it runs.
struct Comb: AsyncParsableCommand {
    @Flag var twice = false

    func run() async throws {
        if twice { throw ValidationError("Once is enough.") }
    }
}
