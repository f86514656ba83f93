import ArgumentParser
import FeatureKit

/// Lists the registered features.
struct ListCommand<Host: CommandLineHost>: ConsoleCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "list", abstract: "List the features.")
    }

    @Flag(help: .json)
    var json = false

    @Option(help: .color, completion: .color, transform: ColorChoice.checkedName)
    var color = ColorChoice.auto.rawValue

    var colors: ColorChoice { ColorChoice(checked: color) }

    func run(on console: Console) throws {
        let manifests = try Host.registry().manifests
        guard json else {
            let rows = manifests.map { [StyledLine($0.id, .bold), StyledLine($0.title), StyledLine($0.summary, .dim)] }
            return try console.print(TextTable(rows: rows).lines(indent: 0), colors: colors)
        }
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
        try console.printLine(writer.bytes)
    }
}
