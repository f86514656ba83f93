import ArgumentParser
import FeatureKit

/// Launches a feature and shows or prints its screen.
struct LaunchCommand<Host: CommandLineHost>: AsyncConsoleCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "launch",
            abstract: "Launch a feature: show it on a terminal, print its screen elsewhere.",
            discussion: """
                EXAMPLE: \(Host.name) launch FEATURE

                On a terminal, 'launch' alone offers all features. The feature is shown there until you press q, which ends with exit code 0; ? shows all keys. \
                With --plain, with ACCESSIBLE=1 in the environment or on a dumb terminal, it asks line by line and never \
                repaints. With --plain, it also reads the answers from a pipe or a file, one on each line, wherever the \
                output goes, and leaves at the end of the input.

                A link shows its place on top of the current one; Esc goes back, and from the first place up to the place \
                that contains it. Required options that are missing are asked for first.

                Elsewhere, and with --json, --watch, --all, --timeout or an option for rows, it waits until loading has ended, prints the \
                screen and ends. Each link is printed as the command that shows its place. Messages go to standard error. \
                A failed screen ends with exit code 1.

                --format, --columns, --limit and --list print the rows of one list instead of the screen. --limit loads \
                further pages if it needs them. The number of rows that were not printed goes to standard error. On a \
                terminal, a table is as wide as the terminal.
                """)
    }

    @Argument(help: "The feature's id, as 'list' prints it.", completion: Completions<Host>.feature)
    var feature: String

    @OptionGroup var options: LaunchOptions<Host>

    @Flag(help: "Print each frame until interrupted or until --timeout has passed; with --json one object per line.")
    var watch = false

    @Flag(help: "Print all rows of a list, not only the first page.")
    var all = false

    @OptionGroup var rows: RowsOptions<Host>

    @Flag(
        help: "Ask line by line instead of using the full screen, for screen readers; the answers can come from a pipe."
    )
    var plain = false

    @Flag(help: "On a terminal: leave the mouse to the terminal, which selects text with it.")
    var noMouse = false

    @OptionGroup var output: OutputOptions

    @Flag(help: .noPager)
    var noPager = false

    var colors: ColorChoice { ColorChoice(checked: output.color) }

    /// Whether the options request printed output even on a terminal.
    private var isPrinted: Bool { output.isJSON || watch || all || options.timeout != nil || rows.selection != nil }

    /// Runs `launch FEATURE` without options on a terminal.
    static func runBare(_ feature: String, on console: Console) async throws {
        let database = try DatabaseOption<Host>.environmentSetting
        let launch = try LaunchOptions<Host>.launch(of: feature, settings: [], database: database)
        try await present(launch, .interactive, database, on: console, screen: Host.fullScreen(.auto))
    }

    private static func present(
        _ launch: Launch, _ presence: Console.Presence, _ database: String?, on console: Console, screen: FullScreen
    ) async throws {
        try await launch.present(presence, on: console, screen: screen) { feature, values in
            try await LaunchOptions<Host>.connect(feature, values, database)
        }
    }

    /// Whether the command, without a feature, offers all features.
    func offersFeatures(on console: Console) -> Bool {
        !isPrinted && options.settings.isEmpty && console.presence(plain: plain) != .printed
    }

    /// Shows the features to choose from.
    func runCatalogue(on console: Console) async throws {
        let registry = try Host.registry(database: options.database)
        let catalogue = CatalogueFeature(features: registry.manifests)
        let launch = Launch(
            feature: catalogue, registry: registry, options: [:], hint: "",
            command: CommandText(program: Host.name, manifest: catalogue.manifest),
            again: { throw FeatureError(.unknownFeature, "the catalogue is launched only once") })
        try await Self.present(
            launch, console.presence(plain: plain), options.database, on: console,
            screen: Host.fullScreen(colors, usesMouse: !noMouse))
    }

    func run(on console: Console) async throws {
        try rows.verify(isJSON: output.isJSON, isWatching: watch)
        if all, rows.limit != nil { throw CommandLineError.usage("--all and --limit exclude each other; give one") }
        let launch = try options.launch(of: feature)
        let presence = isPrinted ? .printed : console.presence(plain: plain)
        if presence != .printed {
            return try await Self.present(
                launch, presence, options.database, on: console,
                screen: Host.fullScreen(colors, usesMouse: !noMouse))
        }
        try await options.connect(for: launch)
        var printer = FramePrinter(
            console: console.paging(!noPager && !watch), colors: colors, isJSON: output.isJSON,
            fields: output.fields, command: launch.command)
        printer.rows = rows.selection
        printer.rows?.allOption = "--all"
        printer.rows?.valueOrder = launch.valueOrder
        if watch {
            try await launch.watch(for: options.timeout, all: all, on: console, printer: printer)
        } else {
            try await launch.run(
                within: all ? options.timeout ?? .unlimited : options.limit, on: console, printer: printer
            ) { [all, selection = printer.rows] session in
                if all { try await session.pressMoreToTheEnd() }
                if let selection { try await session.pressMore(for: selection) }
                return Launch.Outcome()
            }
        }
    }
}
