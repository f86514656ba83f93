import HTTPTypes

/// A request that has begun and is not answered.
struct PendingRequest {
    /// How large a body may be: 1 MiB.
    ///
    /// Bytes beyond the limit are discarded.
    static let bodyLimit = 1 << 20

    let path: String
    let isHead: Bool
    /// How many bytes of its body are counted.
    var held = 0
    /// Whether the client waits to be told that it may send the body.
    var awaitsContinue: Bool
    /// Whether the connection ends after its answer.
    var isLast: Bool

    init(_ head: HTTPRequest) {
        path = head.path ?? "/"
        isHead = head.method == .head
        awaitsContinue = head.expectsContinue && head.announcedLength <= PendingRequest.bodyLimit
        isLast = head.headerFields.closesConnection
    }
}

extension HTTPRequest {
    /// How long the body is, as far as the header says.
    var announcedLength: Int { headerFields[.contentLength].flatMap(Int.init) ?? 0 }

    /// Whether the client waits for a word before it sends the body (RFC 9110, 10.1.1).
    var expectsContinue: Bool { headerFields[.expect].map { $0.isASCII("100-continue") } ?? false }
}

extension HTTPFields {
    /// Whether the connection ends after this message (RFC 9112, 9.6).
    var closesConnection: Bool { self[.connection]?.isASCII("close") ?? false }
}

extension String {
    /// Whether it is a word of ASCII, in whatever case; compared by bytes, for it is a stranger's.
    func isASCII(_ word: String) -> Bool {
        utf8.count == word.utf8.count && lowercased().utf8.elementsEqual(word.utf8)
    }
}
