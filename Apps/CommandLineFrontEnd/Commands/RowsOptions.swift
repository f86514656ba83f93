import ArgumentParser
import FeatureKit

/// The options that print the rows of a list instead of the whole screen.
struct RowsOptions<Host: CommandLineHost>: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Print only the rows of the list: table, or with raw values csv, json or ndjson.", valueName: "format"),
        completion: .list(RowsFormat.allCases.map(\.rawValue)), transform: Self.readFormat)
    var format: RowsFormat?

    @Option(
        help: ArgumentHelp("Print only these columns of the list, like name,age.", valueName: "names"),
        completion: Completions<Host>.names, transform: Self.readColumns)
    var columns: [String]?

    // A value that begins with a hyphen is a value too, so that the message about it says what is expected.
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Print at most this number of rows of the list.", valueName: "number"),
        transform: Self.readLimit)
    var limit: Int?

    @Option(
        help: ArgumentHelp("The id of the list, if the screen has several.", valueName: "id"),
        completion: Completions<Host>.word)
    var list: String?

    @Flag(help: .spreadsheet)
    var spreadsheet = false

    /// The rows to print; `nil` to print the whole screen.
    var selection: RowSelection? {
        guard format != nil || columns != nil || limit != nil || list != nil else { return nil }
        return RowSelection(
            format: format ?? .table, columns: columns, limit: limit, list: list, isForSpreadsheet: spreadsheet)
    }

    /// Throws an error if rows are requested together with whole frames.
    func verify(isJSON: Bool, isWatching: Bool) throws(CommandLineError) {
        if spreadsheet, format != .csv { throw .spreadsheetWithoutCSV }
        guard selection != nil else { return }
        if isJSON {
            throw .usage("--json and --fields print the whole frame; for the rows of a list use --format json alone")
        }
        if isWatching { throw .usage("--watch prints whole frames; leave out --format, --columns, --limit and --list") }
    }

    @Sendable
    private static func readFormat(_ text: String) throws -> RowsFormat {
        guard let format = RowsFormat(rawValue: text) else {
            let known = RowsFormat.allCases.map(\.rawValue)
            throw ValidationError(
                "expected one of \(known.joined(separator: ", ")), got \(FieldValue.quote(text))"
                    + suggestion(for: text, among: known))
        }
        return format
    }

    @Sendable
    private static func readColumns(_ text: String) throws -> [String] {
        let names = text.split(separator: ",", omittingEmptySubsequences: false).map { String($0).trimmed }
        guard !names.contains("") else {
            throw ValidationError("expected names with commas between them, got \(FieldValue.quote(text))")
        }
        return names
    }

    @Sendable
    private static func readLimit(_ text: String) throws -> Int {
        guard let limit = Int(text), limit > 0 else {
            throw ValidationError("expected a whole number of at least 1, got \(FieldValue.quote(text))")
        }
        return limit
    }
}

extension CommandLineError {
    /// The option `--spreadsheet` is given for another format.
    static let spreadsheetWithoutCSV = usage(
        "--spreadsheet changes cells of CSV only; add --format csv, or leave it out")
}

extension ArgumentHelp {
    /// The help of the option `--spreadsheet`.
    static let spreadsheet: ArgumentHelp =
        "With --format csv: put an apostrophe before texts that a spreadsheet would run as formulas. 'import' keeps it."
}
