import HTTPFrontEnd
import HTTPTypes
import HummingbirdTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct BrowserCookieTests {
    @Test func `A browser's id that the host has not made is not adopted`() async throws {
        try await TestHost([AtlasFeature()]).run { client in
            let foreign = "featurehost-browser-80=\(String(repeating: "0", count: 32))"
            let own = try await client.visit("atlas", [.cookie: foreign])
            let cookie = try #require(own.browser[.cookie])
            #expect(cookie.hasPrefix("featurehost-browser-80=") && cookie != foreign)
            // The browser may send the foreign cookie beside the host's.
            #expect(try await client.get(own.address, [.cookie: "\(foreign); \(cookie)"]).status == .ok)
            // A client that knows the foreign id gets no page of the session.
            #expect(try await client.get(own.address, [.cookie: foreign]).status == .seeOther)
        }
    }

    @Test func `A browser is known by its cookie of this port, in any cookie field and among any others`() async throws
    {
        try await TestHost([AtlasFeature()]).run { client in
            let own = try await client.visit("atlas", [:])
            let cookie = try #require(own.browser[.cookie])
            let value = try #require(cookie.split(separator: "=").last)
            func status(_ lines: [String]) async throws -> HTTPResponse.Status {
                let fields = HTTPFields(lines.map { HTTPField(name: .cookie, value: $0) })
                return try await client.get(own.address, fields).status
            }
            for lines in [
                [cookie], ["a=1; \(cookie)"], ["a=1;\t\(cookie) ;b=2"], [";;\(cookie);"], ["a=\"é\"", "b", cookie],
            ] { #expect(try await status(lines) == .ok, "\(lines)") }
            for line in [
                "featurehost-browser-=\(value)", "featurehost-browser-8=\(value)", "featurehost-browser-801=\(value)",
                "xfeaturehost-browser-80=\(value)",
                "featurehost-browser-80 =\(value)", "featurehost-browser-80", "a=\(cookie)", "\(cookie)0", "",
            ] { #expect(try await status([line]) == .seeOther, "\(line)") }
        }
    }

    @Test func `A restarted host gives a browser a new id`() async throws {
        let hosts = [try TestHost([AtlasFeature()]), try TestHost([AtlasFeature()])]
        let earlier = try await hosts[0].asked { try await $0.get("/features/atlas") }
        let cookie = String(try #require(earlier.headers[.setCookie]).prefix { $0 != ";" })
        try await hosts[1].run { client in
            let own = try await client.visit("atlas", [.cookie: cookie])
            #expect(own.browser[.cookie] != cookie)
            #expect(try await client.get(own.address, own.browser).status == .ok)
        }
    }
}
