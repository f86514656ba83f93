import FeatureCatalog
import FeatureKit
import FeatureStorage
import FeatureTesting
import Foundation
import HTTPFrontEnd
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import Synchronization
import Testing

/// Tests the one-shot screens with which a host answers again while the data are unchanged.
@Suite(.timeLimit(.minutes(5))) struct SharedScreenTests {
    private let path = FileManager.default.temporaryDirectory.path + "/shared-\(UUID().uuidString).sqlite"
    private let clock = ManualClock()

    /// Opens the file as another process would.
    private func database() -> Database { Database(path) }

    private func host(_ database: Database) throws -> HTTPServer {
        var configuration = HTTPServerConfiguration()
        configuration.logLevel = .critical
        return try HTTPServer(
            registry: FeatureCatalog.registry(database: database), configuration: configuration, name: "test",
            version: "1", clock: clock, announce: { _ in })
    }

    private func remove() {
        for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
    }

    /// Asks for a screen after the first request, which fills the store with its sample.
    private func warmed(_ client: ScreenClient) async throws -> Frame {
        _ = try await client.screen()
        return try await client.screen()
    }

    /// Returns the frame of a session that is launched for this call.
    private func fresh(_ database: Database, _ options: [String: FieldValue]) async throws -> Frame {
        let feature = try FeatureCatalog.registry(database: database).feature("doggy")
        return try await Session(feature, options: options).shownOnce(within: .seconds(60))
    }

    @Test func `An equal request gets the same screen until the data change, in this or another process`() async throws
    {
        defer { remove() }
        let (ours, theirs) = (database(), database())
        try await host(ours).application.test(.router) { client in
            let client = ScreenClient(client)
            let first = try await warmed(client)
            #expect(try await client.screen().session == first.session)
            #expect(try await client.screen("?search=alf").session != first.session)
            _ = try await client.adopt("Rex")
            let second = try await client.screen()
            #expect(second.session != first.session)
            #expect(try await client.screen().session == second.session)

            try await withSession(of: try FeatureCatalog.registry(database: theirs).feature("doggy")) { session in
                try await session.start()
                _ = try await session.settled()
                _ = try await session.perform("adopt", ["name": "Max", "breed": "Bulldog", "age": 3])
            }
            let third = try await client.screen()
            #expect(third.session != second.session && third.screen != second.screen)
        }
    }

    @Test func `People with other rights get other screens of the same address`() async throws {
        defer { remove() }
        try await host(database()).application.test(.router) { client in
            _ = try await ScreenClient(client).screen()
            for _ in 0..<3 {
                for (fields, buttons) in [([:], true), ([.via: "1.1 proxy"], false)] as [(HTTPFields, Bool)] {
                    let response = try await client.executeRequest(
                        uri: "/api/features/doggy/screen", method: .get, headers: fields, body: nil)
                    let text = String(buffer: response.body)
                    #expect(text.contains("Alfred") && text.contains("\"release\"") == buttons)
                }
            }
        }
    }

    @Test func `A screen is drawn anew after five seconds`() async throws {
        defer { remove() }
        try await host(database()).application.test(.router) { client in
            let client = ScreenClient(client)
            let first = try await warmed(client)
            clock.move(by: .seconds(4))
            #expect(try await client.screen().session == first.session)
            clock.move(by: .seconds(1))
            #expect(try await client.screen().session != first.session)
        }
    }

    @Test(arguments: ["?source=sample", "?source=empty", "?latency=1ms"])
    func `A screen of a copy, or one that waits for its latency, is drawn for each request`(query: String) async throws
    {
        defer { remove() }
        try await host(database()).application.test(.router) { client in
            let client = ScreenClient(client)
            let first = try await client.screen(query)
            #expect(try await client.screen(query).session != first.session)
        }
    }

    @Test func `At most 64 screens are kept`() async throws {
        defer { remove() }
        try await host(database()).application.test(.router) { client in
            let client = ScreenClient(client)
            // The first search builds the index.
            _ = try await client.screen("?search=a0")
            let first = try await client.screen("?search=a0")
            let second = try await client.screen("?search=a1")
            for number in 2..<64 { _ = try await client.screen("?search=a\(number)") }
            #expect(try await client.screen("?search=a0").session == first.session)
            _ = try await client.screen("?search=a64")
            #expect(try await client.screen("?search=a0").session == first.session)
            #expect(try await client.screen("?search=a1").session != second.session)
        }
    }

    /// Tests answers beside writers of this and another process.
    ///
    /// The writers rename dogs with growing numbers. A reader notes the last acknowledged number of each dog before it
    /// asks, and the answer must not be older.
    @Test(arguments: [1, 2, 3] as [UInt64])
    func `Every answer contains all writes that were acknowledged before`(seed: UInt64) async throws {
        defer { remove() }
        let (ours, theirs) = (database(), database())
        let dogs = 8
        let acknowledged = Acknowledged()
        try await host(ours).application.test(.router) { client in
            let client = ScreenClient(client)
            var ids: [String] = []
            for dog in 0..<dogs { ids.append(try await client.adopt("dog\(dog) 0")) }
            // The host keeps the pages of open sessions in memory.
            try await client.open("{\"search\":\"dog\"}")
            let answers = try await withThrowingTaskGroup(of: [String].self) { group in
                group.addTask { [ids] in
                    var random = SplitMix64(seed: seed)
                    for number in 1...40 {
                        let dog = Int.random(in: 0..<dogs / 2, using: &random)
                        try await client.rename(ids[dog], to: "dog\(dog) \(number)")
                        acknowledged.note(number, of: dog)
                        try await pause(&random)
                    }
                    acknowledged.end()
                    return []
                }
                group.addTask { [ids] in
                    var random = SplitMix64(seed: seed + 100)
                    try await withSession(of: try FeatureCatalog.registry(database: theirs).feature("doggy")) {
                        session in
                        try await session.start()
                        for number in 1...40 {
                            let dog = Int.random(in: dogs / 2..<dogs, using: &random)
                            _ = try await session.perform(
                                "edit", ["id": .text(ids[dog]), "name": .text("dog\(dog) \(number)")])
                            acknowledged.note(number, of: dog)
                            try await pause(&random)
                        }
                    }
                    acknowledged.end()
                    return []
                }
                for query in ["?search=dog", "?search=dog&order=name", "?search=dog&order=age&descending=true"] {
                    group.addTask {
                        var sessions: [String] = []
                        // On a busy machine, the data may change between all requests until the writers have ended.
                        while !acknowledged.haveEnded || Set(sessions).count == sessions.count && sessions.count < 1_000
                        {
                            let wanted = acknowledged.numbers
                            let answer = try await client.screen(query)
                            for (dog, number) in wanted {
                                let shown = answer.names.compactMap { name in
                                    name.hasPrefix("dog\(dog) ") ? Int(name.split(separator: " ")[1]) : nil
                                }
                                #expect(shown.count == 1 && shown[0] >= number, "dog \(dog) with \(query)")
                            }
                            sessions.append(answer.session)
                        }
                        return sessions
                    }
                }
                return try await group.reduce(into: []) { $0 += $1 }
            }
            // Some answers were given again, and some were drawn anew.
            #expect(Set(answers).count < answers.count && Set(answers).count > 40)

            for query in ["?search=dog", "?order=name", ""] {
                _ = try await client.screen(query)
                let kept = try await client.screen(query)
                let options = ["?search=dog": ["search": "dog"], "?order=name": ["order": "name"]][query] ?? [:]
                let frame = try await fresh(ours, options.mapValues { FieldValue.text($0) })
                #expect(kept.screen == frame.screen)
            }
        }
    }
}

