import HTTPTypes
import Hummingbird

extension Request {
    /// How large a body may be: 1 MiB.
    static let bodyLimit = 1 << 20

    /// Reads the whole body.
    ///
    /// - Parameter type: The media type that it must be of, if there is any.
    /// - Throws: ``Problem``: 415 for another type or an encoding, 413 for more than ``bodyLimit``.
    func readBody(of type: String) async throws -> ByteBuffer {
        if let length = headers[.contentLength].flatMap(Int.init), length > Request.bodyLimit { throw tooLarge }
        var whole = ByteBuffer()
        for try await part in body {
            guard whole.readableBytes + part.readableBytes <= Request.bodyLimit else { throw tooLarge }
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
        if let encoding = headers[.contentEncoding], encoding != "identity" {
            throw Problem(.unsupportedMediaType, "expected a body that is not compressed, got \(encoding.quoted)")
        }
        return whole
    }

    private var tooLarge: Problem {
        Problem(
            .contentTooLarge, "expected a body of at most \(Request.bodyLimit) bytes (1 MiB)",
            headers: [.connection: "close"])
    }

    /// What the query says.
    func readQuery() throws(Problem) -> FormText {
        guard let query = uri.query else { return try FormText("") }
        return try FormText(query)
    }
}
