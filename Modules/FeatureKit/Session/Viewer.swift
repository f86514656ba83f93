/// A recipient of a session's events, such as a terminal, a browser tab or a client of the API.
///
/// An iteration first returns the current frame of the session, then newer frames and notices. It ends when the session
/// closes or the viewer detaches. A viewer buffers only the newest frame and at most ``noticesLimit`` notices. A slow
/// reader therefore skips frames, but never the last frame.
///
/// Only one task may iterate at a time. A viewer detaches when it is deallocated.
///
/// ```swift
/// for await event in try await session.attach() {
///     if case .frame(let frame) = event { draw(frame.screen) }
/// }
/// ```
public final class Viewer: Sendable, AsyncSequence {
    /// An event of the session.
    public enum Event: Sendable, Hashable {
        /// The newest frame.
        ///
        /// Its revision is greater than the revision of every earlier frame.
        case frame(Frame)
        /// A notice of the session.
        case notice(Notice)
        /// All calls that take long, in order of arrival, at most ``Session/workListLimit``.
        ///
        /// It follows each change of the list, and the first frame if a call was ever listed.
        case work([RunningWork])
        /// The number of counted viewers, including the recipient.
        ///
        /// Only counted viewers get it: the event streams of a server.
        case viewers(Int)
    }

    /// The greatest number of notices that wait for a slow viewer.
    ///
    /// Beyond it, the viewer drops the oldest notice.
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
    /// Detaching a detached viewer does nothing.
    public func detach() {
        if mailbox.finish() { detached() }
    }

    /// Waits for the next event.
    ///
    /// Returns `nil` if the session closes, the viewer detaches or the task is cancelled.
    public func next() async -> Event? {
        await mailbox.next()
    }

    /// Removes and returns the next event; returns `nil` if no event is waiting.
    package func takeNow() -> Event? {
        mailbox.takeNow()
    }

    /// Returns an iterator.
    ///
    /// Only one task may iterate at a time.
    public func makeAsyncIterator() -> Iterator {
        Iterator(viewer: self)
    }

    /// An iterator over the events of a viewer.
    public struct Iterator: AsyncIteratorProtocol {
        let viewer: Viewer

        /// Waits for the next event.
        ///
        /// Returns `nil` when the iteration has ended.
        public mutating func next() async -> Event? { await viewer.next() }

        /// Waits for the next event.
        ///
        /// Returns `nil` when the iteration has ended.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> Event? { await viewer.next() }
    }
}
