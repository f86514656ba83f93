import ArgumentParser
import FeatureKit

/// Launches a feature and prints its screen.
struct LaunchCommand<Host: CommandLineHost>: AsyncConsoleCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "launch",
            abstract: "Launch a feature: show it on a terminal, print its screen elsewhere.",
            discussion: """
                EXAMPLE: \(Host.name) launch FEATURE

                On a terminal the feature is shown until you leave with q, which is the exit code 0 whatever is shown \
                then; ? shows every key. With --plain, with ACCESSIBLE=1 in the environment or on a terminal that can do \
                no more it asks line by line and repaints nothing.

                Elsewhere, and with --json, --watch, --all or --timeout, it waits until nothing is loading any more, \
                prints the screen and ends. Messages go to standard error; a screen that failed ends with the exit code 1.
                """)
    }

    @Argument(help: "The feature's id, as 'list' prints it.", completion: Completions<Host>.feature)
    var feature: String

    @OptionGroup var options: LaunchOptions<Host>

    @Flag(help: "Print every screen as it comes, until interrupted or the time is over; with --json one object a line.")
    var watch = false

    @Flag(help: "Print all rows of a list, not its first page alone.")
    var all = false

    @Flag(help: "On a terminal: ask line by line instead of filling it, as a screen reader can follow.")
    var plain = false

    @OptionGroup var output: OutputOptions

    var colors: ColorChoice { ColorChoice(checked: output.color) }

    /// Whether what was asked for is printed, whoever is there.
    private var isPrinted: Bool { output.isJSON || watch || all || options.timeout != nil }

    /// Runs it as it is without any option, on a terminal.
    static func runBare(_ feature: String, on console: Console) async throws {
        let database = try DatabaseOption<Host>.environmentSetting
        let launch = try LaunchOptions<Host>.launch(of: feature, settings: [], database: database)
        try await present(launch, .interactive, database, on: console, colors: .auto)
    }

    private static func present(
        _ launch: Launch, _ presence: Console.Presence, _ database: String?, on console: Console, colors: ColorChoice
    ) async throws {
        try await launch.present(presence, on: console, colors: colors) { feature, values in
            try await LaunchOptions<Host>.connect(feature, values, database)
        }
    }

    func run(on console: Console) async throws {
        let launch = try options.launch(of: feature)
        let presence = isPrinted ? .printed : console.presence(plain: plain)
        if presence != .printed {
            return try await Self.present(launch, presence, options.database.setting, on: console, colors: colors)
        }
        try await options.connect(for: launch)
        let printer = FramePrinter(
            console: console, colors: colors, isJSON: output.isJSON, fields: output.fields, command: launch.command)
        if watch {
            try await launch.watch(for: options.timeout, all: all, on: console, printer: printer)
        } else {
            try await launch.run(
                within: all ? options.timeout ?? .unlimited : options.limit, on: console, printer: printer
            ) { [all] session in
                if all { try await session.pressMoreToTheEnd() }
            }
        }
    }
}