/// Lets some requests run between two writes.
private func pause(_ random: inout SplitMix64) async throws {
    let pause = Duration.milliseconds(Int.random(in: 0...8, using: &random))
    try await Task.sleep(for: pause)  // the readers are other tasks, and the file has no clock
}

/// The last acknowledged number of each dog.
private final class Acknowledged: Sendable {
    private let state = Mutex((numbers: [Int: Int](), running: 2))

    func note(_ number: Int, of dog: Int) { state.withLock { $0.numbers[dog] = number } }

    func end() { state.withLock { $0.running -= 1 } }

    var numbers: [Int: Int] { state.withLock(\.numbers) }
    var haveEnded: Bool { state.withLock { $0.running == 0 } }
}

/// A client that asks for the screens of the dogs.
private struct ScreenClient: Sendable {
    private let client: any TestClientProtocol

    init(_ client: any TestClientProtocol) {
        self.client = client
    }

    func screen(_ query: String = "") async throws -> Frame {
        try await decode(uri: "/api/features/doggy/screen\(query)", .get)
    }

    /// Adopts a dog, and returns its id.
    func adopt(_ name: String) async throws -> String {
        let answer: Frame = try await decode(
            uri: "/api/features/doggy/actions/adopt?search=\(name.prefix { $0 != " " })", .post,
            "{\"name\":\"\(name)\",\"breed\":\"Bulldog\",\"age\":3}")
        return try #require(answer.screen.lists.first?.rows.first { $0.values["name"] == .text(name) }?.id)
    }

    func open(_ options: String) async throws {
        let response = try await client.executeRequest(
            uri: "/api/sessions", method: .post, headers: [.contentType: "application/json"],
            body: ByteBuffer(string: "{\"feature\":\"doggy\",\"options\":\(options)}"))
        try #require(response.status == .created)
    }

    func rename(_ id: String, to name: String) async throws {
        let _: Frame = try await decode(
            uri: "/api/features/doggy/actions/edit", .post, "{\"id\":\"\(id)\",\"name\":\"\(name)\"}")
    }

    private func decode(uri: String, _ method: HTTPRequest.Method, _ body: String? = nil) async throws -> Frame {
        let response = try await client.executeRequest(
            uri: uri, method: method, headers: body == nil ? [:] : [.contentType: "application/json"],
            body: body.map { ByteBuffer(string: $0) })
        try #require(response.status == .ok, "\(uri): \(String(buffer: response.body))")
        return try JSONDecoder().decode(Frame.self, from: Data(response.body.readableBytesView))
    }
}

extension Frame {
    fileprivate var names: [String] { screen.lists.first?.rows.compactMap { $0.values["name"]?.description } ?? [] }
}
