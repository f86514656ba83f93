import Synchronization

/// What waits for one viewer: the newest frame, a bounded number of notices, the end.
final class Mailbox: Sendable {
    private struct State: ~Copyable {
        var frame: Frame?
        /// The frames before the newest, for a viewer that must see every one; `nil` for all others.
        var earlierFrames: [Frame]?
        var notices: [Notice] = []
        var isFinished = false
        var reader: CheckedContinuation<Viewer.Event?, Never>?

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

    func deliver(_ notice: Notice) {
        change {
            $0.notices.append(notice)
            if $0.notices.count > Viewer.noticesLimit { $0.notices.removeFirst() }
        }
    }

    /// Ends the mailbox after what waits in it; returns whether it was open.
    @discardableResult
    func finish() -> Bool {
        var wasOpen = false
        change {
            wasOpen = !$0.isFinished
            $0.isFinished = true
        }
        return wasOpen
    }

    func next() async -> Viewer.Event? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { reader in
                let (event, earlier) = state.withLock {
                    state -> (Viewer.Event??, CheckedContinuation<Viewer.Event?, Never>?) in
                    if Task.isCancelled { return (.some(nil), nil) }
                    if let event = state.take() { return (event, nil) }
                    let earlier = state.reader
                    state.reader = reader
                    return (nil, earlier)
                }
                earlier?.resume(returning: nil)
                if let event { reader.resume(returning: event) }
            }
        } onCancel: {
            let reader = state.withLock { $0.reader.take() }
            reader?.resume(returning: nil)
        }
    }

    /// Changes the state and, where somebody waits and something is there, hands it over.
    private func change(_ body: (inout State) -> Void) {
        let handover = state.withLock { state -> (CheckedContinuation<Viewer.Event?, Never>, Viewer.Event?)? in
            guard !state.isFinished else { return nil }
            body(&state)
            guard let reader = state.reader, let event = state.take() else { return nil }
            state.reader = nil
            return (reader, event)
        }
        if let (reader, event) = handover { reader.resume(returning: event) }
    }
}
