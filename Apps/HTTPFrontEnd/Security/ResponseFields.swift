import HTTPTypes

/// The header fields that responses begin with.
enum ResponseFields {
    private static let nothing = "default-src 'none'; frame-ancestors 'none'"

    /// Those of JSON.
    static let json = fields(type: "application/json", policy: nothing, varying)
    /// Those of a session's frame, which has an entity tag.
    static let frame = fields(
        type: "application/json", policy: nothing, cache: "private, no-cache")
    /// Those of an answer without a body.
    static let empty = fields(type: nil, policy: nothing)
    /// Those of a problem (RFC 9457).
    static let problem = fields(
        type: "application/problem+json", policy: nothing)
    /// Those of a stream of events.
    static let events = fields(
        type: "text/event-stream", policy: nothing, cache: "no-cache",
        // A stream is the last of its connection, and no proxy shall hold it back.
        [.connection: "close", .accelBuffering: "no"])
    /// Those of plain text.
    static let text = fields(type: "text/plain; charset=utf-8", policy: nothing, varying)
    /// Those of a page: a style sheet, a script and forms of its own, an icon within it, and nothing else.
    static let page = fields(
        type: "text/html; charset=utf-8",
        policy: "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src data:; "
            + "form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
        varying)
    /// Those of a script under an address that changes with it.
    static let script = fields(
        type: "text/javascript; charset=utf-8", policy: "default-src 'none'",
        cache: "public, max-age=31536000, immutable", varying)
    /// Those of a style sheet under an address that changes with it.
    static let styleSheet = fields(
        type: "text/css; charset=utf-8", policy: "default-src 'none'",
        cache: "public, max-age=31536000, immutable", varying)

    /// What says that ``Gzip`` may have compressed an answer.
    private static let varying: HTTPFields = [.vary: "Accept-Encoding"]

    private static func fields(
        type: String?, policy: String, cache: String = "no-store", _ others: HTTPFields = [:]
    ) -> HTTPFields {
        var fields: HTTPFields = type.map { [.contentType: $0] } ?? [:]
        let common: HTTPFields = [
            .cacheControl: cache,
            .contentSecurityPolicy: policy,
            .xContentTypeOptions: "nosniff",
            // Not no-referrer: with it browsers send forms from the origin 'null' (Fetch, 3.2).
            .referrerPolicy: "same-origin",
            .crossOriginResourcePolicy: "same-origin",
            // The server puts the time here, and needs no room for one more.
            .date: "",
        ]
        fields.append(contentsOf: common)
        fields.append(contentsOf: others)
        return fields
    }
}
