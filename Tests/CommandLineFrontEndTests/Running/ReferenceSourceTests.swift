import CommandLineFrontEnd
import FeatureKit
import FeatureStorage
import FeatureTesting
import Foundation
import SQLiteStorage
import TerminalKit
import Testing

@Suite("The records that a field can name, from a store and from a server", .timeLimit(.minutes(5)))
struct ReferenceSourceTests {
    private let clock = ManualClock()
    private let field = Book.shelf.description

    private func source() throws -> SessionSource {
        let registry = try LibraryHost.registry()
        return SessionSource(try registry.feature("book"), options: [:], clock: clock, among: registry)
    }

    @Test("A session of this process finds records by words, page by page")
    func local() async throws {
        let names = (1...45).map { $0.isMultiple(of: 2) ? "Poetry \($0)" : "Plays \($0)" }
        let store = try await LibraryHost.shelves(names)
        try await LibraryHost.$store.withValue(store) {
            let source = try source()
            let first = try await source.choices(of: field, matching: "poe", after: nil)
            #expect(first.choices.count == 20 && first.choices.first?.title == "Poetry 2")
            #expect(first.choices.first?.detail == "Room 2")
            let next = try await source.choices(of: field, matching: "poe", after: first.next)
            #expect(next.choices.map(\.title) == ["Poetry 42", "Poetry 44"] && next.next == nil)
        }
    }

