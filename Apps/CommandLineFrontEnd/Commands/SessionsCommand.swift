import ArgumentParser
import FeatureKit

/// Lists the running sessions of a server.
struct SessionsCommand<Host: CommandLineHost>: AsyncConsoleCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "sessions", abstract: "List the sessions that a server runs.",
            discussion: """
                EXAMPLE: \(Host.name) sessions http://127.0.0.1:8080

                Each line has the address for '\(Host.name) attach', the feature's id, its title, and the options that \
                differ from their defaults.
                """)
    }

    @Argument(help: ArgumentHelp("The address of the server or of any of its pages.", valueName: "url"))
    var url: String

    @OptionGroup var server: ServerOptions<Host>

    @Option(
        help: ArgumentHelp(
            "The time limit, like 250ms, 2s or 1m; 10s for each answer by default.", valueName: "duration"),
        transform: readDuration)
    var timeout: Duration?

    @Flag(help: .json)
    var json = false

    @Option(help: .color, completion: .color, transform: ColorChoice.checkedName)
    var color = ColorChoice.auto.rawValue

    var colors: ColorChoice { ColorChoice(checked: color) }

    func run(on console: Console) async throws {
        guard let address = ServerAddress(url) else {
            throw CommandLineError.usage(
                "expected the address of a server, like http://127.0.0.1:8080, got \(FieldValue.quote(url))")
        }
        try await server.withServer(at: address, patience: timeout, on: console) { server in
            let (entries, table) = try await console.within(timeout, of: address.root) { [json] in
                let entries = try await server.sessions()
                return (entries, json ? nil : try await server.table(of: entries))
            }
            guard let table else { return try printJSON(entries, of: server, on: console) }
            guard !entries.isEmpty else {
                return console.say([StyledLine("No session of yours runs at \(address.root).", .dim)], colors: colors)
            }
            try console.print(table.lineByLine(indent: 0), colors: colors)
        }
    }

    private func printJSON(_ entries: [RemoteServer.Entry], of server: RemoteServer, on console: Console) throws {
        var writer = JSONWriter()
        writer.array(entries) { writer, entry in
            writer.raw("{\"address\":")
            writer.string(server.address.page(of: entry.session))
            writer.raw(",\"feature\":")
            writer.string(entry.feature)
            writer.raw(",\"options\":")
            writer.object(entry.options ?? [:])
            writer.raw(",\"session\":")
            writer.string(entry.session)
            writer.raw(",\"title\":")
            writer.string(entry.title)
            writer.raw("}")
        }
        try console.printJSON(writer.bytes)
    }
}
