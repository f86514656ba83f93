/// Why a terminal cannot be used.
package enum TerminalError: Error, Sendable, Hashable {
    /// Nobody is there any more.
    case hungUp
    /// The system refuses, for a reason.
    case failed(String)
}
