/// A terminal's input and output, as closures that a test can replace.
package struct Terminal: Sendable {
    /// A terminal's size in cells.
    package struct Size: Sendable, Hashable {
        /// The number of columns.
        package var columns: Int
        /// The number of lines.
        package var lines: Int

        /// Creates a size.
        package init(columns: Int, lines: Int) {
            (self.columns, self.lines) = (columns, lines)
        }
    }

    /// An event that a terminal reports.
    package enum Event: Sendable, Hashable {
        /// The terminal has sent the bytes of keys and mouse reports.
        case bytes([UInt8])
        /// The size of the terminal has changed.
        case resized
        /// The program was continued after a stop.
        ///
        /// The screen is empty.
        case resumed
        /// The program received SIGTSTP and must call ``Terminal/suspend``.
        case stopped
        /// The program received SIGINT, SIGTERM or SIGHUP.
        case interrupted(signal: Int32)
        /// The terminal was closed.
        case hungUp
    }

    /// The events, in order.
    ///
    /// The stream ends when the terminal is closed.
    package var events: AsyncStream<Event>
    /// Returns the current size.
    package var size: @Sendable () -> Size
    /// Writes all bytes.
    ///
    /// It blocks until the terminal has accepted the bytes.
    package var write: @Sendable ([UInt8]) throws -> Void
    /// Restores the terminal, and stops the process.
    ///
    /// When the process is continued, it sets up the terminal again and returns.
    package var suspend: @Sendable () -> Void
    /// Restores the terminal.
    ///
    /// A second call does nothing.
    package var close: @Sendable () -> Void

    /// Creates a terminal.
    package init(
        events: AsyncStream<Event>, size: @escaping @Sendable () -> Size,
        write: @escaping @Sendable ([UInt8]) throws -> Void, suspend: @escaping @Sendable () -> Void,
        close: @escaping @Sendable () -> Void
    ) {
        (self.events, self.size, self.write, self.suspend, self.close) = (events, size, write, suspend, close)
    }
}
