import ArgumentParser
import FeatureKit

/// Lists the registered features.
struct ListCommand<Host: CommandLineHost>: ConsoleCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "list", abstract: "List the features.", discussion: "EXAMPLE: \(Host.name) list --json")
    }

    @Flag(help: .json)
    var json = false

    @Option(help: .color, completion: .color, transform: ColorChoice.checkedName)
    var color = ColorChoice.auto.rawValue

    @Flag(help: .noPager)
    var noPager = false

    var colors: ColorChoice { ColorChoice(checked: color) }

    func run(on console: Console) throws {
        let console = console.paging(!noPager)
        let manifests = try Host.registry().manifests
        guard json else { return try ListCommand.print(manifests, on: console, colors: colors) }
        var writer = JSONWriter()
        writer.array(manifests) { writer, manifest in
            writer.raw("{\"id\":")
            writer.string(manifest.id)
            writer.raw(",\"title\":")
            writer.string(manifest.title)
            writer.raw(",\"summary\":")
            writer.string(manifest.summary)
            writer.raw("}")
        }
        try console.printJSON(writer.bytes)
    }

    /// Runs `list` without any arguments and without the argument parser.
    static func runBare(on console: Console) throws {
        try print(Host.registry().manifests, on: console.paging(true), colors: .auto)
    }

    private static func print(_ manifests: [FeatureManifest], on console: Console, colors: ColorChoice) throws {
        let rows = manifests.map { [StyledLine($0.id, .bold), StyledLine($0.title), StyledLine($0.summary, .dim)] }
        let table = TextTable(rows: rows)
        guard let width = console.wrapWidth(.output) else {
            return try console.print(table.lineByLine(indent: 0), colors: colors)
        }
        try console.print(table.lines(indent: 0, fitting: width), colors: colors)
    }
}
