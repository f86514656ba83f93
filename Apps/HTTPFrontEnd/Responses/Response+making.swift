import HTTPTypes
import Hummingbird

extension Response {
    static func json(_ bytes: [UInt8], status: HTTPResponse.Status = .ok, _ fields: HTTPFields = [:]) -> Response {
        make(ResponseFields.json, bytes, status, fields)
    }

    static func json(_ bytes: ByteBuffer) -> Response {
        Response(status: .ok, headers: ResponseFields.json, body: ResponseBody(byteBuffer: bytes))
    }

    /// Makes a response in `application/problem+json`.
    static func problem(_ problem: Problem) -> Response {
        make(ResponseFields.problem, problem.json, problem.status, problem.headers)
    }

    /// Makes a response in HTML.
    static func page(
        _ html: borrowing HTML, status: HTTPResponse.Status = .ok, _ fields: HTTPFields = [:]
    ) -> Response {
        html.withBytes { page($0, status: status, fields) }
    }

    /// Makes a response in HTML.
    static func page(
        _ html: some Collection<UInt8>, status: HTTPResponse.Status = .ok, _ fields: HTTPFields = [:]
    ) -> Response {
        make(ResponseFields.page, html, status, fields)
    }

    static func text(_ text: String, status: HTTPResponse.Status = .ok, type: String? = nil) -> Response {
        var response = make(ResponseFields.text, text.utf8, status, [:])
        if let type { response.headers[.contentType] = type }
        return response
    }

    /// Redirects a browser to a page of this host (303).
    ///
    /// Without a path, the response has no `Location`.
    static func see(_ path: String?) -> Response {
        make(ResponseFields.page, [UInt8](), .seeOther, path.map { [.location: $0] } ?? [:])
    }

    private static func make(
        _ base: HTTPFields, _ bytes: some Collection<UInt8>, _ status: HTTPResponse.Status, _ others: HTTPFields
    ) -> Response {
        var fields = base
        if !others.isEmpty { fields.append(contentsOf: others) }
        return Response(status: status, headers: fields, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }
}
