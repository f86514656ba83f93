import FeatureKit
import FeatureStorage

/// The ids of rows that a shell completes.
enum CompletionRows {
    /// The longest time that a person waits for the ids.
    private static let limit = Duration.milliseconds(500)
    /// The maximum number of ids.
    private static let countLimit = 200

    /// The ids for the completion that the program answers at the moment.
    @TaskLocal static var ids: [String] = []

    /// Runs a closure in which ``ids`` are the ids that a request for completions needs.
    ///
    /// - Parameter arguments: The arguments of the program, as the script of a shell passes them.
    static func withIDs<Host: CommandLineHost, Result>(
        for arguments: [String], of host: Host.Type, on console: Console, _ body: () -> Result
    ) async -> Result {
        let found = await found(arguments, of: host, on: console)
        return $ids.withValue(found, operation: body)
    }

    /// Launches the feature that the words name, and returns the ids of its rows.
    ///
    /// The result is empty if no id is completed, if the launch fails or if it takes too long.
    private static func found<Host: CommandLineHost>(
        _ arguments: [String], of host: Host.Type, on console: Console
    ) async -> [String] {
        // The arguments are: ---completion COMMAND -- ARGUMENT INDEX CURSOR PROGRAM WORD...
        guard let end = arguments.firstIndex(of: "--"), arguments.count > end + 4, let index = Int(arguments[end + 2])
        else { return [] }
        let words = Array(arguments[(end + 4)...])
        let (manifest, action) = Completions<Host>.typed(words, before: index)
        let isOption = arguments[end + 1] == "--set"
        guard let manifest, isID(words, index),
            (isOption ? manifest.options : action?.fields ?? []).contains(where: { $0.name == "id" })
        else { return [] }
        let name = isOption ? nil : action?.name
        let work: Contender<[String]> = {
            let launch = try Self.launch(of: manifest.id, words, host)
            try await LaunchOptions<Host>.connect(launch.feature, launch.options, database(words, host))
            return try await withSession(of: launch.feature, options: launch.options, clock: console.clock) { session in
                try await session.start()
                return ids(of: try await session.settled(within: limit).screen, for: name)
            }
        }
        let timeLimit: Contender<[String]> = {
            try await console.clock.sleep(for: limit)
            return []
        }
        return (try? await firstResult(of: [work, timeLimit]).get()) ?? []
    }

    /// Whether the word to complete is, or can become, the field `id`.
    private static func isID(_ words: [String], _ index: Int) -> Bool {
        if let equals = [index, index - 1].first(where: { words.indices.contains($0) && words[$0] == "=" }) {
            return equals > 0 && words[equals - 1] == "id"
        }
        let word = words.indices.contains(index) ? words[index] : ""
        return "id".hasPrefix(word) || word.hasPrefix("id=")
    }

    /// Creates the launch with the options that are typed already.
    private static func launch<Host: CommandLineHost>(
        of id: String, _ words: [String], _ host: Host.Type
    ) throws -> Launch {
        let settings = values(of: "--set", words).compactMap { try? Assignment.read($0) }.filter { $0.name != "id" }
        return try LaunchOptions<Host>.launch(of: id, settings: settings, database: database(words, host))
    }

    private static func database<Host: CommandLineHost>(_ words: [String], _ host: Host.Type) throws -> String? {
        guard let typed = values(of: "--database", words).last else {
            return try DatabaseOption<Host>.environmentSetting
        }
        return try DatabaseSetting.read(typed)
    }

    /// Returns the values of an option.
    private static func values(of option: String, _ words: [String]) -> [String] {
        words.indices.dropLast().filter { words[$0] == option }.map { index in
            // bash splits `key=value` into three words.
            let isSplit = words.indices.contains(index + 3) && words[index + 2] == "="
            return isSplit ? words[(index + 1)...(index + 3)].joined() : words[index + 1]
        } + words.filter { $0.hasPrefix("\(option)=") }.map { String($0.dropFirst(option.count + 1)) }
    }

    /// Returns the ids of the rows of a screen.
    ///
    /// - Parameter action: The name of an action. If some rows have a button for it, only these rows count.
    private static func ids(of screen: Screen, for action: String?) -> [String] {
        let rows = screen.lists.flatMap(\.rows)
        let able = rows.filter { row in row.buttons.contains { $0.action == action && $0.enabled } }
        // The script of a shell separates completions by line breaks, and some shells by spaces.
        let ids = (able.isEmpty ? rows : able).map(\.id).filter { !$0.contains(where: \.isWhitespace) }
        return Array(ids.prefix(countLimit))
    }
}
