import Synchronization

/// The events that wait for one viewer: the newest frame, a bounded number of notices, the end.
///
/// It keeps guarantee 2 of ``Session``, *replay*: a newer frame replaces an unread one, so a slow viewer skips frames,
/// holds bounded memory and never misses the last frame.
final class Mailbox: Sendable {
    private struct State: ~Copyable {
        var frame: Frame?
        /// The unread frames before the newest, for a viewer that sees every frame; `nil` for all others.
        var earlierFrames: [Frame]?
        var notices: [Notice] = []
        var isFinished = false
        /// The reader that waits for the next event.
        var reader: CheckedContinuation<Viewer.Event?, Never>?
        /// The key of the newest reader; an earlier one must not wait any more.
        var readerKey = 0

        /// Removes the next event: the frame first, because it shows the change that a notice is about.
        mutating func take() -> Viewer.Event?? {
            if let earlier = earlierFrames?.first {
                earlierFrames?.removeFirst()
                return .frame(earlier)
            }
            if let frame {
                self.frame = nil
                return .frame(frame)
            }
            if !notices.isEmpty { return .notice(notices.removeFirst()) }
            return isFinished ? .some(nil) : nil
        }
    }

    private let state: Mutex<State>
    /// Called with each event instead of keeping it.
    private let receive: (@Sendable (Viewer.Event) -> Void)?

    init(_ frame: Frame, notices: [Notice], keepsEveryFrame: Bool = false) {
        state = Mutex(State(frame: frame, earlierFrames: keepsEveryFrame ? [] : nil, notices: notices))
        receive = nil
    }

    /// Creates a mailbox that keeps nothing: events go to the closure, and `next()` waits for the end.
    init(_ frame: Frame, notices: [Notice], receive: @escaping @Sendable (Viewer.Event) -> Void) {
        state = Mutex(State())
        self.receive = receive
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

    /// Delivers a notice; returns whether the mailbox is open.
    @discardableResult
    func deliver(_ notice: Notice) -> Bool {
        if pass(.notice(notice)) { return true }
        return change { state in
            state.notices.append(notice, keeping: state.earlierFrames == nil ? Viewer.noticesLimit : .max)
        }
    }

    /// Passes an event to the closure; returns whether it was called.
    private func pass(_ event: Viewer.Event) -> Bool {
        guard let receive, state.withLock({ !$0.isFinished }) else { return false }
        receive(event)
        return true
    }

    /// Ends the mailbox after the waiting events; returns whether it was open.
    @discardableResult
    func finish() -> Bool {
        change { $0.isFinished = true }
    }

    /// Waits for the next event, and ends an earlier reader.
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

    /// Removes the next event if one waits.
    func takeNow() -> Viewer.Event? {
        state.withLock { $0.take() ?? nil }
    }

    /// Changes the state, and resumes a waiting reader with the next event; returns whether the mailbox was open.
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