    @Test("A session of a server asks the server, which finds the same records")
    func remote() async throws {
        let store = try await LibraryHost.shelves((1...25).map { "Shelf & \($0)" })
        try await LibraryHost.$store.withValue(store) {
            let local = try source()
            try await LiveServer.run(features: LibraryHost.registry()) { live in
                let source = RemoteSource(
                    .launch(FeatureLink(feature: "book")), on: live.remote, manifest: BookFeature.manifest, clock: clock
                )
                let first = try await source.choices(of: field, matching: "&", after: nil)
                #expect(first == (try await local.choices(of: field, matching: "&", after: nil)))
                let next = try await source.choices(of: field, matching: "&", after: first.next)
                #expect(next.choices.count == 5 && next.next == nil)
                let title = Book.title.description
                await #expect(throws: (any Error).self) {
                    try await source.choices(of: title, matching: "", after: nil)
                }
            }
        }
    }

    @Test("A page of 100,000 records reads no more rows than it shows")
    func many() async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).sqlite")
        defer { for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file.path + end) } }
        let base = try SQLiteRecordStore(path: file.path)
        let names = (1...100_000).map { $0 == 99_999 ? "Rare" : "Shelf \($0)" }
        let store = ReadingStore(try await LibraryHost.shelves(names, in: base))
        try await LibraryHost.$store.withValue(store) {
            let source = try source()
            _ = try await source.choices(of: field, matching: "", after: nil)
            let before = store.rowsRead
            let first = try await source.choices(of: field, matching: "", after: nil)
            _ = try await source.choices(of: field, matching: "", after: first.next)
            let found = try await source.choices(of: field, matching: "shelf 9", after: nil)
            #expect(found.choices.count == 20)
            #expect(try await source.choices(of: field, matching: "rare", after: nil).choices.map(\.id) == ["s99999"])
            #expect(store.rowsRead - before <= 4 * (ChoicePage.size + 1))
        }
        await base.close()
    }

    @Test("Editing another field of a record leaves its reference alone, also if two records have the same title")
    func editing() async throws {
        let store = try await LibraryHost.shelves(["Poetry", "Poetry"])
        _ = try await store.fillOnce("Book", with: [RowInsert(id: "b1", values: ["title": "Emma", "shelf": "s2"])])
        try await LibraryHost.$store.withValue(store) {
            var viewing = Viewing(BookFeature.manifest)
            let row = Row(
                id: "b1", title: "Emma", values: ["title": "Emma", "shelf": "s2"], cells: ["shelf": "Poetry"],
                buttons: [Button(BookFeature.edit, arguments: ["id": "b1"])])
            viewing.show(Screen(title: "Books", phase: .ready, elements: [.list(id: "books", rows: [row])]))
            viewing.type("e!")
            viewing.press(.control("s"))
            let call = try #require(viewing.calls.last)
            let registry = try LibraryHost.registry()
            try await withSession(of: registry.feature("book"), options: [:], clock: clock) { session in
                try await session.start()
                _ = try await session.settled(within: .seconds(60))
                _ = try await session.perform(call, as: .systemUser)
            }
            let saved = try #require(try await store.rows(of: "Book", ids: ["b1"]).first)
            #expect(saved.values["shelf"] == "s2" && saved.values["title"] == "Emma!")
        }
    }

    @Test("The line-by-line view lists records on a question mark, and takes a number of the list")
    func plain() async throws {
        let store = try await LibraryHost.shelves(["Poetry", "Plays", "Novels"])
        try await LibraryHost.$store.withValue(store) {
            let recorder = RecordingConsole(terminals: [.output, .error], environment: ["TERM": "dumb"])
            var console = recorder.console
            console.input = .typing(["1", "Dune", "?", "?p", "2", "q"])
            let status = await CommandLineProgram<LibraryHost>(console: console).run(["launch", "book"])
            #expect(status == .done)
            let output = recorder.text(.output)
            #expect(output.contains("1. Poetry (Room 1)\n2. Plays (Room 2)\n3. Novels (Room 3)\n"))
            #expect(output.contains("1. Poetry (Room 1)\n2. Plays (Room 2)\nShelf"))
            let page = try await store.page(of: "Book", after: nil, limit: 5)
            #expect(page.rows.map { $0.values["shelf"] } == ["s2"])
        }
    }

    @Test("A shell completes the titles that begin with the typed text, or else those that contain it")
    func completion() async throws {
        let store = try await LibraryHost.shelves(["Old Plays", "Poetry", "Plays", "Plays: new"])
        await LibraryHost.$store.withValue(store) {
            #expect(await complete("shelf=") == ["Old Plays", "Poetry", "Plays", "Plays: new"].map { "shelf=\($0)" })
            #expect(await complete("shelf=pl") == ["shelf=Plays", "shelf=Plays: new"])
            #expect(await complete("shelf=\"Old") == ["shelf=Old Plays"])
            #expect(await complete("shelf=tr") == ["shelf=Poetry"])
            #expect(await complete("") == ["title=", "shelf="])
            #expect(await complete("shelf", "=", "Po") == ["Poetry"])
        }
    }

    @Test("An export has the keys of named records and, if asked, their titles, which an import ignores")
    func export() async throws {
        let store = try await LibraryHost.shelves(["Poetry, old", "Plays"])
        try await store.write(
            [
                .insert(RowInsert(id: "1", values: ["title": "Emma", "shelf": "s1"])),
                .insert(RowInsert(id: "2", values: ["title": "Dune"])),
            ], to: "Book")
        await LibraryHost.$store.withValue(store) {
            #expect(
                await library("export", "book", "--format", "csv").output
                    == "id,title,shelf\r\n1,Emma,s1\r\n2,Dune,\r\n")
            let titled = "id,title,shelf,shelf.title\r\n1,Emma,s1,\"Poetry, old\"\r\n2,Dune,,\r\n"
            #expect(await library("export", "book", "--format", "csv", "--titles").output == titled)
            let json = """
                [
                {"id":"1","title":"Emma","shelf":"s1","shelf.title":"Poetry, old"},
                {"id":"2","title":"Dune"}
                ]

                """
            #expect(await library("export", "book", "--titles").output == json)
        }
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).csv")
        defer { try? FileManager.default.removeItem(at: file) }
        try "title,shelf,shelf.title\r\nIvanhoe,s2,Poetry\r\n".write(to: file, atomically: true, encoding: .utf8)
        await LibraryHost.$store.withValue(store) {
            #expect(await library("import", "book", file.path).code == 0)
            #expect(await library("export", "book", "--format", "csv", "--titles").output.contains("Ivanhoe,s2,Plays"))
        }
    }

    @Test("The history names records by their titles")
    func history() async throws {
        let store = try await LibraryHost.shelves(["Poetry", "Plays"])
        try await store.write([.insert(RowInsert(id: "b1", values: ["title": "Emma", "shelf": "s2"]))], to: "Book")
        await LibraryHost.$store.withValue(store) {
            _ = await library("perform", "book", "edit", "id=b1", "title=Emma", "shelf=s1", "-q")
            let lines = await library("history", "book").output
            #expect(lines.contains(#"changed "Emma": Shelf from Plays to Poetry."#))
            #expect(await library("history", "book", "--json").output.contains(#""shelf":"s2""#))
        }
    }

    private func library(_ arguments: String...) async -> Ending { await run(arguments, as: LibraryHost.self) }

    private func complete(_ last: String...) async -> [String] {
        let words = ["perform", "book", "add"] + last
        let ending = await run(
            ["---completion", "perform", "--", "positional@2", "\(words.count)", "0", LibraryHost.name] + words,
            as: LibraryHost.self, on: RecordingConsole())
        // ArgumentParser keeps the last shell in a global variable. Another test may have printed a script for zsh, for which
        // the colon is escaped and the completion " " is added.
        return ending.output.split(separator: "\n").map { String($0).replacing("\\:", with: ":") }.filter {
            $0 != " " && ($0 != "title=" || last == [""])
        }
    }
}
