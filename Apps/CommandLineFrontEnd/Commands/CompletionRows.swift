import ArgumentParser
import FeatureKit
import FeatureStorage

/// The words that a shell completes: the ids of rows, the columns of a list, the ids of lists, and the titles of the
/// records that a field can name.
enum CompletionRows {
    /// What a request for completions needs of the screen.
    private enum Need {
        /// The ids of the rows, those with a button for the action if there are such rows.
        case ids(action: String?)
        /// The columns of the list that the option `--list` names, or else of the first list.
        case columns(list: String?)
        case lists
        /// The titles of the records that a field can name and that have a text.
        case titles(FieldDescription, String)
    }

    /// The longest time that a person waits for the words.
    private static let limit = Duration.milliseconds(500)
    /// The maximum number of words.
    private static let countLimit = 200

    /// The words for the completion that the program answers at the moment.
    @TaskLocal static var words: [String] = []

    /// The field whose value is one of ``words``, if they are titles of records; `nil` if they are anything else.
    @TaskLocal static var titledField: String?

    /// Runs a closure in which ``words`` are the words of the screen that a request for completions needs.
    ///
    /// - Parameter arguments: The arguments of the program, as the script of a shell passes them.
    static func withWords<Host: CommandLineHost, Result>(
        for arguments: [String], of host: Host.Type, on console: Console, _ body: () -> Result
    ) async -> Result {
        let (found, field) = await found(arguments, of: host, on: console)
        return $words.withValue(found) { $titledField.withValue(field, operation: body) }
    }

    /// Launches the feature that the words name, and returns the words of its screen; or finds the records that a field
    /// can name.
    ///
    /// The result is empty if none is completed, if the launch fails or if it takes too long.
    private static func found<Host: CommandLineHost>(
        _ arguments: [String], of host: Host.Type, on console: Console
    ) async -> (words: [String], titledField: String?) {
        // The arguments are: ---completion COMMAND -- ARGUMENT INDEX CURSOR PROGRAM WORD...
        guard let end = arguments.firstIndex(of: "--"), arguments.count > end + 4, let index = Int(arguments[end + 2])
        else { return ([], nil) }
        let words = Array(arguments[(end + 4)...])
        let (manifest, action) = Completions<Host>.typed(words, before: index)
        guard let manifest, let need = need(arguments[end + 1], manifest, action, words, index) else {
            return ([], nil)
        }
        let work: Contender<[String]> = {
            let launch = try Self.launch(of: manifest.id, words, host)
            try await LaunchOptions<Host>.connect(launch.feature, launch.options, database(words, host))
            if case .titles(let field, let typed) = need {
                let page = try await Optional(launch.registry).choices(
                    of: field, matching: typed, after: nil, limit: countLimit)
                return titles(of: page.choices, typed)
            }
            return try await withSession(of: launch.feature, options: launch.options, clock: console.clock) { session in
                try await session.start()
                return found(need, on: try await session.settled(within: limit).screen)
            }
        }
        let timeLimit: Contender<[String]> = {
            try await console.clock.sleep(for: limit)
            return []
        }
        let result = (try? await firstResult(of: [work, timeLimit]).get()) ?? []
        if case .titles(let field, _) = need { return (result, field.name) }
        return (result, nil)
    }

    /// Returns the titles that begin with a text; if there are none, those that the store has found by it.
    private static func titles(of choices: [FeatureKit.Choice], _ typed: String) -> [String] {
        let start = SearchText.fold(typed)
        let texts = choices.indices.map { choices.text(naming: $0) }.filter {
            !$0.contains { $0.isNewline || $0 == "\t" }
        }
        let beginning = texts.filter { SearchText.fold($0).hasPrefix(start) }
        let shown = beginning.isEmpty ? texts : beginning
        // The script of zsh takes what follows a colon as a description.
        return CompletionShell.requesting == .zsh ? shown.map { $0.replacing(":", with: "\\:") } : shown
    }

    /// Returns the field that names a record and whose value is the word to complete, and what is typed of the value.
    private static func reference(
        _ fields: [FieldDescription], _ words: [String], _ index: Int
    ) -> (FieldDescription, typed: String)? {
        let word = words.indices.contains(index) ? words[index] : ""
        for field in fields
        where field.reference != nil && isValue(of: field.name, words, index, isNamed: true) {
            let typed =
                word.hasPrefix("\(field.name)=")
                ? String(word.dropFirst(field.name.count + 1)) : word == "=" ? "" : word
            // The script passes the word as it is typed.
            return (field, typed.filter { !"\\\"'".contains($0) })
        }
        return nil
    }

    /// Returns what the completion of an argument needs of the screen; `nil` if it needs no screen.
    private static func need(
        _ argument: String, _ manifest: FeatureManifest, _ action: Action?, _ words: [String], _ index: Int
    ) -> Need? {
        switch argument {
        case "--columns": return .columns(list: values(of: "--list", words).last)
        case "--list": return .lists
        default:
            let isOption = argument == "--set"
            let fields = isOption ? manifest.options : action?.fields ?? []
            if let (field, typed) = reference(fields, words, index) { return .titles(field, typed) }
            // The names of options are completed before their values.
            let names = [fields.name(of: .row), fields.name(of: .rows)].compactMap(\.self)
            guard names.contains(where: { isValue(of: $0, words, index, isNamed: isOption) }) else { return nil }
            return .ids(action: isOption ? nil : action?.name)
        }
    }

    /// Returns whether the word to complete is, or can become, the value of a field.
    ///
    /// - Parameter isNamed: Whether the word must have the whole name and the equals sign.
    private static func isValue(of name: String, _ words: [String], _ index: Int, isNamed: Bool) -> Bool {
        if let equals = [index, index - 1].first(where: { words.indices.contains($0) && words[$0] == "=" }) {
            return equals > 0 && words[equals - 1] == name
        }
        let word = words.indices.contains(index) ? words[index] : ""
        return !isNamed && name.hasPrefix(word) || word.hasPrefix("\(name)=")
    }

    /// Creates the launch with the options that are typed already.
    private static func launch<Host: CommandLineHost>(
        of id: String, _ words: [String], _ host: Host.Type
    ) throws -> Launch {
        let row = try host.registry().manifests.first { $0.id == id }?.options.name(of: .row)
        let settings = values(of: "--set", words).compactMap { try? Assignment.read($0) }.filter { $0.name != row }
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

    private static func found(_ need: Need, on screen: Screen) -> [String] {
        let lists = screen.lists
        let words: [String]
        switch need {
        case .ids(let action):
            let rows = lists.flatMap(\.rows)
            let able = rows.filter { row in row.buttons.contains { $0.action == action && $0.enabled } }
            words = (able.isEmpty ? rows : able).map(\.id)
        case .columns(let id):
            words = (lists.first { $0.id == id } ?? lists.first)?.rowColumns().map(\.name) ?? []
        case .lists: words = lists.map(\.id)
        case .titles: words = []
        }
        // The script of a shell separates completions by line breaks, and some shells by spaces.
        return Array(words.filter { !$0.contains(where: \.isWhitespace) }.prefix(countLimit))
    }
}
