import ArgumentParser
import FeatureKit

/// Shows a session of a server, as one more viewer of that session.
struct AttachCommand<Host: CommandLineHost>: AsyncConsoleCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "attach",
            abstract: "Show a session of a server, as another viewer.",
            discussion: """
                EXAMPLE: \(Host.name) attach http://127.0.0.1:8080/sessions/ID

                All viewers of a session see each other's changes at once. Leaving with q does not end the session. A \
                lost connection is restored as soon as possible. A link shows its place in this session if the session \
                can, else in a new session of the server; Esc goes back.

                The address of a feature's page, like 'http://127.0.0.1:8080/features/FEATURE?OPTION=VALUE', begins a \
                session with these options. Leaving ends a session that this command has begun, unless others watch it.

                The address of the server alone shows its only session. If it runs none or several, the addresses to \
                choose from are printed.

                On a terminal, the session is shown like a launched feature. Elsewhere, and with --json, --watch, --all \
                or --timeout, its screen is printed when loading has ended. A failed screen or an ended session gives exit \
                code 1. An unreachable server gives exit code 69.

                --format, --columns, --limit and --list print the loaded rows of one list instead of the screen. They \
                load no further rows, because all viewers would see these. --all loads them. If the server does not \
                load all rows of a list, --all prints those that it has loaded and gives exit code 1.
                """)
    }

    @Argument(
        help: ArgumentHelp(
            "The address of the session's page, of a feature's page, or of the server; or the session's address in the "
                + "API. 'sessions' lists the sessions.",
            valueName: "url"))
    var url: String

    @OptionGroup var server: ServerOptions<Host>

    @Option(
        help: ArgumentHelp(
            "The time limit, like 250ms, 2s or 1m; 30s by default, no limit with --watch or --all.",
            valueName: "duration"),
        transform: readDuration)
    var timeout: Duration?

    @Flag(help: "Print each frame until interrupted or until --timeout has passed; with --json one object per line.")
    var watch = false

    @Flag(help: "Load and print all rows of a list; all viewers of the session see them.")
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

    func run(on console: Console) async throws {
        guard let address = ServerAddress(url), address.isRoot || address.session != nil || address.feature != nil
        else {
            throw CommandLineError.usage(
                "expected the address of a session or of a feature, like http://127.0.0.1:8080/sessions/ID or "
                    + "http://127.0.0.1:8080/features/ID, got \(FieldValue.quote(url)); "
                    + "'\(Host.name) sessions URL' lists the sessions of a server")
        }
        try rows.verify(isJSON: output.isJSON, isWatching: watch)
        if all, watch { throw CommandLineError.usage("--all and --watch exclude each other; give one") }
        if all, rows.limit != nil { throw CommandLineError.usage("--all and --limit exclude each other; give one") }
        let isPrinted = output.isJSON || watch || all || timeout != nil || rows.selection != nil
        let presence = isPrinted ? .printed : console.presence(plain: plain)
        let limit = presence == .printed ? timeout ?? (watch || all ? nil : .seconds(30)) : nil
        let elapsed = console.clock.stopwatch()
        try await server.withServer(at: address, patience: limit, on: console) { server in
            let attachment = try await console.connecting(to: address.host, for: presence) {
                try await console.within(limit, of: address.root) {
                    try await Attachment(to: address, on: server, program: Host.name)
                }
            }
            guard presence == .printed else {
                return try await attachment.present(
                    presence, on: console, screen: Host.fullScreen(colors, usesMouse: !noMouse))
            }
            var printer = FramePrinter(
                console: console.paging(!noPager && !watch), colors: colors, isJSON: output.isJSON,
                fields: output.fields, command: nil)
            printer.rows = rows.selection
            printer.rows?.allOption = "--all"
            try await attachment.print(
                isWatching: watch, all: all, within: limit.map { ($0, $0 - elapsed()) }, on: console, printer: printer)
        }
    }
}
