/// A terminal to draw on and to be driven from: a value of closures, so that a test can be the terminal.
package struct Terminal: Sendable {
    /// How large a terminal is.
    package struct Size: Sendable, Hashable {
        /// The cells of a line.
        package var columns: Int
        /// The lines.
        package var lines: Int

        /// Creates a size.
        package init(columns: Int, lines: Int) {
            (self.columns, self.lines) = (columns, lines)
        }
    }

    /// What comes from a terminal.
    package enum Event: Sendable, Hashable {
        /// Bytes that were typed or sent for the mouse.
        case bytes([UInt8])
        /// It has another size now.
        case resized
        /// The program goes on after it was stopped; nothing that was on the screen is there any more.
        case resumed
        /// The system asks the program to stop until it is continued: call ``Terminal/suspend``.
        case stopped
        /// A signal asks the program to end.
        case interrupted(signal: Int32)
        /// Nobody is there any more.
        case hungUp
    }

    /// What comes from it, in order; ends when it is closed.
    package var events: AsyncStream<Event>
    /// How large it is now.
    package var size: @Sendable () -> Size
    /// Writes all bytes, waiting as long as it takes.
    package var write: @Sendable ([UInt8]) throws -> Void
    /// Gives the terminal back and stops the process; returns when it is continued, with the terminal taken again.
    package var suspend: @Sendable () -> Void
    /// Gives the terminal back as it was; doing it twice does nothing.
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
