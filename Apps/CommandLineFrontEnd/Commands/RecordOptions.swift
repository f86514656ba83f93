import ArgumentParser
import FeatureKit
import FeatureStorage

/// What the commands take that work on a feature's stored records without launching it.
struct RecordOptions<Host: CommandLineHost>: ParsableArguments {
    @Option(
        name: .customLong("set"),
        help: ArgumentHelp(
            "Set an option of the feature that decides which records are meant, such as roster=seoul.",
            valueName: "key=value"),
        completion: Completions<Host>.option, transform: Assignment.read)
    var settings: [Assignment] = []

    @OptionGroup var database: DatabaseOption<Host>

    @Option(help: .color, completion: .color, transform: ColorChoice.checkedName)
    var color = ColorChoice.auto.rawValue

    var colors: ColorChoice { ColorChoice(checked: color) }

    /// The kind of records that these options and a feature mean.
    ///
    /// - Throws: `FeatureError` for an unknown feature, ``CommandLineError`` for one that keeps no records and for options
    ///   that are refused.
    func recordType(of id: String) throws -> any Record.Type {
        let registry = try Host.registry()
        let feature = try registry.feature(id)
        guard let keeping = feature as? any RecordKeeping else {
            let others = registry.features.filter { $0 is any RecordKeeping }.map(\.manifest.id)
            throw CommandLineError.keepsNoRecords(id, others: others)
        }
        let options = feature.manifest.options
        let texts = try settings.valuesByName(noun: "option")
        for name in [RecordSource.option.description.name, RecordSource.latencyOption.description.name]
        where texts[name] != nil {
            throw CommandLineError.usage(
                "the option '\(name)' is of a launch: import and export work on the stored records of '\(id)'")
        }
        do {
            let values = try options.readTyped(texts, noun: "option")
            return try keeping.recordType(for: options.check(values, noun: "option"))
        } catch let refusal as InputRefused {
            throw CommandLineError.options(
                refusal, inOrderOf: options, hint: "'\(Host.name) describe \(id)' tells which there are")
        }
    }

    /// Opens the store that is meant.
    func store() throws -> any RecordStore { try Host.store(database: database.setting) }
}
