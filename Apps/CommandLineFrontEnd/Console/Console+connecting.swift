import TerminalKit

extension Console {
    /// Says that a command connects to a server, until an operation has ended.
    ///
    /// A server may take long to answer, so the words come at once. A terminal that can erase text erases them. A view
    /// that never erases text keeps them as a line. Elsewhere there are no such words.
    func connecting<Result>(
        to host: String, for presence: Presence, _ operation: () async throws -> Result
    ) async throws -> Result {
        let words = "Connecting to \(host.madeVisible)…"
        let isErased = presence != .plain && canAnimate
        if isErased {
            try? write(Array(words.utf8), .error)
        } else if presence == .plain {
            try print(words)
        }
        defer { if isErased { try? write(Array(TransientLine.erasure.utf8), .error) } }
        return try await operation()
    }
}
