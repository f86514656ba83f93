import FeatureKit
import HTTPTypes

/// The header fields of responses, by kind of content.
enum ResponseFields {
    /// The additional field for all responses over TLS: for a year, browsers use TLS only (RFC 6797, 6.1).
    static let transportSecurity = HTTPField(name: .strictTransportSecurity, value: "max-age=31536000")

    private static let nothing = "default-src 'none'; frame-ancestors 'none'"
    private static let forever = "public, max-age=31536000, immutable"
    /// The value of `Cache-Control` for content that browsers keep, and caches between them and the host do not.
    static let foreverInBrowsers = "private, max-age=31536000, immutable"

    static let json = fields(type: "application/json", policy: nothing, varying)
    /// The fields for a session's frame, which has an entity tag.
    static let frame = fields(
        type: "application/json", policy: nothing, cache: "private, no-cache")
    /// The fields for a response without a body.
    static let empty = fields(type: nil, policy: nothing)
    /// The fields for a problem (RFC 9457).
    static let problem = fields(
        type: "application/problem+json", policy: nothing)
    /// The fields for an event stream.
    static let events = fields(
        type: "text/event-stream", policy: nothing, cache: "no-cache",
        // A stream is the last response of its connection, and proxies must not buffer it.
        [.connection: "close", .accelBuffering: "no"])
    static let text = fields(type: "text/plain; charset=utf-8", policy: nothing, varying)
    /// The fields for a page.
    ///
    /// A page may use only the host's own style sheet, script, images and forms.
    static let page = fields(
        type: "text/html; charset=utf-8",
        policy: "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self' data:; "
            + "form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
        [.vary: "Accept-Encoding", .crossOriginOpenerPolicy: "same-origin"])
    /// The fields for a script whose address changes with its content.
    static let script = fields(
        type: "text/javascript; charset=utf-8", policy: "default-src 'none'",
        cache: forever, varying)
    /// The fields for a style sheet whose address changes with its content.
    static let styleSheet = fields(
        type: "text/css; charset=utf-8", policy: "default-src 'none'",
        cache: forever, varying)

    /// Returns the fields for an image whose address changes with its content.
    ///
    /// A browser that shows an SVG document as a page runs no scripts and loads no other files.
    static func image(_ image: ImageFile.Content) -> HTTPFields {
        let policy = if case .svg = image { "\(nothing); style-src 'unsafe-inline'; sandbox" } else { nothing }
        return fields(type: image.type, policy: policy, cache: forever)
    }

    /// The additional field for responses that ``Gzip`` may compress.
    private static let varying: HTTPFields = [.vary: "Accept-Encoding"]

    private static func fields(
        type: String?, policy: String, cache: String = "no-store", _ others: HTTPFields = [:]
    ) -> HTTPFields {
        var fields: HTTPFields = type.map { [.contentType: $0] } ?? [:]
        let common: HTTPFields = [
            .cacheControl: cache,
            .contentSecurityPolicy: policy,
            .xContentTypeOptions: "nosniff",
            // With no-referrer, browsers would send forms with the origin `null` (Fetch, 3.2).
            .referrerPolicy: "same-origin",
            .crossOriginResourcePolicy: "same-origin",
            // The server overwrites this empty date. Because the entry exists already, the server needs no allocation
            // for it.
            .date: "",
        ]
        fields.append(contentsOf: common)
        fields.append(contentsOf: others)
        return fields
    }
}
