import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing

@Suite(.timeLimit(.minutes(5))) struct RoutingTests {
    @Test(arguments: [
        ("/api/features", "GET, HEAD"), ("/api/features/kennel", "GET, HEAD"),
        ("/api/features/kennel/screen", "GET, HEAD"), ("/api/features/kennel/actions/bark", "POST"),
        ("/api/sessions", "GET, HEAD, POST"), ("/api/sessions/x", "DELETE, GET, HEAD"),
        ("/api/sessions/x/events", "GET, HEAD"), ("/api/sessions/x/actions/bark", "POST"),
        ("/", "GET, HEAD"), ("/features/kennel", "GET, HEAD"), ("/sessions/x", "GET, HEAD"),
        ("/sessions/x/actions/bark", "GET, HEAD, POST"), ("/style.css", "GET, HEAD"), ("/favicon", "GET, HEAD"),
        ("/livez", "GET, HEAD"), ("/readyz", "GET, HEAD"), ("/openapi.json", "GET, HEAD"), ("/docs", "GET, HEAD"),
        ("/docs/kennel", "GET, HEAD"), ("/metrics", "GET, HEAD"), ("/theme", "GET, HEAD, POST"),
    ])
    func `A wrong method is answered with 405 and the allowed methods`(path: String, allowed: String) async throws {
        for method in [HTTPRequest.Method.put, .patch, .options, .trace, try #require(HTTPRequest.Method("PROPFIND"))] {
            let response = try await TestHost.ask(method, path)
            #expect(response.status == .methodNotAllowed)
            #expect(response.headers[.allow] == allowed)
            if path.hasPrefix("/api") || path == "/openapi.json" || path == "/metrics" {
                let detail = try response.problem(.methodNotAllowed).detail
                #expect(detail == "\"\(path)\" takes \(allowed), not \"\(method.rawValue)\"")
            } else {
                #expect(response.headers[.contentType] == "text/html; charset=utf-8")
            }
        }
    }

    @Test(arguments: ["/api", "/api/", "/api/nothing", "/api/features/kennel/nothing", "/api/sessions/x/actions"])
    func `An unknown route of the API is answered with 404 and a problem`(path: String) async throws {
        #expect(try await TestHost.ask(.get, path).problem(.notFound).detail == "there is nothing at \"\(path)\"")
    }

    @Test(arguments: [
        "/nothing", "/features", "/sessions", "/apis", "/favicon.ico", "/docs/nothing", "/%00", "/a?%zz", "/<script>",
    ])
    func `An unknown route outside of the API is answered with 404 and a page`(path: String) async throws {
        let response = try await TestHost.ask(.get, path)
        #expect(response.status == .notFound)
        #expect(response.headers[.contentType] == "text/html; charset=utf-8")
        #expect(response.text.contains("<a href=\"/\"><bdi>All features</bdi></a>"))
        #expect(!response.text.contains("<script>"))
    }

    @Test(arguments: [
        "/", "/api/features", "/api/features/kennel", "/api/features/kennel/screen", "/style.css", "/favicon", "/livez",
        "/readyz", "/openapi.json", "/docs", "/docs/kennel", "/theme",
    ])
    func `HEAD is answered like GET, without the body`(path: String) async throws {
        let get = try await TestHost.ask(.get, path)
        let head = try await TestHost.ask(.head, path)
        #expect(head.status == get.status)
        #expect(head.headers[.contentType] == get.headers[.contentType])
        #expect(head.headers[.contentLength] != nil)
        #expect(head.body.readableBytes == 0)
    }

    @Test func `A HEAD request for an unknown path is answered without a body`() async throws {
        for path in ["/api/nothing", "/nothing", "/api/features/x"] {
            let response = try await TestHost.ask(.head, path)
            #expect(response.status == .notFound)
            #expect(response.body.readableBytes == 0)
        }
    }

    @Test func `Every response has the security header fields`() async throws {
        try await TestHost().run { client in
            let id = try await client.open("kennel")
            for path in [
                "/", "/features/kennel", "/sessions/\(id)", "/sessions/x", "/nothing", "/livez", "/api/features",
                "/api/features/kennel/screen", "/api/nothing", "/api/sessions/\(id)", "/style.css", "/favicon",
                "/openapi.json", "/docs", "/docs/kennel", "/metrics", "/theme",
            ] {
                let fields = try await client.get(path).headers
                #expect(fields[.contentSecurityPolicy]?.hasPrefix("default-src 'none'") == true, "\(path)")
                #expect(fields[.xContentTypeOptions] == "nosniff", "\(path)")
                #expect(fields[try #require(.init("Referrer-Policy"))] == "same-origin", "\(path)")
                #expect(fields[.accessControlAllowOrigin] == nil, "\(path)")
                let isKept = ["/style.css", "/favicon"].contains(path) || path == "/api/sessions/\(id)"
                #expect(isKept || fields[.cacheControl] == "no-store", "\(path)")
            }
        }
    }

    @Test func `A live host answers the health check with 200`() async throws {
        for path in ["/livez", "/readyz"] {
            let response = try await TestHost.ask(.get, path)
            #expect(response.status == .ok)
            #expect(response.text == "ok\n")
        }
    }
}
