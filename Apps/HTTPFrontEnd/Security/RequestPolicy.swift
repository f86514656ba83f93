import FeatureKit
import HTTPTypes
import Hummingbird

/// Refuses requests by their host name and origin before they reach a route.
struct RequestPolicy: Sendable {
    let hosts: HostList
    /// Whether clients reach the host over TLS only.
    ///
    /// If it is `false`, a reverse proxy may still use TLS.
    var isSecure = false

    /// Refuses a request with a foreign host name, and a write that comes from a page of another site.
    ///
    /// A GET with a foreign `Origin` is answered. It acts on nothing, and no answer has a CORS field, so a browser lets no
    /// page of another site read the answer (Fetch, 3.2 and 4.10).
    ///
    /// - Throws: ``Problem``.
    func check(_ request: HTTPRequest) throws(Problem) {
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
        guard hosts.allows(host) else {
            throw Problem(
                .forbidden,
                "the host name \(host.quoted) is not allowed; use localhost, or start the server with --allow-host NAME"
            )
        }
        switch request.method {
        case .get, .head, .options, .trace: return
        default: try checkOrigin(of: request, to: host)
        }
    }

    /// Refuses a write from another site.
    ///
    /// Browsers send the origin of a write (Fetch, 3.2; Fetch Metadata, 2.4). Other clients do not.
    private func checkOrigin(of request: HTTPRequest, to host: String) throws(Problem) {
        if let site = request.headerFields[.secFetchSite], site != "same-origin", site != "none" {
            throw Problem(.forbidden, "writes from other sites are refused; this request is \(site.quoted)")
        }
        if let origin = request.headerFields[.origin], origin != "https://\(host)",
            isSecure || origin != "http://\(host)"
        {
            throw Problem(.forbidden, "writes from other sites are refused; this request is from \(origin.quoted)")
        }
    }
}
