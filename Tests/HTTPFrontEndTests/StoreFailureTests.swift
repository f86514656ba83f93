import FeatureKit
import FeatureStorage
import FeatureTesting
import HTTPFrontEnd
import HTTPTypes
import HummingbirdTesting
import Logging
import Synchronization
import Testing

/// Tests the answers, the readiness and the log of a host whose store or feature fails.
@Suite(.timeLimit(.minutes(5))) struct StoreFailureTests {
    /// A feature whose only action throws a given error and counts its calls.
    struct FailingFeature: Feature {
        static let act = Action("act", "Act")
        static let manifest = FeatureManifest(id: "failing", title: "Failing", summary: "Fails.", actions: act)

        let error: any Error & Sendable
        let calls = Counter()

        func launch(on stage: Stage, options: Options) throws -> Scene {
            Scene(owning: stage, start: { stage.screen.phase = .ready }).on(Self.act) { _ in
                calls.count.add(1, ordering: .relaxed)
                throw error
            }
        }
    }

    final class Counter: Sendable {
        let count = Atomic(0)
    }

    struct Riddle: Error, CustomStringConvertible { var description: String { "Rex, 5 High Street" } }

    private static let key = HTTPField.Name("Idempotency-Key") ?? .origin

    private static func storage(_ code: StorageError.Code) -> StorageError { StorageError(code, "it is \(code)") }

    @Test(arguments: [
        (StorageError.Code.unavailable, HTTPResponse.Status.serviceUnavailable), (.unusable, .serviceUnavailable),
        (.outcomeUnknown, .serviceUnavailable), (.conflict, .conflict), (.alreadyTaken, .conflict),
        (.scanTooLong, .gatewayTimeout),
    ])
    func `The answer to an action reports the store's error`(code: StorageError.Code, status: HTTPResponse.Status)
        async throws
    {
        try await TestHost([FailingFeature(error: Self.storage(code))]).run { client in
            let once = try await client.ask(.post, "/api/features/failing/actions/act")
            #expect(try once.problem(status).detail == "it is \(code)")
            #expect((once.headers[.retryAfter] != nil) == (status == .serviceUnavailable))
            let session = try await client.ask(.post, "/api/sessions/\(try await client.open("failing"))/actions/act")
            #expect(try session.problem(status).detail == "it is \(code)")
        }
    }

    @Test func `A client gets the cause without the path of the database, and the log gets both`() async throws {
        let full = StorageError(.unusable, database: "/srv/dogs.sqlite") { "the disk of \($0) is full" }
        let reasons = Reasons()
        let server = try Self.server([FailingFeature(error: full), ShownFeature("broken", startError: full)], reasons)
        try await server.application.test(.router) { client in
            let client = HostClient(client: client)
            let refused = try await client.ask(.post, "/api/features/failing/actions/act")
            #expect(try refused.problem(.serviceUnavailable).detail == "the disk of the database is full")
            let shown = try await client.get("/api/features/broken/screen")
            #expect(shown.text.contains("the disk of the database is full") && !shown.text.contains("dogs.sqlite"))
            let (id, _) = try await client.openSessionPage("failing")
            let page = try await client.post("/sessions/\(id)/actions/act", form: "")
            #expect(page.text.contains("the disk of the database is full") && !page.text.contains("dogs.sqlite"))
        }
        let cause = "StorageError.unusable: the disk of the database '/srv/dogs.sqlite' is full"
        #expect(reasons.all.withLock(\.self) == [cause, cause])
    }

    @Test func `The log says once why writes are refused, until a write succeeds`() async throws {
        let (reasons, store) = (Reasons(), StubStore())
        let server = try Self.server([LibraryFeature(store: store)], reasons)
        let full = StorageError(.unusable, "the disk is full")
        try await server.application.test(.router) { client in
            let client = HostClient(client: client)
            let session = try await client.open("library")
            for (number, error) in [
                full, full, nil, full, full, Self.storage(.unavailable), full, Self.storage(.unavailable),
            ].enumerated() {
                store.writes.answers { _ in if let error { throw error } }
                let path = number.isMultiple(of: 2) ? "/api/sessions/\(session)" : "/api/features/library"
                let answer = try await client.post(
                    "\(path)/actions/rename", json: #"{"id": "1", "name": "Volume \#(number)"}"#)
                #expect(answer.status == (error == nil ? .ok : .serviceUnavailable))
            }
        }
        let logged = "StorageError.unusable: the disk is full"
        // Two reasons that alternate are logged once each.
        #expect(reasons.all.withLock(\.self) == [logged, logged, "StorageError.unavailable: it is unavailable"])
    }

    @Test func `A launch that fails because of the store is answered with 503`() async throws {
        let error = StorageError(.unavailable, "it is away")
        try await TestHost([ShownFeature("broken", launchError: error)]).run { client in
            #expect(
                try await client.get("/api/features/broken/screen").problem(.serviceUnavailable).detail == "it is away")
            _ = try await client.post("/api/sessions", json: #"{"feature": "broken"}"#).problem(.serviceUnavailable)
        }
    }

    @Test(arguments: [(StorageError.Code.unavailable, 2), (.unusable, 2), (.outcomeUnknown, 1), (.conflict, 1)])
    func `A retry with the same key acts only if nothing was saved`(code: StorageError.Code, calls: Int)
        async throws
    {
        let feature = FailingFeature(error: Self.storage(code))
        try await TestHost([feature]).run { client in
            let path = "/api/sessions/\(try await client.open("failing"))/actions/act"
            for _ in 0..<2 { _ = try await client.ask(.post, path, [Self.key: "k"]) }
        }
        #expect(feature.calls.count.load(ordering: .relaxed) == calls)
    }

    @Test func `A host whose store is unavailable is not ready, and checks the store once a second`() async throws {
        let (asked, isAway) = (Counter(), Counter())
        let host = try TestHost(change: { configuration in
            configuration.checkStore = {
                asked.count.add(1, ordering: .relaxed)
                if isAway.count.load(ordering: .relaxed) > 0 { throw Riddle() }
            }
        })
        try await host.run { client in
            for _ in 0..<5 { #expect(try await client.get("/readyz").text == "ok\n") }
            #expect(asked.count.load(ordering: .relaxed) == 1)
            isAway.count.store(1, ordering: .relaxed)
            host.clock.move(by: .seconds(1))
            for _ in 0..<5 {
                let answer = try await client.get("/readyz")
                #expect(answer.status == .serviceUnavailable && answer.text == "the store is unavailable\n")
                #expect(answer.headers[.retryAfter] == "1")
            }
            #expect(asked.count.load(ordering: .relaxed) == 2)
            #expect(try await client.get("/livez").status == .ok)
            isAway.count.store(0, ordering: .relaxed)
            host.clock.move(by: .seconds(1))
            #expect(try await client.get("/readyz").status == .ok)
        }
    }

    @Test func `A host whose store does not respond is not ready`() async throws {
        let latch = Latch()
        let host = try TestHost(change: { $0.checkStore = { await latch.wait() } })
        try await host.run { client in
            async let ready = client.get("/readyz")
            await host.clock.advance(by: .seconds(2))
            let answer = try await ready
            #expect(answer.status == .serviceUnavailable)
            latch.open()
        }
    }

    @Test func `The log says once that the check of the store does not end`() async throws {
        let (reasons, clock, latch) = (Reasons(), ManualClock(), Latch())
        let server = try Self.server([], reasons, clock: clock) { await latch.wait() }
        try await server.application.test(.router) { client in
            let client = HostClient(client: client)
            for _ in 0..<2 { try await Self.waitInVain(client, clock) }
            latch.open()
            try await eventually {
                clock.move(by: .seconds(1))
                return try await client.get("/readyz").status == .ok
            }
        }
        #expect(reasons.all.withLock(\.self) == ["the check takes longer than 2s", "none"])
    }

    @Test func `The log says the reason of a check that ends after it took too long`() async throws {
        let (reasons, clock, latch) = (Reasons(), ManualClock(), Latch())
        let server = try Self.server([], reasons, clock: clock) {
            await latch.wait()
            throw StorageError(.unavailable, "the server is away")
        }
        try await server.application.test(.router) { client in
            let client = HostClient(client: client)
            try await Self.waitInVain(client, clock)
            latch.open()
            try await eventually {
                clock.move(by: .seconds(1))
                _ = try await client.get("/readyz")
                return reasons.all.withLock(\.count) > 1
            }
        }
        let away = "StorageError.unavailable: the server is away"
        #expect(reasons.all.withLock(\.self) == ["the check takes longer than 2s", away])
    }

    /// Asks whether the store is ready until the host no longer waits for its check.
    private static func waitInVain(_ client: HostClient, _ clock: ManualClock) async throws {
        async let ready = client.get("/readyz")
        await clock.advance(by: .seconds(2))
        #expect(try await ready.status == .serviceUnavailable)
    }

    /// Creates a server that collects the reasons in its log.
    private static func server(
        _ features: [any Feature], _ reasons: Reasons, clock: ManualClock = ManualClock(),
        checkStore: @escaping @Sendable () async throws -> Void = {}
    ) throws -> HTTPServer {
        var configuration = HTTPServerConfiguration()
        configuration.checkStore = checkStore
        return try HTTPServer(
            registry: FeatureRegistry(features), configuration: configuration, name: "logging", version: "1",
            clock: clock, log: { _ in Handler(reasons: reasons) }, announce: { _ in })
    }

    /// Collects the logged reasons.
    private final class Reasons: Sendable {
        let all = Mutex<[String]>([])
    }

    private struct Handler: LogHandler {
        let reasons: Reasons
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.error

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            reasons.all.withLock { $0.append(event.metadata?["error"].map { "\($0)" } ?? "none") }
        }
    }

    @Test func `The log says once why the store cannot be used`() async throws {
        let (reasons, clock, isAway) = (Reasons(), ManualClock(), Counter())
        let server = try Self.server([], reasons, clock: clock) {
            if isAway.count.load(ordering: .relaxed) > 0 { throw StorageError(.unavailable, "the disk is full") }
        }
        try await server.application.test(.router) { client in
            let client = HostClient(client: client)
            for away in [0, 1, 1, 0, 1] {
                isAway.count.store(away, ordering: .relaxed)
                clock.move(by: .seconds(1))
                let status = try await client.get("/readyz").status
                #expect(status == (away == 0 ? .ok : .serviceUnavailable))
            }
        }
        let full = "StorageError.unavailable: the disk is full"
        #expect(reasons.all.withLock(\.self) == [full, "none", full])
    }

    @Test(arguments: [
        (StorageError(.unavailable, "it is away") as any Error & Sendable, "StorageError.unavailable: it is away"),
        (StorageError(.unusable, rowID: "Rex", "Rex is broken"), "StorageError.unusable"),
        (FeatureError(.featureFault, "no handler"), "FeatureError.featureFault: no handler"),
        (Riddle(), "HTTPFrontEndTests.StoreFailureTests.Riddle"),
    ])
    func `The log names the reason, but no user input`(error: any Error & Sendable, reason: String) async throws {
        let reasons = Reasons()
        let server = try Self.server([FailingFeature(error: error)], reasons)
        try await server.application.test(.router) { client in
            let client = HostClient(client: client)
            _ = try await client.ask(.post, "/api/features/failing/actions/act")
            let (id, _) = try await client.openSessionPage("failing")
            _ = try await client.post("/sessions/\(id)/actions/act", form: "")
        }
        #expect(reasons.all.withLock(\.self) == [reason, reason])
    }
}
