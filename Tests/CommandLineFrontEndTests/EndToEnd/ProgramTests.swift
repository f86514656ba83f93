import Foundation
import Testing

@Suite("The program", .timeLimit(.minutes(5)))
struct ProgramTests {
    @Test(
        "The program ends with the documented exit code",
        arguments: [
            ("", Int32(0)), ("--help", 0), ("--version", 0), ("list", 0), ("describe doggy", 0), ("launch game", 0),
            ("perform game start", 0), ("launch doggy --set source=empty", 0), ("lst", 64), ("list --jsn", 64),
            ("launch dogy", 64), ("launch doggy --set latency=5", 64), ("perform doggy adop", 64),
            ("perform doggy adopt name=Rex", 65), ("launch doggy --set source=/no/such/dogs.csv", 66),
            ("launch doggy --set latency=1h --timeout 10ms", 1),
            ("launch doggy --database postgresql://127.0.0.1:1/x", 69), ("launch doggy --database /dev/null/x", 69),
        ])
    func exitCodes(line: String, code: Int32) async throws {
        let program = try Program(file: Program.path, line.split(separator: " ").map(String.init))
        let (end, output, errors) = await program.finish()
        #expect(end == .exit(code), "\(errors)")
        #expect(output.isEmpty == (code != 0))
        if code == 0 { #expect(errors == (line == "perform game start" ? "Start Game: done\n" : "")) }
        #expect(errors.isEmpty == false || code == 0)
        #expect(!(output + errors).contains("\u{1B}"))
    }

    @Test(
        "SIGINT ends launch --watch with exit code 130, SIGTERM ends it with 143, and neither prints a message",
        arguments: [(SIGINT, 130), (SIGTERM, 143)] as [(Int32, Int32)])
    func signals(signal: Int32, code: Int32) async throws {
        let program = try Program("launch", "doggy", "--set", "latency=1h", "--watch", "--json")
        for await line in program.output {
            #expect(line.contains(#""phase":{"kind":"loading"}"#))
            break
        }
        program.send(signal)
        let (end, _, errors) = await program.finish()
        #expect(end == .exit(code))
        #expect(errors == "")
    }

    @Test("The commands launch and export write the same columns in the same order")
    func columns() async throws {
        var headings: [String] = []
        for line in ["launch doggy --set source=sample --format csv", "export doggy --format csv --database memory"] {
            let program = try Program(file: Program.path, line.split(separator: " ").map(String.init))
            let (end, output, errors) = await program.finish()
            #expect(end == .exit(0), "\(errors)")
            headings.append(output.prefix { !$0.isNewline }.description)
        }
        #expect(headings == ["id,name,breed,age", "id,name,breed,age"])
    }

    @Test("A server shuts down cleanly after a signal or a hangup", arguments: [SIGTERM, SIGINT, SIGHUP])
    func serverSignals(signal: Int32) async throws {
        let program = try Program("serve", "--port", "0")
        for await line in program.output where line.contains("Listening on") { break }
        program.send(signal)
        #expect(await program.wait() == .exit(0))
    }

    @Test(
        "SIGINT and SIGTERM end the program while it is blocked in a write",
        arguments: [
            ("launch house --json", SIGINT, .signal(SIGINT)), ("launch house --json", SIGTERM, .signal(SIGTERM)),
            ("launch house --json --watch", SIGINT, .exit(130)),
            ("launch house --json --watch", SIGTERM, .exit(143)),
        ] as [(String, Int32, Program.End)])
    func signalsWhilePrinting(line: String, signal: Int32, expected: Program.End) async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).csv")
        defer { try? FileManager.default.removeItem(at: file) }
        // The JSON of one page exceeds the capacity of a pipe (64 KiB).
        let (name, motto) = (String(repeating: "가", count: 70), String(repeating: "힣", count: 200))
        let rows = (0..<50).map { "House \($0)\(name),\(motto),\(name)\n" }
        try ("name,motto,sigil\n" + rows.joined()).write(to: file, atomically: true, encoding: .utf8)
        let arguments = line.split(separator: " ").map(String.init) + ["--set", "source=\(file.path)"]
        // Read more bytes than the loading frame has. The program is then printing the houses.
        let program = try Program(file: Program.path, arguments, output: .held(after: 8192))
        #expect(await program.output.reduce("", +).contains("House 1"))
        program.send(signal)
        #expect(await program.wait() == expected)
        #expect(await program.errors.reduce("", +) == "")
    }

    @Test("launch prints the first page of a list, and launch --all prints every row", arguments: [false, true])
    func pages(all: Bool) async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).csv")
        defer { try? FileManager.default.removeItem(at: file) }
        let rows = (0..<120).map { "Dog \($0) of 120,Labrador,1\n" }
        try ("name,breed,age\n" + rows.joined()).write(to: file, atomically: true, encoding: .utf8)
        let arguments = ["launch", "doggy", "--set", "source=\(file.path)"] + (all ? ["--all"] : [])
        let (end, output, errors) = try await Program(file: Program.path, arguments).finish()
        #expect(end == .exit(0), "\(errors)")
        #expect(output.ranges(of: " of 120 Labrador").count == (all ? 120 : 50))
        // Each command launches the feature again. A command that performs `more` would therefore always show the
        // second page.
        #expect(output.contains("[Show more]    featurehost launch doggy --all --set source=/") == !all)
    }

    @Test("A change by one process is stored and appears in a process that runs launch --watch")
    func liveAcrossProcesses() async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID())/records.sqlite")
        let folder = file.deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let watcher = try Program("launch", "doggy", "--watch", "--json", "--database", file.path)
        var frames = ""
        var isAdopted = false
        for await text in watcher.output {
            frames += text
            if frames.contains("Rex Bulldog") { break }
            guard frames.contains("Lucky Labrador"), !isAdopted else { continue }
            isAdopted = true
            let adopt = try Program(
                "perform", "doggy", "adopt", "name=Rex", "breed=Bulldog", "age=2",
                environment: ["FEATUREHOST_DATABASE": file.path])
            let (end, output, errors) = await adopt.finish()
            #expect(end == .exit(0), "\(errors)")
            #expect(output.contains("Rex Bulldog"))
        }
        #expect(frames.contains("Rex Bulldog"))
        watcher.send(SIGINT)
        #expect(await watcher.wait() == .exit(130))
        let later = try await Program("launch", "doggy", "--database", file.path).finish()
        #expect(later.output.contains("Rex Bulldog"))
    }

    @Test("A suggested command works in a shell, and a copy of the database file contains all earlier changes")
    func pasting() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()) it's")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("records.sqlite")
        let first = try await Program("launch", "doggy", "--database", file.path).finish()
        let birthday = try #require(first.output.split(separator: "\n").first { $0.contains("[Birthday]") })
        let command = try #require(birthday.split(separator: " featurehost ").last).replacing("id=ID", with: "id=3")
        let pasted = try await Program(file: "/bin/sh", ["-c", "\"$0\" \(command)", Program.path]).finish()
        #expect(pasted.end == .exit(0), "\(pasted.errors)")
        #expect(pasted.output.contains("Lucky Labrador     4  3"))
        // Copy the file while another process has the database open.
        let watcher = try Program("launch", "doggy", "--watch", "--json", "--database", file.path)
        for await text in watcher.output where text.contains("Lucky Labrador") { break }
        #expect(try await Program("perform", "doggy", "birthday", "id=3", "--database", file.path).wait() == .exit(0))
        let copy = folder.appendingPathComponent("copy.sqlite")
        try FileManager.default.copyItem(at: file, to: copy)
        let copied = try await Program("launch", "doggy", "--database", copy.path).finish()
        #expect(copied.output.contains("Lucky Labrador     5  3"))
        watcher.send(SIGINT)
        #expect(await watcher.wait() == .exit(130))
        let log = FileManager.default.contents(atPath: file.path + "-wal")
        #expect(log?.isEmpty ?? true)
    }

    @Test("The screen suggests no command for pausing a game that is not running")
    func pausing() async throws {
        let run = try await Program("perform", "game", "start").finish()
        #expect(run.output.contains("  [Pause]       only in an open session\n"))
    }

    @Test(
        "No message contains the password of a database",
        arguments: ["launch doggy", "export doggy", "serve --port 0"],
        ["mysql://me:secret@127.0.0.1/x", "postgresql://me:secret@127.0.0.1:1/x", "postgresql://me:sec/ret@h:1/x"])
    func passwords(line: String, database: String) async throws {
        let words = line.split(separator: " ").map(String.init)
        for (option, environment) in [(["--database", database], [:]), ([], ["FEATUREHOST_DATABASE": database])] {
            let program = try Program(file: Program.path, words + option, environment: environment)
            // A server starts even if its database cannot be reached at the moment.
            let isServing = line.hasPrefix("serve") && database.contains("me:secret@127.0.0.1:1")
            if isServing { for await text in program.output where text.contains("Listening on") { break } }
            if isServing { program.send(SIGTERM) }
            let (end, output, errors) = await program.finish()
            #expect(isServing == (end == .exit(0)))
            #expect(!(output + errors).contains("sec"))
        }
    }

    @Test(
        "The program ends without a message when its output is closed",
        arguments: ["list", "--help", "launch game", "launch game --watch --json"])
    func closedPipe(line: String) async throws {
        let arguments = line.split(separator: " ").map(String.init)
        let program = try Program(file: Program.path, arguments, output: .nobody)
        let (end, _, errors) = await program.finish()
        #expect(end == .signal(SIGPIPE))
        #expect(errors == "")
    }

    @Test("An argument with invalid UTF-8 is refused and not repaired", arguments: ["name=Rex\\377", "name=\\303"])
    func notText(argument: String) async throws {
        let script = "exec \"$0\" perform doggy adopt \"$(printf '\(argument)')\" breed=Bulldog age=1"
        let run = try await Program(file: "/bin/sh", ["-c", script, Program.path]).finish()
        #expect(run.end == .exit(64))
        #expect(run.output == "")
        #expect(run.errors.contains("argument 4, '\(argument.prefix { $0 != "\\" })\u{FFFD}', is not valid UTF-8"))
    }

    @Test(
        "An environment variable is validated like its option, and the message names the variable",
        arguments: [
            ("DATABASE", "mysql://x/y", "launch doggy"), ("DATABASE", "Memory", "perform doggy birthday id=3"),
            ("DATABASE", ":memory:", "export doggy"), ("DATABASE", "MEMORY", "serve --port 0"),
            ("PORT", "high", "serve"),
        ])
    func environment(variable: String, value: String, line: String) async throws {
        let run = await
            (try Program(
                file: Program.path, line.split(separator: " ").map(String.init),
                environment: ["FEATUREHOST_\(variable)": value])).finish()
        #expect(run.end == .exit(64))
        #expect(run.output == "")
        #expect(run.errors.hasPrefix("featurehost: FEATUREHOST_\(variable): expected a "))
        #expect(run.errors.contains("got \"\(value)\""))
    }

    @Test("The program ends with exit code 141 when its output is closed and SIGPIPE is ignored")
    func ignoredSignal() async throws {
        let program = try Program(
            file: "/bin/sh", ["-c", "trap '' PIPE; exec \"$0\" list", Program.path], output: .nobody)
        let (end, _, errors) = await program.finish()
        #expect(end == .exit(141))
        #expect(errors == "")
    }

    @Test("A spinner is shown on a terminal while the feature loads, and an interruption erases the spinner")
    func spinner() async throws {
        // The test uses a long time limit, because the default limit could pass before a busy machine runs the test.
        let program = try Program("launch", "doggy", "--set", "latency=1h", "--timeout", "1h", output: .terminal)
        var text = ""
        for await piece in program.output {
            text += piece
            if text.contains("⠙") { break }
        }
        #expect(text.hasPrefix("\r\u{1B}[K⠋ Loading…\r\u{1B}[K⠙ Loading…"))
        program.send(SIGINT)
        let (end, rest, _) = await program.finish()
        #expect(end == .exit(130))
        #expect(rest.hasSuffix("\r\u{1B}[K"))
    }

    @Test("On a terminal, the screen has colours unless NO_COLOR is set")
    func colors() async throws {
        let colored = try await Program("launch", "game", output: .terminal).finish()
        #expect(colored.output.hasPrefix("\u{1B}[1mGame\u{1B}[0m\r\n"))
        let plain = try await Program("launch", "game", output: .terminal, environment: ["NO_COLOR": "1"]).finish()
        #expect(plain.output.hasPrefix("Game\r\n"))
        #expect(!plain.output.contains("\u{1B}"))
    }

    @Test("The program generates a completion script for each shell", arguments: ["bash", "zsh", "fish"])
    func completionScripts(shell: String) async throws {
        let (end, output, _) = try await Program("--generate-completion-script", shell).finish()
        #expect(end == .exit(0))
        #expect(output.contains("---completion"))
    }

    @Test(
        "bash completes commands, features, actions, fields, options and the ids of rows",
        .enabled(if: FileManager.default.isExecutableFile(atPath: "/bin/bash")),
        arguments: [
            ("la", "launch"), ("launch do", "doggy"), ("perform doggy ad", "adopt"),
            ("perform doggy adopt n", "nospace name="), ("perform doggy adopt breed = B", "Bulldog"),
            ("perform doggy birthday i", "id=1 id=2 id=3"), ("perform doggy birthday id =", "1 2 3"),
            ("launch doggy --set id =", "1 2 3"), ("launch user --set ro", "nospace roster="),
            ("launch user --set roster = ", "grid seoul"), ("perform doggy adopt --set br", "nospace breed="),
            ("launch user --color n", "never"), ("launch user --color = n", "never"),
            ("launch user --color =", "auto always never"), ("perform game start game = Donkey\\ K", "Donkey\\ Kong"),
            ("perform game start game = 'Donkey", "Donkey Kong"),
            ("perform user add house = House\\ S", "House\\ Stark"),
            ("perform user add house = stark", "House\\ Stark"),
            ("perform user add house = 'House", "House Targaryen House Stark House Lannister"),
        ])
    func bash(line: String, completions: String) async throws {
        let script = """
            compopt() { printf '%s ' "$2"; }
            source <("$0" completions --shell bash)
            COMP_LINE="$0 $*" COMP_WORDS=("$0" "$@") COMP_CWORD=$#
            COMP_POINT=${#COMP_LINE}
            __featurehost_word "$0" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
            echo "${COMPREPLY[*]}"
            """
        let words = line.replacing("\\ ", with: "\\\t").split(separator: " ", omittingEmptySubsequences: false).map {
            String($0.replacing("\t", with: " "))
        }
        let program = try Program(file: "/bin/bash", ["-c", script, Program.path] + words)
        let (_, output, errors) = await program.finish()
        #expect(output == completions + "\n", "\(errors)")
    }
}
