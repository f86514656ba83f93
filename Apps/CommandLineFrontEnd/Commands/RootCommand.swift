import ArgumentParser
import FeatureKit

/// The root command, which prints an overview of the program.
struct RootCommand<Host: CommandLineHost>: ConsoleCommand {
    /// The maximum number of features that the overview names.
    ///
    /// The command `list` names all features.
    static var featuresLimit: Int { 20 }

    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: Host.name,
            abstract: Host.summary,
            discussion: """
                EXAMPLE: \(Host.name) launch FEATURE

                COMPLETIONS: \(Host.name) completions --install
                """,
            version: Host.version,
            subcommands: [
                ListCommand<Host>.self, DescribeCommand<Host>.self, LaunchCommand<Host>.self, PerformCommand<Host>.self,
                UndoCommand<Host>.self, HistoryCommand<Host>.self, AttachCommand<Host>.self, SessionsCommand<Host>.self,
                ImportCommand<Host>.self, ExportCommand<Host>.self, CompletionsCommand<Host>.self,
                ManCommand<Host>.self,
            ] + Host.extraCommands)
    }

    // The console already prefixes messages with the program's name.
    static var _errorPrefix: String { "" }

    // The root command has no option `--color`. Its subcommands have it.
    var colors: ColorChoice { .auto }

    func run(on console: Console) throws {
        let manifests = try Host.registry().manifests
        let table = TextTable(
            rows: manifests.prefix(Self.featuresLimit).map { [StyledLine($0.id), StyledLine($0.summary)] })
        var lines = table.lines(fitting: console.wrapWidth(.output))
        if manifests.count > Self.featuresLimit {
            lines.append(StyledLine("  … and \(manifests.count - Self.featuresLimit) more: \(Host.name) list"))
        }
        let help = Self.helpMessage(columns: console.columns).wrapped(on: console)
        let features = lines.isEmpty ? "" : "\n\nFEATURES:\n" + lines.map(\.text).joined(separator: "\n")
        try console.print(help.tellingOfShortVersion + features)
    }
}

extension String {
    /// Returns the help text with lines that fit the terminal.
    ///
    /// The parser breaks all lines but those of the usage.
    func wrapped(on console: Console) -> String {
        guard let width = console.wrapWidth(.output) else { return self }
        return split(separator: "\n", omittingEmptySubsequences: false)
            .flatMap { StyledLine(String($0)).wrapped(to: width).map(\.text) }.joined(separator: "\n")
    }

    /// The help text, with `-V` added beside the parser's own `--version`.
    var tellingOfShortVersion: String {
        replacing("\n  --version     ", with: "\n  -V, --version ", maxReplacements: 1)
    }
}
