import ArgumentParser
import FeatureKit

/// Shows a session that a server runs, as one more of its viewers.
struct AttachCommand<Host: CommandLineHost>: AsyncConsoleCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "attach",
            abstract: "Show a session that a server runs, as one more viewer of it.",
            discussion: """
                EXAMPLE: \(Host.name) attach http://127.0.0.1:8080/sessions/ID

                What others do in the session shows here at once, and the other way round. To leave with q does not end \
                the session. A connection that is lost is tried again until it is back.

                On a terminal the session is shown as 'launch' shows one. Elsewhere, and with --json, --watch or \
                --timeout, its screen is printed once nothing is loading any more. A screen that failed and a session \
                that has ended are the exit code 1, a server that cannot be reached is 69.
                """)
    }

    @Argument(
        help: ArgumentHelp(
            "The address of the session: of its page, or in the API; 'sessions' lists them.", valueName: "url"))
    var url: String

    @OptionGroup var server: ServerOptions<Host>

    @Option(
        help: ArgumentHelp(
            "How long it may take, like 250ms, 2s or 1m; 30s by default, with --watch without end.",
            valueName: "duration"),
        transform: readDuration)
    var timeout: Duration?

    @Flag(help: "Print every screen as it comes, until interrupted or the time is over; with --json one object a line.")
    var watch = false

    @Flag(help: "On a terminal: ask line by line instead of filling it, as a screen reader can follow.")
    var plain = false

    @OptionGroup var output: OutputOptions

    var colors: ColorChoice { ColorChoice(checked: output.color) }

    func run(on console: Console) async throws {
        guard let address = ServerAddress(url), let session = address.session else {
            throw CommandLineError.usage(
                "expected the address of a session, like http://127.0.0.1:8080/sessions/ID, got "
                    + "\(FieldValue.quote(url)); '\(Host.name) sessions URL' lists those of a server")
        }
        let isPrinted = output.isJSON || watch || timeout != nil
        let presence = isPrinted ? .printed : console.presence(plain: plain)
        try await server.withServer(at: address, on: console) { server in
            let attachment = try await Attachment(to: session, on: server)
            guard presence == .printed else {
                return try await attachment.present(presence, on: console, colors: colors)
            }
            let printer = FramePrinter(
                console: console, colors: colors, isJSON: output.isJSON, fields: output.fields, command: nil)
            try await attachment.print(
                isWatching: watch, within: timeout ?? (watch ? nil : .seconds(30)), on: console, printer: printer)
        }
    }
}
