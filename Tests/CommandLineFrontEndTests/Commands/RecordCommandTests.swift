import CommandLineFrontEnd
import FeatureKit
import FeatureStorage
import FeatureTesting
import Foundation
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(5)))
struct RecordCommandTests {
    private let store = MemoryRecordStore()

    private func pound(_ arguments: String..., on recorder: RecordingConsole = RecordingConsole()) async -> Ending {
        await PoundHost.$store.withValue(store) { await run(arguments, as: PoundHost.self, on: recorder) }
    }

    private func file(_ text: String, _ name: String = "dogs.csv") throws -> String {
        let folder = FileManager.default.temporaryDirectory.appending(path: "pound-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: folder.appending(path: name))
        return folder.appending(path: name).path
    }

    @Test func `An import adds the records of a file, and an export writes them as JSON by default`() async throws {
        let json = "[\n{\"id\":\"1\",\"name\":\"Rex\",\"age\":3},\n{\"id\":\"2\",\"name\":\"바둑이\",\"age\":5}\n]\n"
        #expect(
            await pound("import", "pound", try file(json, "dogs.json"))
                == Ending(code: 0, output: "", errors: "Imported 2 records into pound.\n"))
        #expect(await pound("export", "pound") == Ending(code: 0, output: json, errors: ""))
        #expect(
            await pound("export", "pound", "--format", "csv")
                == Ending(code: 0, output: "id,name,age\r\n1,Rex,3\r\n2,바둑이,5\r\n", errors: ""))
        #expect(
            await pound("import", "pound", try file("id,name,age\n3,Lucky,1\n")).errors
                == "Imported 1 record into pound.\n")
        #expect(await pound("export", "strays", "--format", "csv").output.split(separator: "\r\n").count == 4)
    }

    @Test(
        arguments: [
            ("id,name,age\n1,Rex,3\n", "Imported 1 record into pound.\n"),
            (" [{\"id\":\"1\",\"name\":\"Rex\",\"age\":3}]", "Imported 1 record into pound.\n"),
            (
                "id,name,age\n1,Rex,x\n",
                """
                pound: 'standard input' was refused for a fault:
                  line 2, age: expected a whole number from 0 to 30, got "x"
                Nothing was imported.

                """
            ),
        ])
    func `An import of a hyphen reads standard input`(text: String, errors: String) async throws {
        let recorder = RecordingConsole()
        var console = recorder.console
        let pieces = Mutex(stride(from: 0, to: text.utf8.count, by: 7).map { Array(text.utf8.dropFirst($0).prefix(7)) })
        console.input.readPiece = { pieces.withLock { $0.isEmpty ? [] : $0.removeFirst() } }
        let program = CommandLineProgram<PoundHost>(console: console)
        _ = await PoundHost.$store.withValue(store) { await program.run(["import", "pound", "-"]) }
        #expect(recorder.text(.error) == errors)
        let rex = "[\n{\"id\":\"1\",\"name\":\"Rex\",\"age\":3}\n]\n"
        #expect(await pound("export", "pound").output == (errors.hasPrefix("Imported") ? rex : "[]\n"))
    }

    @Test func `An import of standard input says what to do if the temporary folder cannot be used`() async throws {
        let folder = try file("")
        let recorder = RecordingConsole(environment: ["TMPDIR": folder])
        var console = recorder.console
        console.input.readPiece = { Array("id,name,age\n".utf8) }
        let program = CommandLineProgram<PoundHost>(console: console)
        let status = await PoundHost.$store.withValue(store) { await program.run(["import", "pound", "-"]) }
        #expect(status.code == 70)
        #expect(
            recorder.text(.error) == """
                pound: cannot write to the folder for temporary files, '\(folder)'; allow writing to it, make room, or \
                set TMPDIR to another folder

                """)
    }

    @Test func `An export makes control characters visible on a terminal and keeps them in a file`() async throws {
        let name = "R\u{1B}[31mex\u{9B}m\u{202E}"
        #expect(await pound("import", "pound", try file("id,name,age\n1,\(name),3\n")).code == 0)
        let terminal = RecordingConsole(terminals: [.output])
        #expect(
            await pound("export", "pound", "--format", "csv", on: terminal).output
                == "id,name,age\n1,R␛[31mex\\u{9B}m\\u{202E},3\n")
        #expect(await pound("export", "pound", "--format", "csv").output == "id,name,age\r\n1,\(name),3\r\n")
        let other = RecordingConsole(terminals: [.output])
        let json = await pound("export", "pound", on: other).output
        #expect(json.contains(#""R\u001b[31mex\u009bm\u202e""#))
        let records = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [[String: Any]]
        #expect(records?.first?["name"] as? String == name)
    }

    @Test func `An export for spreadsheets has no cell that a spreadsheet runs, and numbers stay numbers`() async throws
    {
        let names = ["=1+1", "+a", "-5", "-5x", "@sum", "=a,\"b\"", "Rex", "a=b", "-", "'"]
        let lines = names.enumerated().map { "\($0),\"\($1.replacing("\"", with: "\"\""))\",3\n" }.joined()
        #expect(await pound("import", "pound", try file("id,name,age\n" + lines)).code == 0)
        let cells = [
            "'=1+1", "'+a", "-5", "'-5x", "'@sum", "\"'=a,\"\"b\"\"\"", "Rex", "a=b", "'-", "'",
        ]
        let wanted = cells.enumerated().map { "\($0),\($1),3\r\n" }.joined()
        #expect(await pound("export", "pound", "--format", "csv", "--spreadsheet").output == "id,name,age\r\n" + wanted)
        #expect(await pound("export", "pound", "--format", "csv").output.contains("\n0,=1+1,3\r\n"))
        #expect(
            await pound("export", "pound", "--spreadsheet")
                == Ending(
                    code: 64, output: "",
                    errors: "pound: --spreadsheet changes cells of CSV only; add --format csv, or leave it out\n"))
    }

    @Test func `An import into a database in memory is refused, because the records would be lost`() async throws {
        #expect(
            await pound("import", "pound", try file("id,name,age\n3,Lucky,1\n"), "--database", "memory")
                == Ending(
                    code: 64, output: "",
                    errors: """
                        pound: the database 'memory' would lose the imported records at once; name a file or a server \
                        with --database

                        """))
        #expect(await pound("export", "pound").output == "[]\n")
    }

    @Test func `An option of the feature selects which records are imported and exported`() async throws {
        #expect(await pound("import", "pound", try file("id,name\n1,Tom\n"), "--set", "kind=cats").code == 0)
        #expect(
            await pound("export", "pound", "--set", "kind=cats").output == "[\n{\"id\":\"1\",\"name\":\"Tom\"}\n]\n")
        #expect(await pound("export", "pound").output == "[]\n")
        let refused = await pound("export", "pound", "--set", "kind=cat")
        #expect(refused.code == 64)
        #expect(
            refused.errors == """
                pound: the options were refused:
                  kind: expected one of dogs, cats, got "cat"; did you mean 'cats'?
                'pound describe pound' lists the options

                """)
    }

    @Test func `An import reports at most twenty faults of a refused file and imports no record`() async throws {
        let one = try file("name,age\nRex,3\n,abc\n")
        #expect(
            await pound("import", "pound", one)
                == Ending(
                    code: 65, output: "",
                    errors: """
                        pound: '\(one)' was refused for 2 faults:
                          line 3, name: expected text of 1 to 40 characters, got ""
                          line 3, age: expected a whole number from 0 to 30, got "abc"
                        Nothing was imported.

                        """))
        let many = try file("name,age\n" + String(repeating: "Rex,x\n", count: 23))
        let lines = await pound("import", "pound", many).errors.split(separator: "\n")
        #expect(lines.count == 23 && lines[0].hasSuffix("was refused for 23 faults:"))
        #expect(
            lines[20...] == [
                "  line 21, age: expected a whole number from 0 to 30, got \"x\"", "  and 3 more",
                "Nothing was imported.",
            ])
        #expect(await pound("export", "pound").output == "[]\n")
    }

    @Test func `An import of an id that is already stored is refused, and the error names the line`() async throws {
        let dogs = try file("id,name,age\n1,Rex,3\n")
        #expect(await pound("import", "pound", dogs).code == 0)
        #expect(
            await pound("import", "pound", dogs)
                == Ending(
                    code: 65, output: "",
                    errors: """
                        pound: '\(dogs)' was refused for a fault:
                          line 2, id: expected an id that no other record has, got "1", which is already stored; leave the \
                        id out to add a new record
                        Nothing was imported.

                        """))
    }

    @Test func `A missing file causes exit code 66, and an unusable database causes exit code 69`() async throws {
        #expect(
            await pound("import", "pound", "/nowhere/dogs.csv")
                == Ending(
                    code: 66, output: "", errors: "pound: cannot read '/nowhere/dogs.csv': there is no such file\n"))
        for arguments in [["import", "pound", try file("name,age\n")], ["export", "pound"]] {
            #expect(
                await run(arguments + ["--database", "/x"], as: PoundHost.self)
                    == Ending(
                        code: 69, output: "",
                        errors: "pound: the database '/x' cannot be opened; choose another with --database\n"))
        }
    }

    @Test func `For a feature without records, the error names the features that keep records`() async throws {
        for arguments in [["import", "kennel", "dogs.csv"], ["export", "kennel"]] {
            #expect(
                await run(arguments, as: PoundHost.self)
                    == Ending(
                        code: 64, output: "",
                        errors: "pound: feature 'kennel' keeps no records; features with records: pound, strays\n"))
            #expect(
                await run(arguments, as: KennelHost.self)
                    == Ending(
                        code: 64, output: "",
                        errors: "kennels: feature 'kennel' keeps no records; there is no feature with records\n"))
        }
        let unknown = await pound("export", "pond")
        #expect(unknown.code == 64 && unknown.errors == "pound: there is no feature \"pond\"; did you mean 'pound'?\n")
    }

    @Test func `An unknown format is refused, and the message suggests the nearest format`() async throws {
        let ending = await pound("export", "pound", "--format", "jsn")
        #expect(ending.code == 64)
        #expect(ending.errors.contains("expected json or csv; did you mean 'json'?"), "\(ending.errors)")
    }

    @Test func `An export ends without a message if its output is closed`() async throws {
        let ending = await pound("export", "pound", on: RecordingConsole(failure: outputClosed))
        #expect(ending == Ending(code: 141, output: "", errors: ""))
    }

    @Test func `An interrupted import ends with exit code 130 and without a message`() async throws {
        let recorder = RecordingConsole()
        let exchange = SlowExchange()
        await PoundHost.$exchange.withValue(exchange) {
            async let ending = pound("import", "pound", "dogs.csv", on: recorder)
            await exchange.entered.wait()
            recorder.interrupt()
            #expect(await ending == Ending(code: 130, output: "", errors: ""))
        }
    }

    @Test func `An import shows a progress bar on a terminal and erases the bar at the end`() async throws {
        let recorder = RecordingConsole(terminals: [.error])
        let exchange = SlowExchange()
        await PoundHost.$exchange.withValue(exchange) {
            async let ending = pound("import", "pound", "dogs.csv", "--color", "never", on: recorder)
            await recorder.clock.advance(by: .milliseconds(120))
            await recorder.waitForWritings(1)
            exchange.exit.open()
            let erasure = "\r\u{1B}[K"
            #expect(
                await ending.errors == erasure + ProgressBar.line(share: 0.5) + erasure
                    + "Imported 7 records into pound.\n")
        }
    }

    @Test(arguments: [
        (0, "▕                        ▏   0 %"), (0.5, "▕████████████            ▏  50 %"),
        (0.515, "▕████████████▎           ▏  51 %"), (1, "▕████████████████████████▏ 100 %"),
        (-1, "▕                        ▏   0 %"), (7, "▕████████████████████████▏ 100 %"),
    ])
    func `The progress bar has the same width at every percentage`(share: Double, line: String) {
        #expect(ProgressBar.line(share: share) == line)
    }
}

/// A record exchange whose import blocks halfway until the test releases it.
private final class SlowExchange: RecordExchange, RecordImport {
    let entered = Latch()
    let exit = Latch()
    let progress = 0.5

    func open(_ path: String, of type: any Record.Type) throws -> any RecordImport { self }

    func load(into store: any RecordStore) async throws -> Int {
        entered.open()
        try await exit.waitOrCancel()
        return 7
    }

    func write(
        _ type: any Record.Type, matching query: RecordQuery?, in store: any RecordStore, titles: RecordTitles?,
        as format: RecordFileFormat, to output: @Sendable ([UInt8]) throws -> Void
    ) async throws -> Int { 0 }
}
