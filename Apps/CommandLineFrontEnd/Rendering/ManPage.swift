import FeatureKit

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The manual page of a program in the roff language (groff_man(7)).
///
/// The page is generated from the help of the program's commands.
struct ManPage {
    private let command: Command
    private let version: String

    /// Creates the page from a description of the commands.
    ///
    /// - Parameter dump: The argument parser's description of all commands, as JSON.
    init(dump: String, version: String) throws {
        command = try JSONDecoder().decode(Dump.self, from: Data(dump.utf8)).command
        self.version = version
    }

    /// The source text of the page, for `man -l`.
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

    /// Returns the text, escaped for roff.
    ///
    /// The result contains no roff requests, and its hyphens stay ASCII hyphens.
    private func escaped(_ text: String) -> String {
        var result = ""
        for character in text {
            switch character {
            case "\\": result += "\\e"
            case "-": result += "\\-"
            case "\"": result += "\\(dq"
            case "\n": result += " "
            // Use the roff names of these characters. roff then replaces each character that a terminal or a printer
            // lacks.
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
        ("0", "Done."), ("1", "The feature failed, or took too long."), ("64", "The command line is invalid."),
        ("65", "The input was refused. The message names each field."), ("66", "An input file cannot be read."),
        ("69", "A service is unavailable, such as the database or a server."),
        ("70", "The program or a feature has an internal fault."),
        ("128+N", "Signal N ended the program: 130 after Ctrl-C."),
    ]

    private static func variables(of name: String) -> [(String, String)] {
        [
            (environmentVariable("database", of: name), "The database, if --database is not given."),
            (
                environmentVariable("token", of: name),
                "The token for a server. The option --token-file takes precedence."
            ),
            ("NO_COLOR", "If it is not empty, the output has no colours."),
            ("CLICOLOR_FORCE", "If it is neither empty nor 0, all output has colours."),
            (
                "ACCESSIBLE",
                "If it is neither empty nor 0, 'launch' and 'attach' ask line by line and never repaint the screen."
            ),
            (
                "PAGER",
                "The command that shows output longer than the terminal; 'less' by default. If it is empty or 'cat', there is no pager."
            ),
            (
                "TERM, COLORTERM",
                "The type of the terminal. If TERM is 'dumb', 'launch' and 'attach' ask line by line. A terminal such as 'vt100' gets no colours."
            ),
            (
                "LC_ALL, LC_CTYPE, LANG",
                "The locale; the first one with a value decides. If its character set is not UTF-8, the full screen consists of ASCII characters."
            ),
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
        /// The page omits the arguments that every command has.
        var isShown: Bool {
            shouldDisplay && !(names ?? []).contains { ["help", "version"].contains($0.name) }
        }
    }
}
