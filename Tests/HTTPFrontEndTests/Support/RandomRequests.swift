import FeatureTesting

/// Makes random requests.
///
/// Most of the requests are valid requests with one change.
struct RandomRequests {
    /// Whether the last request is probably complete.
    private(set) var isWhole = true
    private var random: SplitMix64
    private let session: String

    init(seed: UInt64, session: String) { (random, self.session) = (SplitMix64(seed: seed), session) }

    private static let texts = [
        "", "Rex", "1", "-1", "99999999999999999999", "1e999", "true", "null", "Bulldog", "labrador", "2026-02-30",
        "1m",
        "\u{0}", "\u{202E}abc", "e\u{301}\u{323}\u{301}\u{323}", "👨‍👩‍👧", "%00", "%zz", "%F0%9F", "../../etc/passwd",
        "'\"<>&",
        "a\r\nb", "{", "]", "\\ud800", "/etc/passwd", "http://127.0.0.1/", "empty", "sample", "stored",
    ]
    private static let names = ["name", "breed", "age", "id", "source", "latency", "secret", "x", "", "key", ".key"]
    private static let actions = [
        "refresh", "adopt", "examine", "rename", "release", "bark", "open", "load", "nothing", "%2e",
    ]

    /// Returns the next request.
    mutating func next() -> String {
        isWhole = true
        let body = Int.random(in: 0..<3, using: &random) == 0 ? form() : json()
        let type = body.hasPrefix("{") || chance(10) ? "application/json" : "application/x-www-form-urlencoded"
        let method = pick(["GET", "GET", "POST", "POST", "POST", "DELETE", "HEAD", "PUT", "OPTIONS", "get"])
        var lines = ["\(method) \(target()) HTTP/1.1", "Host: \(chance(30) ? text() : "localhost")"]
        for _ in 0..<Int.random(in: 0...2, using: &random) { lines.append(field()) }
        var payload = ""
        if method == "POST" || chance(20) {
            lines.append("Content-Type: \(type)")
            payload = frame(body, &lines)
        }
        var request = (lines + ["", payload]).joined(separator: "\r\n")
        if chance(12) { request = mutate(request) }
        return request
    }

    private mutating func target() -> String {
        let id = chance(8) ? text() : session
        let query = chance(2) ? "?\(form())" : ""
        return pick([
            "/", "/livez", "/openapi.json", "/docs", "/metrics", "/api/features", "/features/kennel",
            "/api/features/kennel/screen", "/api/features/kennel/actions/\(pick(RandomRequests.actions))",
            "/api/sessions", "/api/sessions/\(id)", "/sessions/\(id)", "/sessions/\(id)/actions/bark", "/theme",
            "/api/sessions/\(id)/actions/\(pick(RandomRequests.actions))",
            "/sessions/\(id)/actions/\(pick(RandomRequests.actions))", "/api/features/\(escaped(text()))", "*",
            "http://localhost/livez", "/%", "//", "/\(escaped(text()))",
        ]) + query
    }

    private mutating func field() -> String {
        let value = text().filter { $0 != "\r\n" && $0 != "\n" }
        return pick([
            "Accept: \(value)", "Accept-Encoding: gzip", "If-Match: \(value)", "If-None-Match: \"1\"",
            "Cookie: a=\(value)",
            "Idempotency-Key: \(value)", "Origin: \(value)", "Sec-Fetch-Site: \(pick(["none", "cross-site", value]))",
            "Sec-Fetch-Dest: document", "Last-Event-ID: \(value)", "traceparent: \(value)", "Expect: \(value)",
            "Content-Encoding: \(value)", "Authorization: Bearer \(value)", "X-\(value): \(value)",
            "Range: bytes=0-1", "TE: trailers", "Upgrade: h2c",
            "Connection: \(pick(["close", "keep-alive", "upgrade"]))",
        ])
    }

    /// Adds header lines that declare the length of a body, and returns the part of the body to send.
    private mutating func frame(_ body: String, _ lines: inout [String]) -> String {
        switch Int.random(in: 0..<10, using: &random) {
        case 0:
            lines.append("Transfer-Encoding: chunked")
            return "\(String(body.utf8.count, radix: 16));x=\(chance(2) ? "y" : "")\r\n\(body)\r\n0\r\n\r\n"
        case 1:
            lines.append("Transfer-Encoding: \(pick(["gzip", "chunked, gzip", "x", "identity"]))")
            isWhole = false
            return body
        case 2:
            lines.append("Content-Length: \(pick(["-1", "x", "99999999999999999999", "0", "1"]))")
            isWhole = false
            return body
        default:
            lines.append("Content-Length: \(body.utf8.count)")
            return body
        }
    }

    private mutating func json() -> String {
        let members = (0..<Int.random(in: 0...4, using: &random)).map { _ in
            "\"\(pick(RandomRequests.names))\":\(value())"
        }
        let body = "{\(members.joined(separator: ","))}"
        return chance(3) ? "{\"feature\":\"\(chance(4) ? text() : "kennel")\",\"options\":\(body)}" : body
    }

    private mutating func value() -> String {
        let text = text()
        return pick([
            "\"\(text)\"", text, "[\(text)]", "{\"a\":\"\(text)\"}", "\"Bulldog\"", "2", "\"Rex\"", "true", "null",
        ])
    }

    private mutating func form() -> String {
        (0..<Int.random(in: 0...4, using: &random)).map { _ in
            "\(pick(RandomRequests.names))=\(chance(3) ? text().filter { $0 != " " } : escaped(text()))"
        }.joined(separator: "&").filter { !$0.isNewline && $0 != "\u{0}" }
    }

    /// Changes some bytes of a request, and removes or duplicates a part of it.
    private mutating func mutate(_ request: String) -> String {
        isWhole = false
        var bytes = Array(request.utf8)
        for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
            let index = Int.random(in: 0..<bytes.count, using: &random)
            let end = min(bytes.count, index + Int.random(in: 1...20, using: &random))
            switch Int.random(in: 0..<3, using: &random) {
            case 0: bytes[index] = UInt8.random(in: 0...127, using: &random)
            case 1: bytes.removeSubrange(index..<end)
            default: bytes.insert(contentsOf: bytes[index..<end], at: index)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func escaped(_ text: String) -> String {
        text.utf8.map { byte in
            let hex = String(byte, radix: 16)
            return byte == 0x25 ? "%" : "%\(hex.count < 2 ? "0" : "")\(hex)"
        }.joined()
    }

    private mutating func text() -> String { pick(RandomRequests.texts) }

    private mutating func chance(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &random) == 0 }

    private mutating func pick(_ all: [String]) -> String { all[Int.random(in: 0..<all.count, using: &random)] }
}
