/// Why a terminal cannot be used.
package enum TerminalError: Error, Sendable, Hashable {
    /// The terminal was closed.
    case hungUp
    /// A system call failed, for this reason.
    case failed(String)
}
