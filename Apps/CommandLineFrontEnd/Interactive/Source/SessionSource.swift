package import FeatureKit
import Synchronization

/// A session of this process as what a view shows.
package final class SessionSource: ScreenSource {
    private enum State: Sendable {
        case waiting
        case running(Session)
        case closed
    }

    private let feature: any Feature
    private let options: [String: FieldValue]
    private let prepare: @Sendable () async throws -> Void
    private let clock: any Clock<Duration>
    private let state = Mutex(State.waiting)

    /// What the feature says of itself.
    package var manifest: FeatureManifest { feature.manifest }

    /// Describes a session that is not launched yet.
    ///
    /// - Parameter prepare: What must be had before, such as a database.
    package init(
        _ feature: any Feature, options: [String: FieldValue], clock: any Clock<Duration>,
        prepare: @escaping @Sendable () async throws -> Void = {}
    ) {
        (self.feature, self.options, self.clock, self.prepare) = (feature, options, clock, prepare)
    }

    /// Launches the feature, and yields what its session shows.
    package func events() -> AsyncStream<SourceEvent> {
        let (events, continuation) = AsyncStream<SourceEvent>.makeStream()
        let task = Task {
            do {
                try await prepare()
                let session = try await Session(feature, options: options, clock: clock)
                if keep(session) {
                    let viewer = try await session.attach()
                    try await session.start()
                    for await event in viewer { continuation.yield(SourceEvent(event)) }
                }
                await session.close()
            } catch { continuation.yield(.failed(error)) }
            continuation.finish()
        }
        continuation.onTermination = { _ in task.cancel() }
        return events
    }

    /// Performs an action.
    package func perform(_ action: String, _ arguments: [String: FieldValue]) async throws {
        guard case .running(let session) = state.withLock(\.self) else {
            throw FeatureError(.notStarted, "'\(manifest.id)' is still being launched; try again in a moment")
        }
        _ = try await session.perform(action, arguments)
    }

    /// Ends the session.
    package func close() async {
        let last = state.withLock { state in
            defer { state = .closed }
            return state
        }
        if case .running(let session) = last { await session.close() }
    }

    /// Keeps a session, unless nobody wants one any more.
    private func keep(_ session: Session) -> Bool {
        state.withLock { state in
            guard case .waiting = state else { return false }
            state = .running(session)
            return true
        }
    }
}

extension SourceEvent {
    fileprivate init(_ event: Viewer.Event) {
        switch event {
        case .frame(let frame): self = .frame(frame)
        case .notice(let notice): self = .notice(notice)
        }
    }
}
