import ArgumentParser
import FeatureKit
import FeatureTesting
import HTTPFrontEnd
import HTTPTypes
import HummingbirdTesting
import Testing

/// Tests calls from form elements, patches by vocabulary version, and simulated delays.
@Suite(.timeLimit(.minutes(5))) struct VocabularyRouteTests {
    private func values(of frame: Frame) throws -> [String: FieldValue] {
        guard case .form(let form) = frame.screen.elements.first else { throw MissingForm() }
        return form.values
    }

    private struct MissingForm: Error {}

    @Test func `A call that names its form sends only the changed fields, and null empties a field`() async throws {
        try await TestHost([ConverterFeature()]).run { client in
            let path = "/api/sessions/\(try await client.open("converter"))/actions/convert"
            let warm = try await client.post("\(path)?form=form", json: #"{"fahrenheit": 50}"#).frame()
            #expect(try values(of: warm) == ["celsius": 10, "fahrenheit": 50])
            let cold = try await client.post("\(path)?form=form", json: #"{"celsius": -40}"#).frame()
            #expect(try values(of: cold) == ["celsius": -40, "fahrenheit": -40])
            let empty = try await client.post("\(path)?form=form", json: #"{"celsius": null}"#).frame()
            #expect(try values(of: empty) == [:])
            let problem = try await client.post("\(path)?form=other", json: "{}").problem(.conflict)
            #expect(
                problem.detail
                    == "there is no form 'other' for 'convert' on the current screen; fetch the screen and try again")
            let refused = try await client.post("\(path)?form=form", json: #"{"celsius": "hot", "kelvin": null}"#)
                .problem(.unprocessableContent)
            #expect(refused.errors?.keys.sorted() == ["celsius", "kelvin"])
        }
    }

    @Test func `A call with a known key that empties a different field is answered with 422`() async throws {
        try await TestHost([ConverterFeature()]).run { client in
            let path = "/api/sessions/\(try await client.open("converter"))/actions/convert?form=form"
            let key: HTTPFields = [try #require(HTTPField.Name("Idempotency-Key")): "k"]
            _ = try await client.post(path, json: #"{"celsius": 1}"#, key).frame()
            let problem = try await client.post(path, json: #"{"celsius": null}"#, key)
            #expect(problem.status == .unprocessableContent)
        }
    }

    @Test(arguments: ["", "?vocabulary=1", "?vocabulary=\(Screen.vocabulary)", "?vocabulary=99"])
    func `Only a client that knows this vocabulary gets patches`(query: String) async throws {
        try await LiveHost.run([HerdFeature()]) { server, port, _ in
            let id = try await Wire.open("herd", on: port)
            var reader = EventReader()
            try await Wire.connected(to: port) { wire in
                try await reader.ask(&wire, for: id, query: query)
                _ = try await reader.next(&wire)
                _ = try await server.session(id).perform("stir")
                _ = try await reader.next(&wire)
            }
            let isPatched = query.hasSuffix("\(Screen.vocabulary)") || query.hasSuffix("99")
            #expect(reader.patches == (isPatched ? 1 : 0))
            #expect(reader.frames == (isPatched ? 1 : 2))
            let shown = try await server.session(id).frame
            #expect(reader.revision == shown.revision)
        }
    }

    @Test func `A vocabulary version that is not a number is refused`() async throws {
        try await TestHost().run { client in
            let problem = try await client.get("/api/sessions/\(try await client.open("kennel"))/events?vocabulary=new")
                .problem(.unprocessableContent)
            #expect(problem.errors == ["vocabulary": #"expected a whole number from 0, got "new""#])
        }
    }

    @Test func `A simulated delay postpones all answers and all stream events`() async throws {
        let (clock, delay) = (ContinuousClock(), Duration.milliseconds(60))
        try await LiveHost.run([HerdFeature()], clock: clock, change: { $0.simulatedDelay = delay }) {
            server, port, _ in
            let begin = clock.now
            let id = try await Wire.open("herd", on: port)
            let opened = clock.now
            #expect(begin.duration(to: opened) >= delay)
            let reader = EventReader()
            try await Wire.connected(to: port) { wire in
                var reader = reader
                try await reader.ask(&wire, for: id)
                _ = try await reader.next(&wire)
                let acted = clock.now
                _ = try await server.session(id).perform("stir")
                _ = try await reader.next(&wire)
                #expect(acted.duration(to: clock.now) >= delay)
            }
        }
    }

    @Test func `A simulated delay requires a loopback address`() throws {
        func configure(_ arguments: [String]) throws -> HTTPServerConfiguration {
            try HTTPServerOptions.parse(arguments).configuration(name: "featurehost", environment: [:])
        }
        #expect(try configure(["--simulate", "delay=300ms"]).simulatedDelay == .milliseconds(300))
        #expect(throws: (any Error).self) { try configure(["--simulate", "300ms"]) }
        let error = #expect(throws: ValidationError.self) {
            try configure(["--simulate", "delay=1s", "--host", "0.0.0.0", "--insecure-no-token"])
        }
        #expect(error?.message == "--simulate needs a loopback address such as --host 127.0.0.1, got '0.0.0.0'")
    }
}
