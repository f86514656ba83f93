import ArgumentParser
import FeatureKit

/// Launches a feature and prints its screen.
struct LaunchCommand<Host: CommandLineHost>: AsyncConsoleCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "launch",
            abstract: "Launch a feature and print its screen.",
            discussion: """
                Waits until nothing is loading any more, prints the screen and ends. Messages go to standard error; a \
                screen that failed ends with the exit code 1.
                """)
    }

    @Argument(help: "The feature's id, as 'list' prints it.", completion: Completions<Host>.feature)
    var feature: String

    @OptionGroup var options: LaunchOptions<Host>

    @Flag(help: "Print every screen as it comes, until interrupted or the time is over; with --json one object a line.")
    var watch = false

    @Flag(help: "Print all rows of a list, not its first page alone.")
    var all = false

    @OptionGroup var output: OutputOptions

    var colors: ColorChoice { ColorChoice(checked: output.color) }

    func run(on console: Console) async throws {
        let launch = try options.launch(of: feature)
        try await options.connect(for: launch)
        let printer = FramePrinter(console: console, colors: colors, isJSON: output.json, command: launch.command)
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
