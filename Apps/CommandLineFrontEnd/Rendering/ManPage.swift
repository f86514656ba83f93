import FeatureKit

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A program's manual page, made from its commands' help (groff_man(7)).
struct ManPage {
    private let command: Command
    private let version: String

    /// Reads the commands.
    ///
    /// - Parameter dump: The parser's description of all commands, as JSON.
    init(dump: String, version: String) throws {
        command = try JSONDecoder().decode(Dump.self, from: Data(dump.utf8)).command
        self.version = version
    }

    /// The page as roff, for `man -l`.
    var text: String {
        let name = command.commandName
        var lines = [".TH \(quoted(name.uppercased())) 1 \"\" \(quoted("\(name) \(version)"))"]
        lines += [".SH NAME", "\(escaped(name)) \\- \(escaped(command.abstract ?? ""))"]
        lines += [".SH SYNOPSIS", ".B \(escaped(name))", "COMMAND [ARGUMENT...]"]
        lines += [".SH COMMANDS"]
        for command in subcommands {
            lines += [".SS \(quoted("\(name) \(command.commandName)"))"] + synopsis(of: command)
            lines += paragraphs(command.abstract) + paragraphs(command.discussion)
            for argument in command.arguments ?? [] where argument.isShown { lines += self.lines(of: argument) }
        }
        lines += [".SH EXIT STATUS"] + Self.statuses.flatMap { [".TP", "\\fB\($0.0)\\fR", escaped($0.1)] }
        lines +=
            [".SH ENVIRONMENT"]
            + Self.variables(of: name).flatMap { [".TP", "\\fB\(escaped($0.0))\\fR", escaped($0.1)] }
        return lines.joined(separator: "\n")
    }

    private var subcommands: [Command] { (command.subcommands ?? []).filter { $0.commandName != "help" } }

    private func synopsis(of command: Command) -> [String] {
        let arguments = (command.arguments ?? []).filter { $0.isShown && $0.kind == "positional" }
        let words = arguments.map { argument in
            let name = (argument.valueName ?? "value").uppercased() + (argument.isRepeating ? "..." : "")
            return argument.isOptional ? "[\(name)]" : name
        }
        return [
            ".PP",
            "\\fB\(escaped("\(self.command.commandName) \(command.commandName)"))\\fR \(escaped((words + ["[OPTION...]"]).joined(separator: " ")))",
        ]
    }

    private func lines(of argument: Argument) -> [String] {
        let value = (argument.valueName ?? "value").uppercased()
        let names = (argument.names ?? []).map { ($0.kind == "long" ? "--" : "-") + $0.name }.joined(separator: ", ")
        let tag: String
        switch argument.kind {
        case "positional": tag = "\\fI\(escaped(value))\\fR"
        case "option": tag = "\\fB\(escaped(names))\\fR \\fI\(escaped(value))\\fR"
        default: tag = "\\fB\(escaped(names))\\fR"
        }
        return [".TP", tag, escaped(argument.abstract ?? "")]
    }

    private func paragraphs(_ text: String?) -> [String] {
        (text ?? "").split(separator: "\n\n").flatMap { paragraph -> [String] in
            let line = escaped(paragraph.split(separator: "\n").joined(separator: " "))
            return paragraph.hasPrefix("EXAMPLE: ") ? [".PP", ".EX", line, ".EE"] : [".PP", line]
        }
    }

    private func quoted(_ text: String) -> String { "\"\(escaped(text))\"" }

    /// The text, escaped for roff: no requests, and hyphens stay ASCII.
    private func escaped(_ text: String) -> String {
        var result = ""
        for character in text {
            switch character {
            case "\\": result += "\\e"
            case "-": result += "\\-"
            case "\"": result += "\\(dq"
            case "\n": result += " "
            // Named characters have a replacement on terminals and printers that lack them.
            case "…": result += "..."
            case "–": result += "\\(en"
            case "“": result += "\\(lq"
            case "”": result += "\\(rq"
            default: result.append(character)
            }
        }
        return result.hasPrefix(".") || result.hasPrefix("'") ? "\\&" + result : result
    }

    private static let statuses = [
        ("0", "Done."), ("1", "The feature failed, or took too long."), ("64", "The command line is wrong."),
        ("65", "The input was refused; each field is named."), ("66", "An input file cannot be read."),
        ("69", "A service is unavailable, such as the database or a server."),
        ("70", "A fault of the program or a feature."),
        ("128+N", "Ended by signal N; 130 for an interruption."),
    ]

    private static func variables(of name: String) -> [(String, String)] {
        [
            (environmentVariable("database", of: name), "The default of --database."),
            (
                environmentVariable("token", of: name),
                "The token for a server; --token-file wins."
            ),
            ("NO_COLOR", "Not empty: no colours."),
            ("CLICOLOR_FORCE", "Neither empty nor 0: colours for any output."),
            ("ACCESSIBLE", "Neither empty nor 0: launch and attach ask line by line and repaint nothing."),
            ("TERM, COLORTERM", "The type of the terminal; with dumb, launch and attach ask line by line."),
        ]
    }
}

extension ManPage {
    private struct Dump: Decodable { let command: Command }

    private struct Command: Decodable {
        let commandName: String
        let abstract: String?
        let discussion: String?
        let subcommands: [Command]?
        let arguments: [Argument]?
    }

    private struct Argument: Decodable {
        struct Name: Decodable {
            let kind: String
            let name: String
        }
        let kind: String
        let shouldDisplay: Bool
        let isOptional: Bool
        let isRepeating: Bool
        let names: [Name]?
        let valueName: String?
        let abstract: String?

        /// Whether the page lists the argument.
        ///
        /// It leaves out those that every command has.
        var isShown: Bool {
            shouldDisplay && !(names ?? []).contains { ["help", "version"].contains($0.name) }
        }
    }
}
