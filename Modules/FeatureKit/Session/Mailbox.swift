import Synchronization

/// What waits for one viewer: the newest frame, a bounded number of notices, the end.
final class Mailbox: Sendable {
    private struct State: ~Copyable {
        var frame: Frame?
        /// The frames before the newest, for a viewer that must see every one; `nil` for all others.
        var earlierFrames: [Frame]?
        var notices: [Notice] = []
        var isFinished = false
        /// Who waits for the next event; its key tells it from the one before.
        var reader: CheckedContinuation<Viewer.Event?, Never>?
        var readerKey = 0

        /// Takes the next event out: the frame first, for it shows what notices speak of.
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

    init(_ frame: Frame, notices: [Notice], keepsEveryFrame: Bool = false) {
        state = Mutex(State(frame: frame, earlierFrames: keepsEveryFrame ? [] : nil, notices: notices))
    }

    func deliver(_ frame: Frame) {
        change { state in
            if let unread = state.frame { state.earlierFrames?.append(unread) }
            state.frame = frame
        }
    }

    /// Delivers a notice; returns whether the mailbox is open.
    @discardableResult
    func deliver(_ notice: Notice) -> Bool {
        change { state in
            state.notices.append(notice, keeping: state.earlierFrames == nil ? Viewer.noticesLimit : .max)
        }
    }

    /// Ends the mailbox after what waits in it; returns whether it was open.
    @discardableResult
    func finish() -> Bool {
        change { $0.isFinished = true }
    }

    /// Waits for the next event; who waited before ends.
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

    /// Takes the next event out if there is one.
    func takeNow() -> Viewer.Event? {
        state.withLock { $0.take() ?? nil }
    }

    /// Changes the state and, where somebody waits and something is there, hands it over; returns whether it was open.
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
