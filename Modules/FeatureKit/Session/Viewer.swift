/// One who watches a session: a terminal, a browser's tab, an API's client.
///
/// Iterating gives the session's current frame first, then newer frames and notices as they come, and ends when the
/// session is closed or the viewer detaches. Who reads slowly skips frames, never the last one: a viewer holds the newest
/// frame and at most ``noticesLimit`` notices, no matter how far it is behind.
///
/// One task may iterate at a time. A viewer that is let go detaches by itself.
///
/// ```swift
/// for await event in try await session.attach() {
///     if case .frame(let frame) = event { draw(frame.screen) }
/// }
/// ```
public final class Viewer: Sendable, AsyncSequence {
    /// What a viewer sees.
    public enum Event: Sendable, Hashable {
        /// The newest frame; its revision is greater than that of any before.
        case frame(Frame)
        /// A passing message.
        case notice(Notice)
    }

    /// How many notices wait for a slow viewer; beyond it the oldest goes.
    public static let noticesLimit = 32

    private let mailbox: Mailbox
    private let detached: @Sendable () -> Void

    init(mailbox: Mailbox, detached: @escaping @Sendable () -> Void) {
        (self.mailbox, self.detached) = (mailbox, detached)
    }

    deinit {
        detach()
    }

    /// Stops watching: iteration ends, the session forgets the viewer.
    ///
    /// Doing it twice does nothing.
    public func detach() {
        if mailbox.finish() { detached() }
    }

    /// Waits for the next event; `nil` when the session is closed, the viewer detached or the task cancelled.
    public func next() async -> Event? {
        await mailbox.next()
    }

    /// Takes the next event if it is there already.
    package func takeNow() -> Event? {
        mailbox.takeNow()
    }

    /// Makes the iterator; one task may iterate at a time.
    public func makeAsyncIterator() -> Iterator {
        Iterator(viewer: self)
    }

    /// Iterates over a viewer's events.
    public struct Iterator: AsyncIteratorProtocol {
        let viewer: Viewer

        /// Waits for the next event.
        public mutating func next() async -> Event? { await viewer.next() }

        /// Waits for the next event.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> Event? { await viewer.next() }
    }
}
