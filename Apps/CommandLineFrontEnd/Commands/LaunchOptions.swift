import ArgumentParser
import FeatureKit
import FeatureStorage

/// The options of every command that launches a feature.
struct LaunchOptions<Host: CommandLineHost>: ParsableArguments {
    @Option(
        name: .customLong("set"),
        help: ArgumentHelp(
            "Set an option of the feature; 'describe' lists the options. Repeatable.",
            valueName: "key=value"),
        completion: Completions<Host>.option, transform: Assignment.read)
    var settings: [Assignment] = []

    @Option(
        help: ArgumentHelp(
            "The time limit, like 250ms, 2s or 1m; 30s by default, no limit with --watch or --all.",
            valueName: "duration"),
        transform: readDuration)
    var timeout: Duration?

    @Option(name: DatabaseOption<Host>.name, help: DatabaseOption<Host>.help, completion: .file())
    var givenDatabase: String?

    /// The setting of the database; `nil` for the host's default.
    var database: String? { get throws(CommandLineError) { try DatabaseOption<Host>.setting(givenDatabase) } }

    /// Creates the launch that these options describe, but does not start it.
    ///
    /// - Throws: `FeatureError` for an unknown feature, ``CommandLineError`` for refused options.
    func launch(of id: String) throws -> Launch {
        try Self.launch(of: id, settings: settings, database: database, typed: givenDatabase)
    }

    /// Creates the launch of a feature, but does not start it.
    ///
    /// - Parameters:
    ///   - database: The database setting.
    ///   - typed: The database setting from the command line. Suggested commands repeat it.
    static func launch(
        of id: String, settings: [Assignment], database: String?, typed: String? = nil
    ) throws -> Launch {
        let registry = try Host.registry(database: database)
        let feature = try registry.feature(id)
        let texts = try settings.valuesByName(for: feature.manifest.options, noun: "option")
        let hint = "'\(Host.name) describe \(id)' lists the options"
        do {
            let options = try feature.manifest.options.readTyped(texts, noun: "option")
            return Launch(
                feature: feature, registry: registry, options: options, hint: hint,
                command: CommandText(
                    program: Host.name, manifest: feature.manifest, settings: settings,
                    catalogue: registry.manifests, database: typed),
                again: { try launch(of: id, settings: settings, database: database, typed: typed) })
        } catch {
            throw CommandLineError.options(error, inOrderOf: feature.manifest.options, hint: hint)
        }
    }

    /// Verifies that the launch's database can be reached, if the feature needs a database.
    func connect(for launch: Launch) async throws {
        try await Self.connect(launch.feature, launch.options, database)
    }

    /// Verifies that a feature's database can be reached, if the feature needs a database.
    static func connect(_ feature: any Feature, _ options: [String: FieldValue], _ database: String?) async throws {
        let source = options[RecordSource.option.description.name] ?? RecordSource.stored.fieldValue
        guard feature is any RecordKeeping, source == RecordSource.stored.fieldValue else { return }
        try await Host.connect(database: database)
    }

    /// The time limit of a command without `--watch` and `--all`.
    var limit: Duration { timeout ?? .seconds(30) }
}

/// Parses a duration argument.
@Sendable
func readDuration(_ text: String) throws -> Duration {
    guard let duration = Duration(fieldText: text) else {
        throw ValidationError("expected a duration like 250ms, 2s or 1m")
    }
    return duration
}
