import CommandLineFrontEnd
import FeatureKit
import FeatureTesting
import Testing

@Suite("The options that print the rows of a list", .timeLimit(.minutes(5)))
struct RowsTests {
    @Test("A table has headings, the texts of the screen, numbers to the right, and the ids")
    func table() async {
        #expect(
            await rows("--format", "table")
                == Ending(
                    code: 0,
                    output: """
                        Name      Waiting  id
                        Person 1    1 min  p1
                        Kim, "K"    2 min  p2
                        Person 3    3 min  p3

                        """, errors: "4 more rows; --all prints all rows.\n"))
    }

    @Test("CSV has raw values, quoted as RFC 4180 requires, and one line break after each row")
    func csv() async {
        let text = "id,name,wait,note\np1,Person 1,60,\"\"\np2,\"Kim, \"\"K\"\"\",120,\"\"\n"
        #expect(
            await rows("--format", "csv", "--limit", "2")
                == Ending(code: 0, output: text, errors: "5 more rows; --all prints all rows.\n"))
    }

    @Test("CSV for spreadsheets has no cell that a spreadsheet runs, and negative numbers stay numbers")
    func spreadsheet() async {
        let rows = [
            Row(id: "=1", title: "", values: ["note": "=cmd()", "count": -5, "share": -0.5]),
            Row(id: "@x", title: "", values: ["note": "a\r\n=b", "count": 1]),
        ]
        let screen = Screen(title: "Board", phase: .ready, elements: [.list(id: "dogs", rows: rows)])
        await BoardHost.$screens.withValue([screen, screen]) {
            let words = ["launch", "board", "--format", "csv", "--columns", "id,note,count,share"]
            let safe = await CommandLineFrontEndTests.run(words + ["--spreadsheet"], as: BoardHost.self)
            #expect(
                safe.output == "id,note,count,share\n'=1,'=cmd(),-5,-0.5\n'@x,\"a\r\n=b\",1,\n", "\(safe.errors)")
            let raw = await CommandLineFrontEndTests.run(words, as: BoardHost.self)
            #expect(raw.output.contains("\n=1,=cmd(),-5,-0.5\n"))
        }
    }

    @Test("JSON is one array of raw values, and ndjson has one object on each line")
    func json() async {
        let objects = [#"{"id":"p1","wait":60}"#, #"{"id":"p2","wait":120}"#]
        let options = ["--columns", "id,wait", "--limit", "2"]
        #expect(await rows(["--format", "json"] + options).output == "[\n\(objects[0]),\n\(objects[1])\n]\n")
        #expect(await rows(["--format", "ndjson"] + options).output == "\(objects[0])\n\(objects[1])\n")
    }

    @Test("An empty list is an empty array, no lines, or headings alone")
    func empty() async {
        let empty = ["--set", "words=goat", "--format"]
        func flock(_ format: String) async -> Ending {
            await run(["launch", "flock"] + empty + [format], as: FlockHost.self)
        }
        #expect(await flock("json") == Ending(code: 0, output: "[\n]\n", errors: ""))
        #expect(await flock("ndjson") == Ending(code: 0, output: "", errors: ""))
        #expect(await flock("csv") == Ending(code: 0, output: "id,name,age\n", errors: ""))
    }

    @Test("A limit beyond the first page loads further pages and prints exactly that number of rows")
    func limit() async {
        let ending = await rows("--limit", "5", "--columns", "id")
        #expect(
            ending
                == Ending(code: 0, output: "id\np1\np2\np3\np4\np5\n", errors: "2 more rows; --all prints all rows.\n"))
        let all = await rows("--limit", "9", "--columns", "id")
        #expect(all == Ending(code: 0, output: "id\np1\np2\np3\np4\np5\np6\np7\n", errors: ""))
        #expect(await rows("--all", "--columns", "id") == all)
    }

    @Test("Without a total, the message says only what is known")
    func unknownTotal() async {
        let uncounted = ["--set", "counts=false", "--columns", "id"]
        #expect(await rows(uncounted).errors == "More rows follow; --all prints all rows.\n")
        #expect(await rows(uncounted + ["--limit", "2"]).errors == "At least 1 more row; --all prints all rows.\n")
    }

    @Test("A column can be named by its heading, and the order is the order of the option")
    func columns() async {
        let ending = await rows("--columns", "waiting,Name", "--limit", "1")
        #expect(ending.output == "Waiting  Name\n  1 min  Person 1\n")
    }

    @Test("On a terminal a table is clipped to its width, and elsewhere it is not")
    func width() async {
        let recorder = RecordingConsole(terminals: [.output])
        var console = recorder.console
        console.terminalWidth = { 12 }
        _ = await CommandLineProgram<QueueHost>(console: console)
            .run(["launch", "queue", "--limit", "1", "--color", "never"])
        #expect(recorder.text(.output) == "Name      W…\nPerson 1   …\n")
        let piped = RecordingConsole()
        console = piped.console
        console.terminalWidth = { 12 }
        _ = await CommandLineProgram<QueueHost>(console: console).run(["launch", "queue", "--limit", "1"])
        #expect(piped.text(.output) == "Name      Waiting  id\nPerson 1    1 min  p1\n")
    }

    @Test("Ids that do not fit a terminal lose their middle, because generated ids differ at the end")
    func ids() async {
        let rows = (1...2).map { Row(id: "2osgcmt2i5wtw00000\($0)", title: "Dog \($0)") }
        let screen = Screen(title: "Board", phase: .ready, elements: [.list(id: "dogs", rows: rows)])
        func table(_ width: Int) async -> String {
            let recorder = RecordingConsole(terminals: [.output])
            var console = recorder.console
            console.terminalWidth = { width }
            await BoardHost.$screens.withValue([screen]) {
                _ = await CommandLineProgram<BoardHost>(console: console)
                    .run(["launch", "board", "--limit", "2", "--color", "never"])
            }
            return recorder.text(.output)
        }
        #expect(
            await table(26) == "title  id\nDog 1  2osgcmt2i5wtw000001\nDog 2  2osgcmt2i5wtw000002\n")
        #expect(await table(18) == "title  id\nDog 1  2osgc…00001\nDog 2  2osgc…00002\n")
        #expect(await table(14) == "title  id\nDog 1  2os…001\nDog 2  2os…002\n")
    }

    @Test("With several lists on a screen, an option chooses one")
    func list() async {
        let ending = await run(["launch", "ledger", "--list", "second"], as: LedgerHost.self)
        #expect(ending == Ending(code: 0, output: "title  id\nEggs   1\n", errors: ""))
    }

    @Test(
        "A mistake is refused with the nearest name",
        arguments: [
            (
                ["--columns", "nam"],
                "the list 'people' has no column \"nam\", known are name, wait, note, title, detail, id; did you mean 'name'?"
            ),
            (["--list", "peple"], "the screen has no list \"peple\", known are people; did you mean 'people'?"),
            (["--limit", "2", "--all"], "--all and --limit exclude each other; give one"),
            (
                ["--format", "csv", "--json"],
                "--json and --fields print the whole frame; for the rows of a list use --format json alone"
            ),
            (
                ["--format", "csv", "--watch"],
                "--watch prints whole frames; leave out --format, --columns, --limit and --list"
            ),
        ])
    func mistakes(options: [String], message: String) async {
        #expect(await rows(options) == Ending(code: 64, output: "", errors: "queues: \(message)\n"))
    }

    @Test("A limit that is no number of rows is refused in plain words", arguments: ["-1", "0", "few"])
    func wrongLimit(text: String) async {
        let ending = await rows("--limit", text)
        let message =
            "queues: the value '\(text)' is invalid for '--limit <number>': expected a whole number of at least 1"
        #expect(ending.code == 64 && ending.errors.hasPrefix(message))
    }

    @Test("A screen with several lists names them, and a screen without lists says so")
    func otherScreens() async {
        let several = await run(["launch", "ledger", "--limit", "1"], as: LedgerHost.self)
        #expect(several.errors == "ledgers: the screen has 2 lists; choose one with --list: first, second\n")
        let main = await run(
            ["launch", "ledger", "--format", "csv", "--limit", "1", "--set", "apart=true"], as: LedgerHost.self)
        #expect(main.code == 0 && main.output.contains("Milk"))
        let none = await run("launch", "gallery", "--limit", "1")
        #expect(none.errors == "kennels: the screen has no list; leave out --format, --columns, --limit and --list\n")
    }

    @Test(
        "A placeholder instead of a list counts as no rows",
        arguments: [("json", "[\n]\n"), ("ndjson", ""), ("csv", "name,age\n"), ("table", "")])
    func placeholder(format: String, output: String) async {
        let ending = await run("launch", "kennel", "--set", "mood=empty", "--format", format, "--columns", "name,age")
        #expect(ending == Ending(code: 0, output: output, errors: ""))
        let unnamed = await run("launch", "kennel", "--set", "mood=empty", "--format", format)
        #expect(unnamed == Ending(code: 0, output: format == "csv" ? "" : output, errors: ""))
    }

    @Test(
        "A list without rows has a header if the screen or an option says its columns",
        arguments: [
            (["--format", "csv"], ""), (["--format", "csv", "--columns", "name,age"], "name,age\n"),
            (["--format", "json"], "[\n]\n"), (["--format", "json", "--columns", "name"], "[\n]\n"),
            (["--format", "ndjson"], ""), (["--format", "table", "--columns", "name"], "name\n"),
        ])
    func withoutRows(options: [String], output: String) async {
        let screen = Screen(title: "Board", phase: .ready, elements: [.list(id: "dogs", rows: [], hint: "No dogs.")])
        await BoardHost.$screens.withValue([screen]) {
            #expect(
                await run(["launch", "board"] + options, as: BoardHost.self)
                    == Ending(code: 0, output: output, errors: ""))
        }
    }

    @Test("A failed screen prints no rows and ends with exit code 1")
    func failed() async {
        #expect(
            await run("launch", "kennel", "--set", "mood=failing", "--format", "csv")
                == Ending(code: 1, output: "", errors: "kennels: feature 'kennel' failed: out of luck\n"))
    }

    @Test("The command attach prints the rows of a running session")
    func attached() async throws {
        try await LiveServer.run { live in
            let session = try await live.launch()
            _ = try await session.settled(within: .seconds(9))
            let ending = await run(
                "attach", "\(live.root)/sessions/\(session.id)", "--columns", "title", "--limit", "1")
            #expect(
                ending == Ending(code: 0, output: "title\nAlfred\n", errors: "1 more row; --all prints all rows.\n"))
        }
    }

    private func rows(_ options: String...) async -> Ending { await rows(options) }

    private func rows(_ options: [String]) async -> Ending {
        await run(["launch", "queue"] + options, as: QueueHost.self)
    }
}
