/// The error for a terminal that cannot be used.
package enum TerminalError: Error, Sendable, Hashable {
    /// The terminal was closed.
    case hungUp
    /// A system call failed. The text is the reason.
    case failed(String)
}
