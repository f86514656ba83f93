import FeatureKit
import FeatureTesting
import HTTPFrontEnd
import HummingbirdTesting
import Testing

/// Tests of the event `viewers`.
@Suite(.timeLimit(.minutes(5))) struct StreamNumberTests {
    @Test func `The streams of pages and of the API learn how many they are`() async throws {
        let clock = ManualClock()
        try await LiveHost.run(clock: clock) { _, port, _ in
            let id = try await Wire.open("kennel", on: port)
            try await Wire.connected(to: port) { wire in
                try await wire.send("GET /api/sessions/\(id)/events?vocabulary=2 HTTP/1.1", "Host: localhost")
                #expect(try await wire.read(through: "\n\n")?.contains("event: frame\n") == true)
                let first = try #require(await wire.read(through: "\n\n"))
                #expect(first.contains("event: viewers\ndata: {\"count\":1}\n\n") && !first.contains("id:"))
                try await Wire.connected(to: port) { page in
                    try await page.send("GET /sessions/\(id)/live HTTP/1.1", "Host: localhost")
                    #expect(try await page.read(through: "\n\n")?.contains("event: frame\n") == true)
                    let number = "event: viewers\ndata: {\"count\":2}\n\n"
                    #expect(try await page.read(through: "\n\n")?.contains(number) == true)
                    #expect(try await wire.read(through: "\n\n")?.contains(number) == true)
                }
                await clock.advance(by: .seconds(1))
                #expect(try await wire.read(through: "\n\n")?.contains("event: viewers\ndata: {\"count\":1}\n") == true)
            }
        }
    }

    @Test func `A client with the newest frame gets the number too`() async throws {
        try await LiveHost.run { _, port, _ in
            let id = try await Wire.open("kennel", on: port)
            try await Wire.connected(to: port) { wire in
                try await wire.send("GET /sessions/\(id)/live?after=1 HTTP/1.1", "Host: localhost")
                #expect(try await wire.read(through: "retry: 1000\n\n") != nil)
                #expect(try await wire.read(through: "\n\n")?.contains("event: viewers\ndata: {\"count\":1}\n") == true)
            }
        }
    }

    @Test func `A frame does not contain the number`() async throws {
        try await TestHost().run { client in
            let id = try await client.open("kennel")
            #expect(try await !client.get("/api/sessions/\(id)").text.contains("viewers"))
        }
    }
}
