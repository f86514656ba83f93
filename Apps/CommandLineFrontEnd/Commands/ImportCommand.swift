import ArgumentParser
import FeatureKit
import FeatureStorage

/// Adds the records of a file to the stored records of a feature.
struct ImportCommand<Host: CommandLineHost>: AsyncConsoleCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "import",
            abstract: "Add the records of a file to a feature's stored records.",
            discussion: """
                EXAMPLE: \(Host.name) import FEATURE records.csv

                Imports all records or none: a file with a fault is refused with a message for each fault and exit code \
                65. The file - is standard input. The columns or keys are the names of the record's properties, as \
                'export' writes them. A record without an id gets a new one.
                """)
    }

    @Argument(help: "The feature's id, as 'list' prints it.", completion: Completions<Host>.feature)
    var feature: String

    @Argument(
        help: "The file: .csv or .json, or - for standard input.", completion: .file(extensions: ["csv", "json"]))
    var file: String

    @OptionGroup var options: RecordOptions<Host>

    var colors: ColorChoice { options.colors }

    func run(on console: Console) async throws {
        let type = try options.records(of: feature).type
        guard try options.database != DatabaseSetting.memory else { throw CommandLineError.importIntoMemory }
        let exchange = try Host.recordExchange()
        let input = file == StandardInputFile.argument ? try StandardInputFile(of: console) : nil
        defer { input?.remove() }
        let records = try exchange.open(input?.path ?? file, of: type)
        let store = try options.store()
        let bar =
            console.canErase
            ? TransientLine(on: console) { _ in ProgressBar.line(share: records.progress) } : nil
        await bar?.start()
        let registry = try Host.registry()
        let manifest = try registry.feature(feature).manifest
        let targets = RecordTargets(registry.features)
        let importing = RunningAction("import", of: manifest, by: .systemUser)
        let course: Contender<Int> = {
            try await RunningAction.$current.withValue(importing) {
                try await store.prepare(type, among: targets)
                return try await records.load(into: store)
            }
        }
        let result = await firstResult(of: [course, console.interruption()])
        await bar?.stop()
        do {
            let count = try result.get()
            let noun = count == 1 ? "record" : "records"
            console.say([StyledLine("Imported \(count) \(noun) into \(feature).")], colors: colors)
        } catch let error as RecordFileError {
            throw CommandLineError.refusedFile(input?.naming(error) ?? error)
        }
    }
}
