import ArgumentParser
import FeatureKit
import FeatureStorage

/// The options of commands that use a feature's stored records without launching the feature.
struct RecordOptions<Host: CommandLineHost>: ParsableArguments {
    @Option(
        name: .customLong("set"),
        help: ArgumentHelp(
            "Set an option that selects the feature's records, such as roster=seoul.",
            valueName: "key=value"),
        completion: Completions<Host>.option, transform: Assignment.read)
    var settings: [Assignment] = []

    @Option(name: DatabaseOption<Host>.name, help: DatabaseOption<Host>.help, completion: .file())
    var givenDatabase: String?

    /// The setting of the database; `nil` for the host's default.
    var database: String? { get throws(CommandLineError) { try DatabaseOption<Host>.setting(givenDatabase) } }

    @Option(help: .color, completion: .color, transform: ColorChoice.checkedName)
    var color = ColorChoice.auto.rawValue

    var colors: ColorChoice { ColorChoice(checked: color) }

    /// Returns the record type and the query that a feature and these options select, with all features.
    ///
    /// - Throws: `FeatureError` for an unknown feature. ``CommandLineError`` if the feature keeps no records or an
    ///   option is refused.
    func records(of id: String) throws -> (type: any Record.Type, query: RecordQuery?, registry: FeatureRegistry) {
        let registry = try Host.registry()
        let feature = try registry.feature(id)
        guard let keeping = feature as? any RecordKeeping else {
            let others = registry.features.filter { $0 is any RecordKeeping }.map(\.manifest.id)
            throw CommandLineError.keepsNoRecords(id, others: others)
        }
        let options = feature.manifest.options
        let texts = try settings.valuesByName(for: options, noun: "option")
        for name in [RecordSource.option.description.name, RecordSource.latencyOption.description.name]
        where texts[name] != nil {
            throw CommandLineError.usage(
                "the option '\(name)' applies to launches only; import and export use the stored records of '\(id)'")
        }
        do {
            let values = try options.readTyped(texts, noun: "option")
            let checked = try options.check(values, noun: "option")
            return (try keeping.recordType(for: checked), try keeping.query(for: checked), registry)
        } catch let refusal as InputRefused {
            throw CommandLineError.options(
                refusal, inOrderOf: options, hint: "'\(Host.name) describe \(id)' lists the options")
        }
    }

    /// Opens the store that `--database` selects.
    func store() throws -> any RecordStore { try Host.store(database: database) }
}
