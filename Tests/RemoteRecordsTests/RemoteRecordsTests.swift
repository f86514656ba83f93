import FeatureKit
import FeatureStorage
import FeatureTesting
import HouseFeature
import Hummingbird
import RemoteRecords
import Testing

/// Tests with a real HTTP server on this machine.
@Suite(.timeLimit(.minutes(5))) struct RemoteRecordsTests {
    private static let houses = """
        [{"name": "House Tully", "motto": "Family, Duty, Honor", "sigil": "Trout"},
         {"id": "s", "name": "하우스", "motto": "", "sigil": ""}]
        """

    /// Runs a server while a closure runs, and passes the server's address to the closure.
    private func serving(_ body: @escaping @Sendable (String) async throws -> Void) async throws {
        let router = Router()
        func answer(
            _ path: String, _ text: String, type: String = "application/json", status: HTTPResponse.Status = .ok
        ) {
            router.get(RouterPath(path)) { _, _ in
                Response(
                    status: status, headers: [.contentType: type],
                    body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
            }
        }
        answer("/houses.json", Self.houses, type: "application/json; charset=utf-8")
        answer("/page", "<p>", type: "text/html")
        answer("/gone", "", status: .gone)
        answer("/broken", "[{\"name\": 5}]")
        answer("/large", "[" + String(repeating: " ", count: 3 << 20) + "]")
        router.get("/moved") { _, _ in Response(status: .found, headers: [.location: "/houses.json"]) }
        router.get("/inside") { _, _ in Response(status: .found, headers: [.location: "//127.0.0.1:80/houses.json"]) }
        router.get("/inside6") { _, _ in Response(status: .found, headers: [.location: "http://[::1]/x"]) }
        router.get("/round") { _, _ in Response(status: .found, headers: [.location: "/round"]) }
        router.get("/trickle") { _, _ in
            Response(
                status: .ok, headers: [.contentType: "application/json"],
                body: ResponseBody { writer in
                    while true {
                        try await writer.write(ByteBuffer(string: " "))
                        try await Task.sleep(for: .milliseconds(10))  // a server without end; the client ends it
                    }
                })
        }
        router.get("/drip") { _, _ in
            Response(
                status: .ok, headers: [.contentType: "application/json"],
                body: ResponseBody { writer in
                    try await writer.write(ByteBuffer(string: "["))
                    try await Task.sleep(for: .seconds(3600))  // a server that stalls; the test cancels it
                })
        }
        router.get("/slow") { _, _ in
            try await Task.sleep(for: .seconds(3600))  // a server that never responds; the test cancels it
            return Response(status: .ok)
        }
        let (ports, port) = AsyncStream<Int>.makeStream()
        let application = Application(
            router: router, configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { channel in port.yield(channel.localAddress?.port ?? 0) })
        try await withThrowingTaskGroup { group in
            group.addTask { try await application.run() }
            for await number in ports {
                try await body("http://127.0.0.1:\(number)")
                break
            }
            group.cancelAll()
            while let result = await group.nextResult() { _ = result }
        }
    }

    private func message(_ address: String, _ limits: RemoteRecords.Limits = .init()) async -> String {
        do {
            _ = try await RemoteRecords(otherwise: NoFiles(), limits: limits).open(address).records(of: House.self)
            return ""
        } catch { return "\(error)" }
    }

    @Test(arguments: ["/houses.json", "/moved"])
    func `Records are fetched as JSON, even after a redirect`(path: String) async throws {
        try await serving { server in
            let houses = try await RemoteRecords(otherwise: NoFiles()).open(server + path).records(of: House.self)
            #expect(houses.map(\.name) == ["House Tully", "하우스"])
            #expect(houses.map(\.id) == ["1", "s"])
        }
    }

    @Test func `The error message describes a faulty response of the server`() async throws {
        try await serving { server in
            func expect(_ path: String, _ reason: String, _ limits: RemoteRecords.Limits = .init()) async {
                #expect(await message(server + path, limits) == "cannot fetch '\(server)\(path)': \(reason)")
            }
            await expect("/gone", "the server answered 410 Gone")
            await expect("/none", "the server answered 404 Not Found")
            await expect("/page", "expected JSON, but the server declares the type \"text/html\"")
            await expect("/large", "the response is larger than 2 MiB", .init(size: 2 << 20))
            await expect(
                "/slow", "the server did not answer within 100ms; try again later", .init(time: .milliseconds(100)))
            await expect(
                "/drip", "the server did not answer within 500ms; try again later", .init(time: .milliseconds(500)))
            await expect(
                "/trickle", "the server did not answer within 300ms; try again later", .init(time: .milliseconds(300)))
            await expect("/round", "the server redirects without end")
            #expect(await message(server + "/broken").hasPrefix("\(server)/broken, index 0, name: expected text of"))
        }
    }

    @Test func `The error message for an unreachable server contains no password`() async throws {
        let message = await message("http://me:secret@127.0.0.1:1/houses.json")
        #expect(
            message
                == "cannot fetch 'http://127.0.0.1:1/houses.json': the server cannot be reached (connection refused); "
                + "check the address, and try again")
    }

    @Test func `An address without a host is refused, and the other opener opens a path`() {
        let opener = RemoteRecords(otherwise: NoFiles())
        let error = #expect(throws: FeatureError.self) { try opener.open("http:///houses.json") }
        #expect(error?.code == .unreadableFile)
        let other = #expect(throws: FeatureError.self) { try opener.open("houses.json") }
        #expect(other?.message == "no file can be opened in this test: houses.json")
    }

    @Test func `The feature shows houses from an address, and a failed load shows a retry button`() async throws {
        try await serving { server in
            let feature = HouseFeature(resources: RecordResources(files: RemoteRecords(otherwise: NoFiles())))
            try await withSession(of: feature, options: ["source": .text(server + "/houses.json")]) { session in
                try await session.start()
                let screen = try await session.settled().screen
                guard let list = screen.lists.first else { return #expect(Bool(false), "\(screen)") }
                #expect(list.rows.map(\.title) == ["House Tully", "하우스"])
            }
            try await withSession(of: feature, options: ["source": .text(server + "/gone")]) { session in
                try await session.start()
                let phase = try await session.settled().screen.phase
                guard case .failed(let message, let retry) = phase else { return #expect(Bool(false), "\(phase)") }
                #expect(message.hasPrefix("The houses could not be loaded: cannot fetch 'http://127.0.0.1"))
                #expect(retry?.action == "refresh")
            }
        }
    }

    /// Fetches from a server of this machine as if its name `localhost` were a public host.
    private func publicMessage(_ address: String) async -> String {
        let address = address.replacing("127.0.0.1", with: "localhost")
        let records = RemoteRecords(otherwise: NoFiles()) { $0 == "localhost" ? ["93.184.216.34"] : [$0] }
        do {
            _ = try await records.open(address).records(of: House.self)
            return ""
        } catch { return "\(error)" }
    }

    @Test func `A public server cannot redirect to this machine or to a private network`() async throws {
        try await serving { server in
            let place = server.replacing("127.0.0.1", with: "localhost")
            for (path, target) in [("/inside", "http://127.0.0.1:80/houses.json"), ("/inside6", "http://[::1]/x")] {
                #expect(
                    await publicMessage(server + path)
                        == "cannot fetch '\(place)\(path)': the server redirects to '\(target)', which is on this machine "
                        + "or in a private network; give that address itself if you mean it")
            }
            #expect(await publicMessage(server + "/moved") == "")
        }
    }

    @Test(arguments: [
        "127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "::1", "::",
        "fd00::1", "fe80::1%eth0", "::ffff:10.0.0.1", "64:ff9b::7f00:1", "0x7f.1", "",
    ])
    func `an address of this machine or of a private network is private`(address: String) {
        #expect(NetworkPlace.isPrivate(address))
    }

    @Test(arguments: ["93.184.216.34", "172.32.0.1", "100.128.0.1", "2606:2800:220:1::1", "::ffff:93.184.216.34"])
    func `any other address is public`(address: String) { #expect(!NetworkPlace.isPrivate(address)) }
}
