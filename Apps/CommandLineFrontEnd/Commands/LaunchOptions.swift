import ArgumentParser
import FeatureKit
import FeatureStorage

/// What every command that launches a feature takes.
struct LaunchOptions<Host: CommandLineHost>: ParsableArguments {
    @Option(
        name: .customLong("set"),
        help: ArgumentHelp(
            "Set an option of the feature; 'describe' tells which there are. May be given several times.",
            valueName: "key=value"),
        completion: Completions<Host>.option, transform: Assignment.read)
    var settings: [Assignment] = []

    @Option(
        help: ArgumentHelp(
            "How long it may take, like 250ms, 2s or 1m; 30s by default, with --watch or --all without end.",
            valueName: "duration"),
        transform: readDuration)
    var timeout: Duration?

    @OptionGroup var database: DatabaseOption<Host>

    /// The launch that these options ask for; nothing of it has run.
    ///
    /// - Throws: `FeatureError` for an unknown feature, ``CommandLineError`` for options that are refused.
    func launch(of id: String) throws -> Launch {
        try Self.launch(of: id, settings: settings, database: database.setting, typed: database.given)
    }

    /// The launch of a feature; nothing of it has run.
    ///
    /// - Parameters:
    ///   - database: Where records are kept.
    ///   - typed: The same, if the command line says it: commands to type next say it too.
    static func launch(
        of id: String, settings: [Assignment], database: String?, typed: String? = nil
    ) throws -> Launch {
        let registry = try Host.registry(database: database)
        let feature = try registry.feature(id)
        let texts = try settings.valuesByName(noun: "option")
        let hint = "'\(Host.name) describe \(id)' tells which there are"
        do {
            let options = try feature.manifest.options.readTyped(texts, noun: "option")
            return Launch(
                feature: feature, registry: registry, options: options, hint: hint,
                command: CommandText(
                    program: Host.name, manifest: feature.manifest, settings: settings, database: typed),
                again: { try launch(of: id, settings: settings, database: database, typed: typed) })
        } catch {
            throw CommandLineError.options(error, inOrderOf: feature.manifest.options, hint: hint)
        }
    }

    /// Sees that the database can be reached that a launch takes its records from, if it takes any.
    func connect(for launch: Launch) async throws {
        try await Self.connect(launch.feature, launch.options, database.setting)
    }

    /// Sees that a database can be reached that a feature takes its records from, if it takes any.
    static func connect(_ feature: any Feature, _ options: [String: FieldValue], _ database: String?) async throws {
        let source = options[RecordSource.option.description.name] ?? RecordSource.stored.fieldValue
        guard feature is any RecordKeeping, source == RecordSource.stored.fieldValue else { return }
        try await Host.connect(database: database)
    }

    /// How long it may take without `--watch` and `--all`.
    var limit: Duration { timeout ?? .seconds(30) }
}

/// Reads a duration that was typed.
@Sendable
func readDuration(_ text: String) throws -> Duration {
    guard let duration = Duration(fieldText: text) else {
        throw ValidationError("expected a duration like 250ms, 2s or 1m")
    }
    return duration
}
