/// A client that watches a session: a terminal, a browser tab, a client of the API.
///
/// An iteration gives the current frame of the session first, then newer frames and notices. It ends when the session
/// closes or the viewer detaches. A slow reader skips frames, but never the last one: a viewer holds the newest frame
/// and at most ``noticesLimit`` notices.
///
/// One task may iterate at a time. A viewer detaches when it is deallocated.
///
/// ```swift
/// for await event in try await session.attach() {
///     if case .frame(let frame) = event { draw(frame.screen) }
/// }
/// ```
public final class Viewer: Sendable, AsyncSequence {
    /// An event of the session.
    public enum Event: Sendable, Hashable {
        /// The newest frame; its revision is greater than that of any frame before.
        case frame(Frame)
        /// A notice.
        case notice(Notice)
    }

    /// The greatest number of notices that wait for a slow viewer; the oldest is dropped beyond it.
    public static let noticesLimit = 32

    private let mailbox: Mailbox
    private let detached: @Sendable () -> Void

    init(mailbox: Mailbox, detached: @escaping @Sendable () -> Void) {
        (self.mailbox, self.detached) = (mailbox, detached)
    }

    deinit {
        detach()
    }

    /// Ends the iteration and removes the viewer from the session.
    ///
    /// Detaching twice does nothing.
    public func detach() {
        if mailbox.finish() { detached() }
    }

    /// Waits for the next event; returns `nil` when the session is closed, the viewer detached or the task cancelled.
    public func next() async -> Event? {
        await mailbox.next()
    }

    /// Removes the next event if one waits.
    package func takeNow() -> Event? {
        mailbox.takeNow()
    }

    /// Makes the iterator; one task may iterate at a time.
    public func makeAsyncIterator() -> Iterator {
        Iterator(viewer: self)
    }

    /// Iterates over the events of a viewer.
    public struct Iterator: AsyncIteratorProtocol {
        let viewer: Viewer

        /// Waits for the next event.
        public mutating func next() async -> Event? { await viewer.next() }

        /// Waits for the next event.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> Event? { await viewer.next() }
    }
}
