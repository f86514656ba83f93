import FeatureKit
import FeatureStorage
import FeatureTesting
import Synchronization
import Testing

/// Tests of the pages of records that belong to one session: copies of the sample or of a file.
@Suite(.timeLimit(.minutes(5))) struct RecordCopyPageTests {
    private let clock = ManualClock()
    private let files = ZooFiles()
    private var feature: ZooFeature { ZooFeature(RecordResources(files: files, clock: clock)) }

    private func titles(_ screen: Screen) -> [String] { screen.lists.first?.rows.map(\.title) ?? [] }

    private func withZoo(_ options: [String: FieldValue], _ body: (Session) async throws -> Void) async throws {
        try await withSession(of: feature, options: options, clock: clock) { session in
            try await session.start()
            _ = try await session.settled()
            try await body(session)
        }
    }

    @Test func `A row of a copy opens within its session, and the list shows the changes of the page`() async throws {
        try await withZoo(["source": "sample"]) { session in
            let link = try #require(await session.frame.screen.lists.first?.rows[1].opens)
            #expect(link.options == ["source": "sample", "id": "2"])
            let way = try await session.route(to: link.options)
            #expect(way == .call(Call("visit", ["id": "2"])))
            guard case .call(let call) = way else { return }
            let page = try await session.perform(call).frame.screen
            #expect(page.title == "The Bee" && page.address == link.options)
            #expect(page.up == FeatureLink(feature: "zoo", options: ["source": "sample"], title: "Zoo"))
            #expect(await session.address == link.options)
            let renamed = try await session.perform("rename", ["id": "2", "name": "Wasp"]).frame.screen
            #expect(renamed.title == "The Wasp")
            let back = try await session.route(to: page.up?.options ?? [:])
            #expect(back == .call(Call("visit", emptied: ["id"])))
            guard case .call(let call) = back else { return }
            let list = try await session.perform(call).frame.screen
            #expect(titles(list) == ["The Ape", "The Wasp", "The Carp"])
            #expect(list.title == "Zoo" && list.up == nil && list.address == nil && list.tone == .accent)
        }
    }

    @Test func `A session launched at a record of a copy shows the list with the changes of the page`() async throws {
        try await withZoo(["source": "sample", "id": "2"]) { session in
            #expect(await session.frame.screen.address == nil)
            _ = try await session.perform("rename", ["id": "2", "name": "Wasp"])
            _ = try await session.perform("visit")
            #expect(await session.frame.screen.title == "The Wasp")
            let list = try await session.perform(Call("visit", emptied: ["id"])).frame.screen
            #expect(titles(list) == ["The Ape", "The Wasp", "The Carp"])
            #expect(list.address == ["source": "sample"])
            let other = try await session.perform("visit", ["id": "3"]).frame.screen
            #expect(other.title == "The Carp")
            let removed = try await session.perform("remove", ["id": "3"]).frame.screen
            let way = try #require(removed.up)
            #expect(
                removed.elements == [
                    .placeholder(id: "deleted", "The Carp was deleted."),
                    .link(id: "list", "Back to Zoo", opens: way),
                ])
            #expect(titles(try await session.perform(Call("visit", emptied: ["id"])).frame.screen).count == 2)
        }
    }

    @Test func `Browsing to an unknown key shows a failure with the way up, and the list comes back`() async throws {
        try await withZoo(["source": "sample"]) { session in
            let failed = try await session.perform("visit", ["id": "9"]).frame.screen
            #expect(failed.phase.failure == "There is no record \"9\". It may have been deleted.")
            #expect(
                failed.title == "Not found" && failed.up != nil && failed.address == ["source": "sample", "id": "9"])
            let list = try await session.perform(Call("visit", emptied: ["id"])).frame.screen
            #expect(list.phase == .ready && titles(list).count == 3)
            _ = try await session.perform("visit", ["id": "9"])
            let added = try await session.perform("add", ["id": "9", "name": "Dog"]).frame.screen
            #expect(added.phase == .ready && added.title == "The Dog")
        }
    }

    @Test func `The page of one record does not show the title of another record`() async throws {
        try await withZoo(["source": "sample", "id": "2"]) { session in
            let failed = try await session.perform("visit", ["id": "9"]).frame.screen
            #expect(failed.title == "Not found" && failed.buttons == [] && failed.elements.map(\.id) == ["list"])
        }
    }

    @Test func `The list of a file that was launched at a record keeps the changes, and a refresh reads the file`()
        async throws
    {
        try await withZoo(["source": "zoo.csv", "id": "1"]) { session in
            #expect(await session.frame.screen.title == "The Ape 1")
            _ = try await session.perform("refresh")
            #expect(await session.frame.screen.title == "The Ape 2")
            _ = try await session.perform("rename", ["id": "1", "name": "Gibbon"])
            _ = try await session.perform("refresh")
            #expect(await session.frame.screen.title == "The Gibbon")
            let list = try await session.perform(Call("visit", emptied: ["id"])).frame.screen
            #expect(titles(list) == ["The Gibbon", "The Bee 2"])
            #expect(try await session.perform("visit", ["id": "2"]).frame.screen.title == "The Bee 2")
            _ = try await session.perform(Call("visit", emptied: ["id"]))
            #expect(titles(try await session.perform("refresh").frame.screen) == ["The Ape 3", "The Bee 3"])
        }
    }

    @Test func `The list of a file shows the changes of a page that was opened from the list`() async throws {
        try await withZoo(["source": "zoo.csv"]) { session in
            _ = try await session.perform("visit", ["id": "2"])
            _ = try await session.perform("rename", ["id": "2", "name": "Wasp"])
            let list = try await session.perform(Call("visit", emptied: ["id"])).frame.screen
            #expect(titles(list) == ["The Ape 1", "The Wasp"])
        }
    }

    @Test(arguments: ["stored", "sample", "zoo.csv"])
    func `The load of a record takes the time of the option latency`(source: String) async throws {
        let options: [String: FieldValue] = ["source": .text(source), "latency": "2s", "id": "1"]
        try await withSession(of: feature, options: options, clock: clock) { session in
            try await session.start()
            #expect(await session.frame.screen.phase.isLoading)
            await clock.advance(by: .seconds(2))
            let screen = try await session.settled().screen
            #expect(screen.title.hasPrefix("The Ape"))
            #expect(clock.now.offset == .seconds(2))
        }
    }

    @Test func `A page of another launch option needs a new launch`() async throws {
        try await withZoo(["source": "sample"]) { session in
            let (empty, same) = try await (
                session.route(to: ["source": "empty", "id": "2"]), session.route(to: ["source": "sample"])
            )
            #expect(empty == .launch && same == .here)
            await #expect(throws: InputRefused.self) { try await session.route(to: ["sauce": "sample"]) }
        }
    }
}

extension Phase {
    /// The message of a failure; `nil` for other phases.
    fileprivate var failure: String? {
        if case .failed(let message, _) = self { message } else { nil }
    }
}

/// A file whose records have the number of the read in their names.
private final class ZooFiles: RecordFileOpener {
    private final class Zoo: RecordFile {
        private let reads = Mutex(0)

        func records<R: Record>(of type: R.Type) async throws -> [R] {
            let number = reads.withLock { reads in
                reads += 1
                return reads
            }
            return try [("1", "Ape"), ("2", "Bee")].map { id, name in
                try R(id: id, values: ["name": .text("\(name) \(number)")])
            }
        }
    }

    func open(_ path: String) throws -> any RecordFile { Zoo() }
}
