import ArgumentParser
import FeatureKit

/// Describes a feature's options and actions.
struct DescribeCommand<Host: CommandLineHost>: ConsoleCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "describe", abstract: "Describe a feature's options and actions.",
            discussion: "EXAMPLE: \(Host.name) describe FEATURE")
    }

    @Argument(help: "The feature's id, as 'list' prints it.", completion: Completions<Host>.feature)
    var feature: String

    @Flag(help: .json)
    var json = false

    @Option(help: .color, completion: .color, transform: ColorChoice.checkedName)
    var color = ColorChoice.auto.rawValue

    @Flag(help: .noPager)
    var noPager = false

    var colors: ColorChoice { ColorChoice(checked: color) }

    func run(on console: Console) throws {
        let console = console.paging(!noPager)
        let manifest = try Host.registry().feature(feature).manifest
        guard json else {
            let text = ManifestText(program: Host.name, manifest: manifest, width: console.wrapWidth(.output))
            return try console.print(text.lines, colors: colors)
        }
        var writer = JSONWriter()
        writer.manifest(manifest)
        try console.printJSON(writer.bytes)
    }
}
