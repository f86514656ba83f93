import ArgumentParser
import FeatureKit

/// Prints or installs the script with which a shell completes command lines.
struct CompletionsCommand<Host: CommandLineHost>: AsyncConsoleCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "completions", abstract: "Print or install the completions of a shell.",
            discussion: """
                EXAMPLE: \(Host.name) completions --install

                A shell with completions completes commands, features, actions, fields, their values and the ids of rows. \
                Without --install, the script is printed.
                """)
    }

    @Option(
        help: ArgumentHelp("The shell: bash, zsh or fish; by default the one that SHELL names.", valueName: "name"),
        completion: .list(CompletionFile.Shell.allCases.map(\.rawValue)), transform: Self.readShell)
    var shell: CompletionFile.Shell?

    @Flag(help: "Write the script to your folder of the shell. A file of somebody else is replaced only if you agree.")
    var install = false

    var colors: ColorChoice { .auto }

    func run(on console: Console) async throws {
        let shell = try shell ?? Self.usualShell(console)
        let base = RootCommand<Host>.completionScript(for: shell.kind)
        let script = shell == .bash ? BashCompletions(over: base).text : base
        guard install else { return try console.print(script) }
        let completions = try CompletionFile(shell, of: Host.name, environment: console.environment)
        try await completions.file.install(script, by: Host.name, advice: completions.advice, on: console)
    }

    private static func usualShell(_ console: Console) throws(CommandLineError) -> CompletionFile.Shell {
        let name = console.environment("SHELL").flatMap { $0.split(separator: "/").last }.map { String($0) } ?? ""
        guard let shell = CompletionFile.Shell(rawValue: name) else {
            let given =
                name.isEmpty ? "SHELL is not set" : "there are no completions for the shell \(FieldValue.quote(name))"
            throw .usage("\(given); name a shell with --shell bash, --shell zsh or --shell fish")
        }
        return shell
    }

    @Sendable
    private static func readShell(_ text: String) throws -> CompletionFile.Shell {
        guard let shell = CompletionFile.Shell(rawValue: text) else {
            let known = CompletionFile.Shell.allCases.map(\.rawValue)
            throw ValidationError(
                "expected one of \(known.joined(separator: ", ")), got \(FieldValue.quote(text))"
                    + suggestion(for: text, among: known))
        }
        return shell
    }
}
