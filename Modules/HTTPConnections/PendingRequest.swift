import HTTPTypes

/// A request whose answer is not complete.
struct PendingRequest {
    let path: String
    let isHead: Bool
    /// The client's address.
    let address: ClientAddress
    /// The number of bytes of the request's body that count against the memory limit.
    var held = 0
    /// Whether the client waits for `100 Continue` before it sends the body.
    var awaitsContinue: Bool
    /// Whether the connection closes after the response.
    var isLast: Bool

    init(_ head: HTTPRequest, from address: ClientAddress) {
        self.address = address
        path = head.path ?? "/"
        isHead = head.method == .head
        awaitsContinue = head.expectsContinue && head.announcedLength <= ConnectionSetup.bodyLimit
        isLast = head.headerFields.closesConnection
    }
}

extension HTTPRequest {
    /// The length of the body according to `Content-Length`; 0 without a valid header.
    var announcedLength: Int { headerFields[.contentLength].flatMap(Int.init) ?? 0 }

    /// Whether the client waits for `100 Continue` before it sends the body (RFC 9110, 10.1.1).
    var expectsContinue: Bool { headerFields[.expect].map { $0.isASCII("100-continue") } ?? false }
}

extension HTTPFields {
    /// Whether the connection closes after this message (RFC 9112, 9.6).
    var closesConnection: Bool { self[.connection]?.isASCII("close") ?? false }
}

extension String {
    /// Whether the text equals an ASCII word, ignoring case.
    ///
    /// Compares bytes, because the text comes from a client.
    func isASCII(_ word: String) -> Bool {
        utf8.count == word.utf8.count && lowercased().utf8.elementsEqual(word.utf8)
    }
}
