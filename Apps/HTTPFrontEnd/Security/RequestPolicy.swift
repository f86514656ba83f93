import FeatureKit
import HTTPTypes
import Hummingbird

/// Refuses requests by their host name and origin before they reach a route.
struct RequestPolicy: Sendable {
    let hosts: HostList
    /// Whether clients reach the host over TLS only.
    ///
    /// If it is `false`, a reverse proxy that tells nothing of it may still use TLS.
    var isSecure = false

    /// Refuses a request with a foreign host name, and a write that comes from a page of another site.
    ///
    /// A GET with a foreign `Origin` is answered. It acts on nothing, and no answer has a CORS field, so a browser lets no
    /// page of another site read the answer (Fetch, 3.2 and 4.10).
    ///
    /// - Parameters:
    ///   - request: The request. One of a trusted proxy gets the host and the scheme that the proxy's client has used.
    ///   - isFromProxy: Whether the request comes from a trusted proxy.
    /// - Throws: ``Problem``.
    func check(_ request: inout Request, isFromProxy: Bool) throws(Problem) {
        try checkHost(of: request.head)
        if isFromProxy { try restore(&request) }
        switch request.method {
        case .get, .head, .options, .trace: return
        default: try checkOrigin(of: request.head)
        }
    }

    private func checkHost(of request: HTTPRequest) throws(Problem) {
        // This check comes first, because comparing unsafe text can take long.
        guard StreamSafeText.contains(request.path ?? ""), StreamSafeText.contains(request.authority ?? ""),
            request.headerFields.allSatisfy({ StreamSafeText.contains($0.value) })
        else { throw Problem(.badRequest, "expected a path and header fields with \(StreamSafeText.rule)") }
        // The parser turns the first `Host` field into the authority, so a `Host` among the header fields is a second
        // one.
        guard let host = request.authority,
            !request.headerFields.contains(where: { $0.name.canonicalName == "host" })
        else {
            throw Problem(.badRequest, "expected the header Host exactly once")
        }
        try verify(host)
    }

    private func verify(_ host: String) throws(Problem) {
        guard hosts.allows(host) else {
            throw Problem(
                .forbidden,
                "the host name \(host.quoted) is not allowed; use localhost, or start the server with --allow-host NAME"
            )
        }
    }

    /// Gives a request the host and the scheme that a trusted proxy tells.
    ///
    /// - Throws: ``Problem`` for several hosts, and for a host that is not allowed.
    private func restore(_ request: inout Request) throws(Problem) {
        let hosts = request.headers[values: .forwardedHost]
        let isSecure = request.headers[values: .forwardedProto].map { $0.lowercased() } == ["https"]
        guard isSecure || !hosts.isEmpty else { return }
        var head = request.head
        if isSecure { head.scheme = "https" }
        if let host = hosts.first {
            guard hosts.count == 1, !host.contains(",") else {
                throw Problem(.badRequest, "expected the header X-Forwarded-Host of the reverse proxy at most once")
            }
            try verify(host)
            head.authority = host
        }
        request = Request(head: head, body: request.body)
    }

    /// Refuses a write from another site.
    ///
    /// Browsers send the origin of a write (Fetch, 3.2; Fetch Metadata, 2.4). Other clients do not.
    private func checkOrigin(of request: HTTPRequest) throws(Problem) {
        if let site = request.headerFields[.secFetchSite], site != "same-origin", site != "none" {
            throw Problem(.forbidden, "writes from other sites are refused; this request is \(site.quoted)")
        }
        let host = request.authority ?? ""
        if let origin = request.headerFields[.origin], origin != "https://\(host)",
            isSecure || request.scheme == "https" || origin != "http://\(host)"
        {
            throw Problem(.forbidden, "writes from other sites are refused; this request is from \(origin.quoted)")
        }
    }
}
