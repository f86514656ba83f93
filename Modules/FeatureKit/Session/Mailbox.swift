import Synchronization

/// The buffer of one viewer's unread events: the newest frame, a limited number of notices, the number of viewers, and
/// the end.
///
/// It implements guarantee 2 of ``Session``, *replay*. A newer frame replaces an unread frame. A slow viewer therefore
/// skips frames, needs limited memory and never misses the last frame.
final class Mailbox: Sendable {
    private struct State: ~Copyable {
        var frame: Frame?
        /// The unread frames before the newest frame, for a viewer that gets every frame; `nil` for any other viewer.
        var earlierFrames: [Frame]?
        var notices: [Notice] = []
        /// The newest unread list of running calls; `nil` if there is none.
        var work: [RunningWork]?
        /// The newest number of counted viewers.
        var viewers = 0
        var isNumberUnread = false
        var isFinished = false
        /// The continuation of the reader that waits for the next event.
        var reader: CheckedContinuation<Viewer.Event?, Never>?
        /// The key of the newest reader.
        ///
        /// A reader with an earlier key must not wait any longer.
        var readerKey = 0

        /// Removes and returns the next event.
        ///
        /// A frame comes before the notices, because it shows the change that the notices report. The inner `nil` is
        /// the end; the outer `nil` means that no event is waiting.
        mutating func take() -> Viewer.Event?? {
            if let earlier = earlierFrames?.first {
                earlierFrames?.removeFirst()
                return .frame(earlier)
            }
            if let frame {
                self.frame = nil
                return .frame(frame)
            }
            if let work {
                self.work = nil
                return .work(work)
            }
            if !notices.isEmpty { return .notice(notices.removeFirst()) }
            if isNumberUnread {
                isNumberUnread = false
                return .viewers(viewers)
            }
            return isFinished ? .some(nil) : nil
        }
    }

    private let state: Mutex<State>
    /// Whether the mailbox gets the number of counted viewers.
    let isCounted: Bool
    /// The closure that gets each event at once; `nil` if the mailbox buffers events.
    private let receive: (@Sendable (Viewer.Event) -> Void)?

    init(_ frame: Frame, notices: [Notice], keepsEveryFrame: Bool = false, isCounted: Bool = false) {
        state = Mutex(State(frame: frame, earlierFrames: keepsEveryFrame ? [] : nil, notices: notices))
        (self.isCounted, receive) = (isCounted, nil)
    }

    /// Creates a mailbox that passes each event to a closure and buffers nothing.
    ///
    /// For such a mailbox, `next()` waits until the mailbox is closed.
    init(_ frame: Frame, notices: [Notice], receive: @escaping @Sendable (Viewer.Event) -> Void) {
        state = Mutex(State())
        (isCounted, self.receive) = (false, receive)
        deliver(frame)
        notices.forEach { deliver($0) }
    }

    func deliver(_ frame: Frame) {
        guard !pass(.frame(frame)) else { return }
        change { state in
            if let unread = state.frame { state.earlierFrames?.append(unread) }
            state.frame = frame
        }
    }

    /// Delivers a notice.
    ///
    /// Returns whether the mailbox is open.
    @discardableResult
    func deliver(_ notice: Notice) -> Bool {
        if pass(.notice(notice)) { return true }
        return change { state in
            state.notices.append(notice, keeping: state.earlierFrames == nil ? Viewer.noticesLimit : .max)
        }
    }

    /// Delivers the running calls.
    ///
    /// A newer list replaces an unread list.
    func deliver(_ work: [RunningWork]) {
        guard !pass(.work(work)) else { return }
        change { $0.work = work }
    }

    /// Delivers the number of counted viewers.
    ///
    /// A newer number replaces an unread number. Returns whether the number differs from the last one.
    @discardableResult
    func deliver(viewers number: Int) -> Bool {
        var isNew = false
        change { state in
            isNew = number != state.viewers
            state.viewers = number
            if isNew { state.isNumberUnread = true }
        }
        return isNew
    }

    /// Passes an event to the closure.
    ///
    /// Returns whether the closure was called.
    private func pass(_ event: Viewer.Event) -> Bool {
        guard let receive, state.withLock({ !$0.isFinished }) else { return false }
        receive(event)
        return true
    }

    /// Closes the mailbox.
    ///
    /// The reader still gets the buffered events. Returns whether the mailbox was open.
    @discardableResult
    func finish() -> Bool {
        change { $0.isFinished = true }
    }

    /// Waits for the next event.
    ///
    /// If an earlier reader is still waiting, that reader gets `nil`.
    func next() async -> Viewer.Event? {
        let key = state.withLock { state in
            state.readerKey += 1
            return state.readerKey
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { reader in
                let (event, earlier) = state.withLock {
                    state -> (Viewer.Event??, CheckedContinuation<Viewer.Event?, Never>?) in
                    if Task.isCancelled || key < state.readerKey { return (.some(nil), nil) }
                    if let event = state.take() { return (event, nil) }
                    let earlier = state.reader
                    state.reader = reader
                    return (nil, earlier)
                }
                earlier?.resume(returning: nil)
                if let event { reader.resume(returning: event) }
            }
        } onCancel: {
            let reader = state.withLock { $0.readerKey == key ? $0.reader.take() : nil }
            reader?.resume(returning: nil)
        }
    }

    /// Removes and returns the next event; returns `nil` if no event is waiting.
    func takeNow() -> Viewer.Event? {
        state.withLock { $0.take() ?? nil }
    }

    /// Changes the state of an open mailbox, then resumes a waiting reader with the next event.
    ///
    /// - Returns: Whether the mailbox was open.
    @discardableResult
    private func change(_ body: (inout State) -> Void) -> Bool {
        let (wasOpen, handover) = state.withLock {
            state -> (Bool, (CheckedContinuation<Viewer.Event?, Never>, Viewer.Event?)?) in
            guard !state.isFinished else { return (false, nil) }
            body(&state)
            guard let reader = state.reader, let event = state.take() else { return (true, nil) }
            state.reader = nil
            return (true, (reader, event))
        }
        if let (reader, event) = handover { reader.resume(returning: event) }
        return wasOpen
    }
}
