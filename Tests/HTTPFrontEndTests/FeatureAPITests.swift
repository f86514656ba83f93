import FeatureKit
import FeatureTesting
import HTTPFrontEnd
import HTTPTypes
import HummingbirdTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct FeatureAPITests {
    @Test func `The list of manifests omits local parts`() async throws {
        let response = try await TestHost.ask(.get, "/api/features")
        #expect(response.status == .ok)
        #expect(response.headers[.contentType] == "application/json")
        let manifests = try response.decode([FeatureManifest].self)
        #expect(manifests.map(\.id) == ["kennel"])
        #expect(manifests[0].options.map(\.name) == ["source", "latency"])
        #expect(!response.text.contains("PATH"))
        #expect(!response.text.contains("secret"))
    }

    @Test func `A request with a feature's id returns the feature's manifest`() async throws {
        let response = try await TestHost.ask(.get, "/api/features/kennel")
        #expect(response.status == .ok)
        #expect(try response.decode(FeatureManifest.self) == KennelFeature.manifest.withoutLocalParts)
    }

    @Test(arguments: ["/api/features/kenel", "/api/features/kenel/screen"])
    func `An unknown feature is answered with 404 and the nearest match`(path: String) async throws {
        let problem = try await TestHost.ask(.get, path).problem(.notFound)
        #expect(problem.detail == "there is no feature \"kenel\"; did you mean 'kennel'?")
    }

    @Test func `A screen request returns the settled frame`() async throws {
        let response = try await TestHost.ask(.get, "/api/features/kennel/screen")
        #expect(response.status == .ok)
        #expect(response.headers[.cacheControl] == "no-store")
        let frame = try response.frame()
        #expect(frame.feature == "kennel")
        #expect(frame.screen.phase == .ready)
        guard case .list(let list) = try #require(frame.screen.elements.first) else { throw Surprise() }
        #expect(list.rows.map(\.title) == ["Alfred", "Vinny"])
    }

    @Test func `The query sets the options of a launch`() async throws {
        let frame = try await TestHost.ask(.get, "/api/features/kennel/screen?source=empty&latency=0s").frame()
        #expect(frame.screen.elements == [.placeholder(id: "empty", "No dogs")])
    }

    @Test func `A request for a failed screen is answered with 200`() async throws {
        try await TestHost([ShownFeature("failing", startError: ShownFeature.Mishap())]).run { client in
            let response = try await client.get("/api/features/failing/screen")
            #expect(response.status == .ok)
            let retry = Button(ShownFeature.press, title: "Try again", role: .primary)
            #expect(try response.frame().screen.phase == .failed(message: "the roof leaks", retry: retry))
        }
    }

    @Test func `A feature that does not settle in time is answered with 504`() async throws {
        let host = try TestHost()
        try await host.run { client in
            async let response = client.get("/api/features/kennel/screen?latency=1h")
            await host.clock.advance(by: .seconds(10))
            let problem = try await response.problem(.gatewayTimeout)
            #expect(problem.detail == "feature 'kennel' was still loading after 10s")
        }
    }

    @Test func `A launch that throws an error is answered with the error's status and message`() async throws {
        let error = FeatureError(.serviceUnavailable, "the kennel is out of reach")
        try await TestHost([
            ShownFeature("away", launchError: error), ShownFeature("broken", launchError: KennelFeature.Ouch()),
        ]).run { client in
            let away = try await client.get("/api/features/away/screen").problem(.serviceUnavailable)
            #expect(away.detail == "the kennel is out of reach")
            let broken = try await client.get("/api/features/broken/screen").problem(.internalServerError)
            #expect(broken.detail == "the dog has bitten")
            #expect(try await client.get("/api/features/kennel/screen").status == .ok)
        }
    }

    @Test(arguments: [
        (
            "source=/etc/passwd", "source",
            "expected one of stored, sample, empty, got \"/etc/passwd\""
        ),
        (
            "source=http://example.org/x.json", "source",
            "expected one of stored, sample, empty, got \"http://example.org/x.json\""
        ),
        ("source=sampel", "source", "expected one of stored, sample, empty, got \"sampel\"; did you mean 'sample'?"),
        ("secret=1", "secret", "there is no such option, known are source, latency"),
        ("sorce=empty", "sorce", "there is no such option, known are source, latency; did you mean 'source'?"),
        ("source=", "source", "expected one of stored, sample, empty, got \"\""),
        ("latency", "latency", "expected a duration like 250ms, 2s or 1m from 0s to 1h, got \"\""),
        ("latency=2", "latency", "expected a duration like 250ms, 2s or 1m from 0s to 1h, got \"2\""),
        ("source=empty&source=sample", "source", "expected once, given several times"),
    ])
    func `Local, unknown and malformed options are answered with 422`(query: String, name: String, message: String)
        async throws
    {
        let problem = try await TestHost.ask(.get, "/api/features/kennel/screen?\(query)").problem(
            .unprocessableContent)
        #expect(problem.errors == [name: message])
        #expect(problem.detail == "the input was refused: \(name): \(message)")
    }

    @Test(arguments: [
        ("source=%zz", "\"%zz\" is malformed: expected two hexadecimal digits after each %"),
        ("source=%f", "\"%f\" is malformed: expected two hexadecimal digits after each %"),
        ("source=%ff", "\"%ff\" is malformed: expected UTF-8"),
    ])
    func `A malformed query is answered with 400`(query: String, detail: String) async throws {
        let problem = try await TestHost.ask(.get, "/api/features/kennel/screen?\(query)").problem(.badRequest)
        #expect(problem.detail == detail)
    }

    @Test func `Percent-encoded options are decoded`() async throws {
        let response = try await TestHost.ask(.get, "/api/features/kennel/screen?so%75rce=%65mpty&latency=0%73")
        #expect(try response.frame().screen.tone == .critical)
    }

    @Test func `An action without a session returns the frame and the notices`() async throws {
        let response = try await TestHost().asked { client in
            try await client.post(
                "/api/features/kennel/actions/adopt?source=empty",
                json: #"{"name": "Rex", "breed": "Labrador", "age": 2}"#)
        }
        #expect(response.status == .ok)
        guard case .list(let list) = try #require(response.frame().screen.elements.first) else { throw Surprise() }
        #expect(list.rows.map(\.title) == ["Rex"])
        #expect(response.text.hasSuffix(#","notices":[{"text":"Rex has a home","tone":"positive"}]}"#))
    }

    @Test(arguments: [("\"1\"", HTTPResponse.Status.preconditionFailed), ("1", .badRequest), ("*", .ok)])
    func `An action without a session refuses every If-Match value except an asterisk`(
        tag: String, status: HTTPResponse.Status
    ) async throws {
        let response = try await TestHost.ask(.post, "/api/features/kennel/actions/bark", [.ifMatch: tag])
        #expect(response.status == status)
    }

    @Test func `A percent-encoded path is equal to the plain path`() async throws {
        let response = try await TestHost.ask(.get, "/api/features/%6Bennel")
        #expect(response.status == .ok)
        #expect(try response.decode(FeatureManifest.self).id == "kennel")
        let problem = try await TestHost.ask(.get, "/api/features/kennel%zz+").problem(.notFound)
        #expect(problem.detail.hasPrefix("there is no feature \"kennel%zz+\""))
    }

    @Test func `An action without fields needs no body`() async throws {
        let response = try await TestHost.ask(.post, "/api/features/kennel/actions/bark")
        #expect(response.status == .ok)
        #expect(response.text.contains("Woof, woof"))
    }

    @Test func `An unknown action is answered with 404 and the nearest match`() async throws {
        let problem = try await TestHost.ask(.post, "/api/features/kennel/actions/adpt").problem(.notFound)
        #expect(problem.detail.hasPrefix("feature 'kennel' has no action \"adpt\", known are refresh, adopt,"))
        #expect(problem.detail.hasSuffix("; did you mean 'adopt'?"))
    }

    @Test func `An action that does not end in time is answered with 504`() async throws {
        let host = try TestHost()
        try await host.run { client in
            async let response = client.ask(.post, "/api/features/kennel/actions/nap")
            await host.latch.arrival()
            await host.clock.advance(by: .seconds(10))
            let problem = try await response.problem(.gatewayTimeout)
            #expect(problem.detail == "'nap' was still running after 10s and was cancelled")
            host.latch.open()
        }
    }

    @Test func `The launch and the action of a single request share one time limit`() async throws {
        let host = try TestHost()
        try await host.run { client in
            async let response = client.ask(.post, "/api/features/kennel/actions/nap?latency=6s")
            await host.clock.advance(by: .seconds(6))
            await host.latch.arrival()
            await host.clock.advance(by: .seconds(4))
            _ = try await response.problem(.gatewayTimeout)
            host.latch.open()
        }
    }
}

/// The error that a test throws if an expected value is missing.
struct Surprise: Error {}
