import FeatureTesting
import HTTPFrontEnd
import NIOCore
import Testing

/// Sends random requests over real connections.
///
/// No request may crash or block the host, or cause a server error.
@Suite(.timeLimit(.minutes(5))) struct FuzzTests {
    @Test(arguments: 1...4)
    func `No random request causes a server error`(seed: Int) async throws {
        let change: (inout HTTPServerConfiguration) -> Void = {
            $0.sessionLimit = 50
            $0.answerLimit = .seconds(1)
            // For some requests, the host and the test both wait for the other one until this limit ends the connection.
            $0.connectionLimit = .seconds(5)
        }
        try await LiveHost.run(clock: ContinuousClock(), change: change) { _, port, _ in
            let session = try await Wire.open("kennel", on: port)
            var requests = RandomRequests(seed: UInt64(seed), session: session)
            var sent = 0
            while sent < 5_000 {
                // Each connection is reused until the host closes it.
                try await Wire.connected(to: port) { wire in
                    while sent < 5_000 {
                        let request = requests.next()
                        sent += 1
                        do { try await wire.send(request) } catch { return }
                        // After an incomplete request, the host would wait for the rest.
                        if !requests.isWhole { wire.closeOutput() }
                        let hasBody = requests.isWhole && !request.hasPrefix("HEAD")
                        guard let answer = try? await wire.readAnswer(hasBody: hasBody) else { return }
                        #expect(
                            answer.status < 500 || [501, 503].contains(answer.status),
                            "seed \(seed), request \(sent): \(answer.status) to \(request.debugDescription.prefix(500))"
                        )
                        if answer.isLast || !requests.isWhole { return }
                    }
                }
            }
            try await Wire.connected(to: port) { wire in
                try await wire.send("GET /livez HTTP/1.1", "Host: localhost")
                #expect(try await wire.readHead()?.hasPrefix("HTTP/1.1 200") == true)
            }
        }
    }
}
