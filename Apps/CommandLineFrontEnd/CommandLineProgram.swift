import ArgumentParser
import FeatureKit
import FeatureStorage

/// Runs a command line on a console and returns its exit code.
package struct CommandLineProgram<Host: CommandLineHost>: Sendable {
    let console: Console

    /// Creates a program that writes to the given console.
    package init(console: Console) {
        self.console = console
    }

    /// Runs the command that the arguments name.
    ///
    /// If the command throws an error, this function prints the error.
    package func run(_ arguments: [String]) async -> ExitStatus {
        switch begin(arguments) {
        case .ended(let status): status
        case .paints(let finish), .runs(let finish): await finish()
        }
    }

    /// What the arguments have begun.
    enum Beginning {
        /// A command that has ended.
        case ended(ExitStatus)
        /// A command that paints a screen, which a person waits for.
        case paints(@Sendable () async -> ExitStatus)
        /// Any other command that does not end at once.
        case runs(@Sendable () async -> ExitStatus)
    }

    /// Runs the command that the arguments name, or returns the function that runs it if it is asynchronous.
    func begin(_ arguments: [String]) -> Beginning {
        if let number = arguments.firstIndex(where: { !StreamSafeText.contains($0) }) {
            return .ended(report(CommandLineError.unsafeArgument(arguments[number], number: number + 1)))
        }
        if let status = runBareList(arguments) { return .ended(status) }
        if let run = bareLaunch(arguments) { return .paints(run) }
        if let run = catalogue(arguments) { return .runs(run) }
        if arguments.first == "---completion" { return .runs { await complete(arguments) } }
        do {
            let command = try parse(arguments)
            guard ownCommand(command) == nil, let command = command as? any AsyncParsableCommand else {
                return .ended(run(command))
            }
            nonisolated(unsafe) let own = command  // Parsed for this one run, and nobody else has it.
            return .runs { await run(own) }
        } catch { return .ended(report(error)) }
    }

    /// Runs `list` without the argument parser.
    ///
    /// The argument parser inspects the commands by reflection. Each of its dynamic casts to a protocol searches the
    /// whole program. This search takes longer than the rest of the command.
    ///
    /// - Returns: The exit code, or `nil` if the arguments are not just `list`.
    private func runBareList(_ arguments: [String]) -> ExitStatus? {
        guard arguments == ["list"] else { return nil }
        do {
            try ListCommand<Host>.runBare(on: console)
            return .done
        } catch { return report(error) }
    }

    /// Runs `launch FEATURE` on a terminal without the argument parser, so that the first screen appears sooner.
    ///
    /// - Returns: The function that runs the command, or `nil` if the arguments are not just `launch FEATURE`.
    private func bareLaunch(_ arguments: [String]) -> (@Sendable () async -> ExitStatus)? {
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

    /// Prints the completions that the script of a shell asks for.
    private func complete(_ arguments: [String]) async -> ExitStatus {
        let status = await CompletionRows.withWords(for: arguments, of: Host.self, on: console) {
            do {
                _ = try parse(arguments)
                return ExitStatus.done
            } catch { return report(error) }
        }
        await Host.disconnect()
        return status
    }

    /// Parses the arguments.
    ///
    /// This function first parses the arguments with the named command alone, because the root command would parse them
    /// twice. If the named command refuses the arguments or returns another command, the root command parses them and
    /// reports mistakes and requests for help.
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

    /// Returns the arguments with `-V` replaced by `--version`, because the parser knows only the long option.
    private static func spellingOutVersion(_ arguments: [String]) -> [String] {
        let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
        return arguments[..<end].map { $0 == "-V" ? "--version" : $0 } + arguments[end...]
    }

    /// Runs a synchronous command.
    private func run(_ command: any ParsableCommand) -> ExitStatus {
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

    /// Runs an asynchronous command, then closes the store.
    private func run(_ command: any AsyncParsableCommand) async -> ExitStatus {
        let status: ExitStatus
        do {
            if let command = command as? any AsyncConsoleCommand {
                try await command.run(on: console)
            } else {
                nonisolated(unsafe) var command = command  // Parsed for this one run, and nobody else has it.
                try await command.run()
            }
            status = .done
        } catch {
            status = report(error, colors: (command as? any WritingCommand)?.colors, from: Swift.type(of: command))
        }
        await Host.disconnect()
        return status
    }

    /// Returns the command as a `ConsoleCommand`, or `nil` if it is not one.
    ///
    /// The function compares concrete types, because a dynamic cast to a protocol searches the whole program.
    private func ownCommand(_ command: any ParsableCommand) -> (any ConsoleCommand)? {
        switch command {
        case let command as ListCommand<Host>: command
        case let command as DescribeCommand<Host>: command
        case let command as RootCommand<Host>: command
        default: nil
        }
    }

    /// Prints an error, or prints the help text that the user requested.
    ///
    /// - Parameter command: The command that threw the error, or `nil` if the parser threw it.
    func report(
        _ error: any Error, colors: ColorChoice? = nil, from command: (any ParsableCommand.Type)? = nil
    ) -> ExitStatus {
        let status = ExitStatus(of: error, in: RootCommand<Host>.self)
        guard let text = message(for: error, status, from: command) else { return status }
        if status.isSuccess {
            do { try console.print(text) } catch { return report(error, colors: colors) }
        } else {
            console.complain(text, as: Host.name, colors: colors ?? .auto)
        }
        return status
    }

    /// Returns the message of an error, or `nil` if nothing is printed for the error.
    ///
    /// - Parameter status: The exit code for the error. The parser takes as long to find it as to write the message.
    private func message(
        for error: any Error, _ status: ExitStatus, from command: (any ParsableCommand.Type)?
    ) -> String? {
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
        // The parser's messages begin with a capital letter. Here each message follows the program's name, so change
        // the first letter to lower case, unless the message begins with the name of an environment variable.
        guard !status.isSuccess else { return text.tellingOfShortVersion.wrapped(on: console) }
        guard !text.prefix(2).allSatisfy(\.isUppercase) else { return text }
        return text.prefix(1).lowercased() + text.dropFirst()
    }

    /// Returns the message for arguments that a command refused while it ran.
    ///
    /// The message includes the usage of that command and not of the whole program.
    private func usageMessage(for error: any Error, from command: (any ParsableCommand.Type)?) -> String? {
        guard let error = error as? ValidationError, let command, let path = path(to: command) else { return nil }
        return """
            \(error.message)
            Usage: \(RootCommand<Host>.usageString(for: command))
              See '\(path.joined(separator: " ")) --help' for more information.
            """
    }

    /// Returns the names of the commands from the root command to the given command.
    private func path(
        to command: any ParsableCommand.Type, from root: any ParsableCommand.Type = RootCommand<Host>.self
    ) -> [String]? {
        if root == command { return [root._commandName] }
        for type in root.configuration.subcommands {
            if let path = path(to: command, from: type) { return [root._commandName] + path }
        }
        return nil
    }

    /// Throws an error for an unknown command, and suggests the nearest command name.
    ///
    /// Without this check, the parser would report an unexpected argument instead.
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
