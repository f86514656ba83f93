import HTTPConnections
import HTTPTypes
import Hummingbird

extension Request {
    /// The largest body, in bytes.
    static var bodyLimit: Int { ConnectionSetup.bodyLimit }

    /// Reads the whole body.
    ///
    /// - Parameters:
    ///   - type: The required media type; an empty body needs no type.
    ///   - limit: The largest number of bytes.
    /// - Throws: ``Problem``: 415 for another type, a charset other than UTF-8 or a content encoding, 413 for a body over
    ///   the limit.
    func readBody(of type: String, limit: Int = Request.bodyLimit) async throws -> ByteBuffer {
        if let length = headers[.contentLength].flatMap(Int.init), length > limit { throw Request.tooLarge(limit) }
        var whole = ByteBuffer()
        for try await part in body {
            guard whole.readableBytes + part.readableBytes <= limit else { throw Request.tooLarge(limit) }
            whole.writeImmutableBuffer(part)
        }
        guard whole.readableBytes > 0 else { return whole }
        let given = headers[.contentType] ?? ""
        let essence = given.prefix { $0 != ";" }.filter { !$0.isWhitespace }.lowercased()
        guard essence == type else {
            throw Problem(
                .unsupportedMediaType,
                "expected a body of the type \(type), got \(given.isEmpty ? "none" : given.quoted)")
        }
        if let charset = Request.charset(of: given), !["utf-8", "utf8", "us-ascii"].contains(charset) {
            throw Problem(.unsupportedMediaType, "expected a body in UTF-8, got the charset \(charset.quoted)")
        }
        if let encoding = headers[.contentEncoding], encoding != "identity" {
            throw Problem(.unsupportedMediaType, "expected a body that is not compressed, got \(encoding.quoted)")
        }
        return whole
    }

    /// Returns the charset of a media type, in lower case; `nil` if the media type names none.
    private static func charset(of mediaType: String) -> String? {
        for parameter in mediaType.split(separator: ";").dropFirst() {
            let parts = parameter.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, parts[0].trimmingWhitespace.lowercased() == "charset" else { continue }
            return parts[1].trimmingWhitespace.filter { $0 != "\"" }.lowercased()
        }
        return nil
    }

    private static func tooLarge(_ limit: Int) -> Problem {
        Problem(
            .contentTooLarge,
            "expected a body of at most \(limit) bytes (\(limit < 1 << 20 ? "\(limit >> 10) KiB" : "\(limit >> 20) MiB"))",
            headers: [.connection: "close"])
    }

    /// Reads the header `Idempotency-Key`; `nil` without one.
    ///
    /// - Throws: ``Problem`` (400) if the header is given several times.
    func readIdempotencyKey() throws(Problem) -> String? {
        let keys = headers[values: .idempotencyKey]
        guard keys.count <= 1 else {
            throw Problem(.badRequest, "expected the header Idempotency-Key at most once, got it \(keys.count) times")
        }
        return keys.first
    }

    /// Refuses a request that a browser sent because of a page of another site (Fetch Metadata, 2.4).
    ///
    /// - Parameter whatIs: The beginning of the message: a plural noun and its verb, such as "screens are".
    /// - Throws: ``Problem`` (403).
    func refuseOtherSites(_ whatIs: String) throws(Problem) {
        guard let site = headers[.secFetchSite], site != "same-origin", site != "none" else { return }
        throw Problem(.forbidden, "\(whatIs) not for pages of other sites; this request is \(site.quoted)")
    }

    /// Parses the query.
    ///
    /// - Throws: ``Problem`` for malformed encoding.
    func readQuery() throws(Problem) -> FormText {
        guard let query = uri.query else { return try FormText("") }
        return try FormText(query)
    }
}
