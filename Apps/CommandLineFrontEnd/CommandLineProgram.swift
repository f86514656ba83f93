import ArgumentParser
import FeatureKit
import FeatureStorage

/// The whole way from arguments to an exit code, on any console.
package struct CommandLineProgram<Host: CommandLineHost>: Sendable {
    private let console: Console

    /// Creates a program that writes to a console.
    package init(console: Console) {
        self.console = console
    }

    /// Runs the command that the arguments ask for, and says what went wrong, if anything did.
    package func run(_ arguments: [String]) async -> ExitStatus {
        if let number = arguments.firstIndex(where: { !StreamSafeText.contains($0) }) {
            return report(CommandLineError.unsafeArgument(arguments[number], number: number + 1))
        }
        if let status = runBareList(arguments) { return status }
        if let run = bareLaunch(arguments) { return await run() }
        do {
            switch try parse(arguments) {
            case let command as any AsyncParsableCommand: return await run(command)
            case let command: return run(command)
            }
        } catch { return report(error) }
    }

    /// Runs a bare `list` without the parser, whose reflection takes longer than everything else together: each of its
    /// questions whether a type conforms to a protocol searches the whole program.
    ///
    /// - Returns: How it ended; `nil` for any other arguments, which are the parser's.
    func runBareList(_ arguments: [String]) -> ExitStatus? {
        guard arguments == ["list"] else { return nil }
        do {
            try ListCommand<Host>.runBare(on: console)
            return .done
        } catch { return report(error) }
    }

    /// Runs a bare `launch FEATURE` on a terminal without the parser, for the same reason: what is shown first comes sooner.
    ///
    /// - Returns: What runs it; `nil` for any other arguments.
    func bareLaunch(_ arguments: [String]) -> (@Sendable () async -> ExitStatus)? {
        guard arguments.count == 2, arguments[0] == "launch", let first = arguments[1].utf8.first,
            first != UInt8(ascii: "-"), console.presence(plain: false) == .interactive
        else { return nil }
        return {
            let status: ExitStatus
            do {
                try await LaunchCommand<Host>.runBare(arguments[1], on: console)
                status = .done
            } catch { status = report(error, from: LaunchCommand<Host>.self) }
            await Host.disconnect()
            return status
        }
    }

    /// Reads the arguments.
    ///
    /// A command is parsed by itself first, for through the root everything would be parsed twice at each start. Whatever
    /// that does not end with the command itself, a mistake or a request for help, is the root's to answer.
    func parse(_ arguments: [String]) throws -> any ParsableCommand {
        let arguments = Self.spellingOutVersion(arguments)
        let commands = RootCommand<Host>.configuration.subcommands
        if let name = arguments.first, let type = commands.first(where: { $0._commandName == name }),
            let command = try? type.parseAsRoot(Array(arguments.dropFirst())), Swift.type(of: command) == type
        {
            return command
        }
        try verifyCommandName(arguments, among: commands)
        return try RootCommand<Host>.parseAsRoot(arguments)
    }

    /// The arguments with `-V` as `--version`, which is all that the parser knows.
    private static func spellingOutVersion(_ arguments: [String]) -> [String] {
        let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
        return arguments[..<end].map { $0 == "-V" ? "--version" : $0 } + arguments[end...]
    }

    /// Runs a command that ends at once.
    func run(_ command: any ParsableCommand) -> ExitStatus {
        do {
            if let command = ownCommand(command) {
                try command.run(on: console)
            } else {
                var command = command
                try command.run()
            }
            return .done
        } catch {
            return report(error, colors: (command as? any WritingCommand)?.colors, from: Swift.type(of: command))
        }
    }

    /// Runs a command that may wait.
    func run(_ command: any AsyncParsableCommand) async -> ExitStatus {
        let status = await runOpen(command)
        await Host.disconnect()
        return status
    }

    /// Runs a command that may wait, and leaves open what it has opened.
    private func runOpen(_ command: any AsyncParsableCommand) async -> ExitStatus {
        let colors = (command as? any WritingCommand)?.colors
        do {
            if let command = command as? any AsyncConsoleCommand {
                try await command.run(on: console)
            } else {
                nonisolated(unsafe) var command = command  // Parsed for this one run, and nobody else has it.
                try await command.run()
            }
            return .done
        } catch { return report(error, colors: colors, from: Swift.type(of: command)) }
    }

    /// The command as one that writes to a console.
    ///
    /// Told by its type: to find out whether a type conforms to a protocol, Swift's runtime searches the whole program.
    func ownCommand(_ command: any ParsableCommand) -> (any ConsoleCommand)? {
        switch command {
        case let command as ListCommand<Host>: command
        case let command as DescribeCommand<Host>: command
        case let command as ManCommand<Host>: command
        case let command as RootCommand<Host>: command
        default: nil
        }
    }

    /// Says what went wrong; a request for help is answered.
    ///
    /// - Parameter command: The command that threw it while it ran; `nil` for the parser.
    func report(
        _ error: any Error, colors: ColorChoice? = nil, from command: (any ParsableCommand.Type)? = nil
    ) -> ExitStatus {
        let status = ExitStatus(of: error, in: RootCommand<Host>.self)
        guard let text = message(for: error, from: command) else { return status }
        if status.isSuccess {
            do { try console.print(text) } catch { return report(error, colors: colors) }
        } else {
            console.complain(text, as: Host.name, colors: colors ?? .auto)
        }
        return status
    }

    /// What to say of an error; `nil` for nothing.
    private func message(for error: any Error, from command: (any ParsableCommand.Type)?) -> String? {
        switch error {
        case let error as CommandLineError: return error.message
        case let error as FeatureError: return error.message
        case let error as StorageError: return error.message
        case let error as RecordFileError: return CommandLineError.refusedFile(error).message
        case let error as InputRefused: return CommandLineError.input(error).message
        case let error as RegistryConflicts: return error.description
        default: break
        }
        let text =
            usageMessage(for: error, from: command)
            ?? RootCommand<Host>.fullMessage(for: error, columns: console.columns)
        guard !text.isEmpty else { return nil }
        // The parser begins its messages with a capital, ours come after the program's name and a colon; a variable's name
        // is all capitals.
        let isMessage = !ExitStatus(of: error, in: RootCommand<Host>.self).isSuccess
        guard isMessage else { return text.tellingOfShortVersion }
        guard !text.prefix(2).allSatisfy(\.isUppercase) else { return text }
        return text.prefix(1).lowercased() + text.dropFirst()
    }

    /// What to say of arguments that a command found wrong when it ran; the parser would show the program's usage.
    private func usageMessage(for error: any Error, from command: (any ParsableCommand.Type)?) -> String? {
        guard let error = error as? ValidationError, let command, let path = path(to: command) else { return nil }
        return """
            \(error.message)
            Usage: \(RootCommand<Host>.usageString(for: command))
              See '\(path.joined(separator: " ")) --help' for more information.
            """
    }

    /// The words that a command is called by, from the program's name on.
    private func path(
        to command: any ParsableCommand.Type, from root: any ParsableCommand.Type = RootCommand<Host>.self
    ) -> [String]? {
        if root == command { return [root._commandName] }
        for type in root.configuration.subcommands {
            if let path = path(to: command, from: type) { return [root._commandName] + path }
        }
        return nil
    }

    /// Refuses an unknown command with the nearest one; the parser would call it an unexpected argument.
    private func verifyCommandName(
        _ arguments: [String], among commands: [any ParsableCommand.Type]
    ) throws(CommandLineError) {
        let names = commands.flatMap { [$0._commandName] + $0.configuration.aliases } + ["help"]
        let words = arguments.first == "help" ? arguments.dropFirst() : arguments[...]
        guard let word = words.first, !word.hasPrefix("-"), !names.contains(word) else { return }
        throw .usage(
            "there is no command \(FieldValue.quote(word))\(suggestion(for: word, among: names))"
                + "\n  See '\(Host.name) --help' for more information.")
    }
}
