import ArgumentParser
import FeatureKit

/// The program itself: without a command it says what it can do.
struct RootCommand<Host: CommandLineHost>: ConsoleCommand {
    /// How many features it names; `list` names them all.
    static var featuresLimit: Int { 20 }

    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: Host.name,
            abstract: Host.summary,
            discussion: """
                EXAMPLE: \(Host.name) launch FEATURE

                COMPLETIONS: \(Host.name) --generate-completion-script bash|zsh|fish
                """,
            version: Host.version,
            subcommands: [
                ListCommand<Host>.self, DescribeCommand<Host>.self, LaunchCommand<Host>.self, PerformCommand<Host>.self,
                AttachCommand<Host>.self, SessionsCommand<Host>.self, ImportCommand<Host>.self,
                ExportCommand<Host>.self, ManCommand<Host>.self,
            ] + Host.extraCommands)
    }

    // Messages get the program's name in front where they are written.
    static var _errorPrefix: String { "" }

    // Commands have the option `--color`, the program itself has none.
    var colors: ColorChoice { .auto }

    func run(on console: Console) throws {
        let manifests = try Host.registry().manifests
        let table = TextTable(
            rows: manifests.prefix(Self.featuresLimit).map { [StyledLine($0.id), StyledLine($0.summary)] })
        var lines = table.lines()
        if manifests.count > Self.featuresLimit {
            lines.append(StyledLine("  … and \(manifests.count - Self.featuresLimit) more: \(Host.name) list"))
        }
        let help = Self.helpMessage(columns: console.columns)
        let features = lines.isEmpty ? "" : "\n\nFEATURES:\n" + lines.map(\.text).joined(separator: "\n")
        try console.print(help.tellingOfShortVersion + features)
    }
}

extension String {
    /// A command's help, in which the parser's own `--version` has its short form too.
    var tellingOfShortVersion: String {
        replacing("\n  --version     ", with: "\n  -V, --version ", maxReplacements: 1)
    }
}
