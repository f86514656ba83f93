import ArgumentParser
import FeatureKit
import FeatureStorage
import Synchronization

/// Writes the stored records of a feature to standard output.
struct ExportCommand<Host: CommandLineHost>: AsyncConsoleCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "export",
            abstract: "Write a feature's stored records to standard output.",
            discussion: """
                EXAMPLE: \(Host.name) export FEATURE --format csv > records.csv

                'import' reads the output, and so does the feature's option source=PATH.

                The options of a search select and order the records: --set search=WORDS.
                """)
    }

    @Argument(help: "The feature's id, as 'list' prints it.", completion: Completions<Host>.feature)
    var feature: String

    @Option(
        help: ArgumentHelp("The format: json or csv.", valueName: "format"),
        completion: .list(RecordFileFormat.allCases.map(\.rawValue)), transform: Self.readFormat)
    var format = RecordFileFormat.json

    @Flag(help: .spreadsheet)
    var spreadsheet = false

    @Flag(help: "Also write the title of each record that another one names, such as 'house.title' after 'house'.")
    var titles = false

    @OptionGroup var options: RecordOptions<Host>

    var colors: ColorChoice { options.colors }

    func run(on console: Console) async throws {
        let (type, query, registry) = try options.records(of: feature)
        guard !spreadsheet || format == .csv else { throw CommandLineError.spreadsheetWithoutCSV }
        let exchange = try Host.recordExchange()
        let cells = Mutex(SpreadsheetCells())
        let store = try options.store()
        let titles = titles ? RecordTitles(of: type, in: registry, from: store) : nil
        try await exchange.write(type, matching: query, in: store, titles: titles, as: format) { [spreadsheet] piece in
            let bytes = spreadsheet ? cells.withLock { $0.take(piece) } : piece
            try console.printData(bytes, isJSON: format == .json)
        }
    }

    @Sendable
    private static func readFormat(_ text: String) throws -> RecordFileFormat {
        guard let format = RecordFileFormat(rawValue: text) else {
            let known = RecordFileFormat.allCases.map(\.rawValue)
            throw ValidationError("expected \(known.joined(separator: " or "))\(suggestion(for: text, among: known))")
        }
        return format
    }
}
