import FeatureKit
import HTTPTypes
import Hummingbird

/// What a request must be like before anything looks at what it asks for.
struct RequestPolicy: Sendable {
    let hosts: HostList
    /// Whether the host is reached over TLS alone; else a proxy before it may have ended TLS.
    var isSecure = false

    /// Refuses requests under foreign names, and writes that a page from elsewhere made a browser send.
    ///
    /// - Throws: ``Problem``.
    func check(_ request: HTTPRequest) throws(Problem) {
        // Before anything compares what a client wrote.
        guard StreamSafeText.contains(request.path ?? ""), StreamSafeText.contains(request.authority ?? ""),
            request.headerFields.allSatisfy({ StreamSafeText.contains($0.value) })
        else { throw Problem(.badRequest, "expected a path and header fields with \(StreamSafeText.rule)") }
        // The first Host is the authority, so that any among the fields is a second one.
        guard let host = request.authority,
            !request.headerFields.contains(where: { $0.name.canonicalName == "host" })
        else {
            throw Problem(.badRequest, "a request names its host exactly once, in the header Host")
        }
        guard hosts.allows(host) else {
            throw Problem(
                .forbidden,
                "this host is not known as \(host.quoted); ask for localhost, or start it with --allow-host NAME")
        }
        switch request.method {
        case .get, .head, .options, .trace: return
        default: try checkOrigin(of: request, to: host)
        }
    }

    /// Browsers say where a write comes from (Fetch, 3.2; Fetch Metadata, 2.4); other clients say nothing.
    private func checkOrigin(of request: HTTPRequest, to host: String) throws(Problem) {
        if let site = request.headerFields[.secFetchSite], site != "same-origin", site != "none" {
            throw Problem(.forbidden, "writes from other sites are refused; this one is \(site.quoted)")
        }
        if let origin = request.headerFields[.origin], origin != "https://\(host)",
            isSecure || origin != "http://\(host)"
        {
            throw Problem(.forbidden, "writes from pages elsewhere are refused; this one is from \(origin.quoted)")
        }
    }
}
