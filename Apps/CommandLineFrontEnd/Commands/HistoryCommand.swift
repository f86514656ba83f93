import ArgumentParser
import FeatureKit
import FeatureStorage

/// Prints the changes of a feature's stored records.
struct HistoryCommand<Host: CommandLineHost>: AsyncConsoleCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "history",
            abstract: "Print the changes of a feature's stored records.",
            discussion: """
                EXAMPLE: \(Host.name) history FEATURE --since 7d

                The newest entry comes first. The last column is the number of the change, with which \
                '\(Host.name) undo' takes it back.
                """)
    }

    @Argument(help: "The feature's id, as 'list' prints it.", completion: Completions<Host>.feature)
    var feature: String

    @Argument(help: "The key of a record; all records by default.")
    var id: String?

    @Option(help: ArgumentHelp("Print only the changes of a person, by the id that --json prints.", valueName: "id"))
    var by: String?

    @Option(
        help: ArgumentHelp(
            "Print only the changes since a time, like 2026-11-22T19:46:49Z, or of the last time, like 7d or 2h.",
            valueName: "time"), transform: Self.readTime)
    var since: Instant?

    @Option(help: ArgumentHelp("The maximum number of entries: 1 to 100000.", valueName: "number"))
    var limit = 100

    @Flag(help: .json)
    var json = false

    @Flag(help: "Write comma-separated values (RFC 4180).")
    var csv = false

    @OptionGroup var options: RecordOptions<Host>

    var colors: ColorChoice { options.colors }

    func run(on console: Console) async throws {
        guard !json || !csv else { throw CommandLineError.usage("give --json or --csv, not both") }
        guard (1...100_000).contains(limit) else { throw CommandLineError.usage("--limit must be from 1 to 100000") }
        let (type, _, registry) = try options.records(of: feature)
        try await Host.connect(database: options.database)
        let store = try options.store()
        let entries = try await read(type, from: store)
        if entries.isEmpty, let id, try await store.named(for: type).rows(of: type.collection, ids: [id]).isEmpty {
            let key = FieldValue.quote(id)
            throw CommandLineError.featureFailed("neither the records nor the history have the key \(key)")
        }
        if json {
            var writer = JSONWriter()
            writer.history(entries)
            return try console.printJSON(writer.bytes)
        }
        if csv { return try console.printData(Self.encoded(entries), isJSON: false) }
        guard !entries.isEmpty else {
            return console.say([StyledLine("The history has no such change.", .dim)], colors: colors)
        }
        let fields = type.fields.map(\.description)
        let titles = id == nil ? try await titles(of: entries, fields, type, from: store) : nil
        let worded = try await entries.naming(RecordTitles(of: type, in: registry, from: store))
        let table = TextTable(
            rows: worded.map { entry in
                [
                    StyledLine(entry.timeText, .dim),
                    StyledLine(entry.sentence(fields, titles: titles, isNumbered: true)),
                    StyledLine("\(entry.change)", .dim),
                ]
            })
        try console.print(table.lineByLine(indent: 0), colors: colors)
    }

    /// Returns the titles of the entries' records, by their keys.
    private func titles(
        of entries: [HistoryEntry], _ fields: [FieldDescription], _ type: any Record.Type, from store: any RecordStore
    ) async throws -> [String: String] {
        let known = entries.titles(fields)
        let missing = Set(entries.map(\.id)).subtracting(known.keys).subtracting([""])
        guard !missing.isEmpty else { return known }
        let rows = try await store.named(for: type).rows(of: type.collection, ids: Array(missing))
        let read = rows.compactMap { row in fields.title(of: row.values).map { (row.id, $0) } }
        return known.merging(read) { $1 }
    }

    private func read(_ type: any Record.Type, from store: any RecordStore) async throws -> [HistoryEntry] {
        var selection = HistorySelection(id: id, person: by, since: since)
        var entries: [HistoryEntry] = []
        while entries.count < limit {
            let size = min(1000, limit - entries.count)
            let more = try await store.named(for: type).history(of: type.collection, matching: selection, limit: size)
            entries += more
            guard more.count == size else { break }
            selection.before = more.last?.number
        }
        return entries
    }

    private static func encoded(_ entries: [HistoryEntry]) -> [UInt8] {
        let rows = entries.map { entry in
            func json(_ values: [String: FieldValue]) -> FieldValue {
                var writer = JSONWriter()
                writer.object(values)
                return .text(String(decoding: writer.bytes, as: UTF8.self))
            }
            var values: [String: FieldValue] = [
                "number": .integer(Int(entry.number)), "change": .integer(Int(entry.change)),
                "instant": .text(entry.instant.description), "operation": .text(entry.operation.word),
                "before": json(entry.before), "after": json(entry.after),
            ]
            if case .many(let count) = entry.operation {
                values["count"] = .integer(count)
            } else {
                values["record"] = .text(entry.id)
            }
            values["person"] = entry.cause?.person.map { .text($0) }
            values["name"] = entry.cause?.name.map { .text($0) }
            values["feature"] = entry.cause.map { .text($0.feature) }
            values["action"] = entry.cause.map { .text($0.action) }
            values["undone"] = entry.cause?.undone.map { .integer(Int($0)) }
            return Row(id: "\(entry.number)", title: "", values: values)
        }
        let names = [
            "number", "change", "instant", "operation", "record", "count",
            "person", "name", "feature", "action", "undone", "before", "after",
        ]
        return RowsFormat.csv.encoded(rows, columns: names.map { RowColumn(value: $0) })
    }

    @Sendable
    private static func readTime(_ text: String) throws -> Instant {
        if let instant = Instant(text) { return instant }
        if let date = CalendarDate(text), let instant = Instant("\(date)T00:00:00Z") { return instant }
        // More days than the calendar has are as good as all days.
        let days =
            text.hasSuffix("d") ? Int(text.dropLast()).map { Duration.seconds(min($0, 4_000_000) * 86_400) } : nil
        guard let duration = days ?? Duration(fieldText: text), duration >= .zero else {
            throw ValidationError("expected a time like 2026-11-22T19:46:49Z, 2026-11-22, 7d or 2h")
        }
        let milliseconds = min(duration / .milliseconds(1), 1e15)
        return Instant(bounding: Instant.now.millisecondsSince1970 - Int(milliseconds))
    }
}

extension [HistoryEntry] {
    /// Returns the entries with titles in place of the keys of other records.
    fileprivate func naming(_ titles: RecordTitles) async throws -> [HistoryEntry] {
        let found = try await titles.titles(in: flatMap { [$0.before, $0.after] })
        func named(_ values: [String: FieldValue]) -> [String: FieldValue] {
            var values = values
            for (field, titles) in found {
                values[field] = values[field].map { titles[$0.description].map { .text($0) } ?? $0 }
            }
            return values
        }
        return map { entry in
            var entry = entry
            (entry.before, entry.after) = (named(entry.before), named(entry.after))
            return entry
        }
    }
}
