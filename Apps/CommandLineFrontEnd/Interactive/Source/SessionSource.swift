package import FeatureKit
import Synchronization

/// A source that shows a session of this process.
package final class SessionSource: ScreenSource {
    private enum State: Sendable {
        case waiting
        case running(Session)
        case closed
    }

    private let feature: any Feature
    private let given: [String: FieldValue]
    private let preparation: Task<Void, any Error>
    private let clock: any Clock<Duration>
    private let state = Mutex(State.waiting)

    /// The feature's manifest.
    package var manifest: FeatureManifest { feature.manifest }

    /// The options of the launch.
    package var options: [String: FieldValue]? { given }

    /// Creates a source, but does not launch the feature.
    ///
    /// - Parameter prepare: Called at once, and awaited before the launch, for example to open a database while the view
    ///   paints.
    package init(
        _ feature: any Feature, options: [String: FieldValue], clock: any Clock<Duration>,
        prepare: @escaping @Sendable () async throws -> Void = {}
    ) {
        (self.feature, given, self.clock) = (feature, options, clock)
        preparation = Task { try await prepare() }
    }

    /// Launches the feature and reports the events of its session.
    package func run(_ report: @escaping @Sendable (SourceEvent) -> Void) async {
        do {
            let session = try await launched()
            if keep(session) {
                try await session.start()
                // Attach after the start, so that the view does not paint the empty frame that precedes the start.
                let viewer = try await session.attach(calling: { report(SourceEvent($0)) })
                _ = await viewer.next()  // Waits for the end.
            }
            await session.close()
        } catch { report(.failed(error)) }
    }

    /// Launches the feature while the preparation still runs, and waits for both.
    private func launched() async throws -> Session {
        let launch = Task { try await Session(feature, options: given, clock: clock) }
        do { try await preparation.value } catch {
            try? await launch.value.close()
            throw error
        }
        return try await launch.value
    }

    /// Performs an action of the session.
    @discardableResult
    package func perform(_ call: Call) async throws -> SourceAnswer {
        guard case .running(let session) = state.withLock(\.self) else {
            throw FeatureError(.notStarted, "'\(manifest.id)' is still being launched; try again in a moment")
        }
        let answer = try await session.perform(call, as: .systemUser)
        return SourceAnswer(revision: answer.frame.revision, opens: answer.opens, change: answer.change)
    }

    /// Finds the way to another place of the feature.
    package func way(to options: [String: FieldValue]) async -> SourceWay {
        guard case .running(let session) = state.withLock(\.self) else { return SourceWay(.launch) }
        // The launch reports options that break a rule.
        let route = try? await session.route(to: options)
        return SourceWay(route ?? .launch, from: await session.address)
    }

    /// Closes the session.
    package func close() async {
        let last = state.withLock { state in
            defer { state = .closed }
            return state
        }
        if case .running(let session) = last { await session.close() }
    }

    /// Stores the session, unless the source is already closed.
    ///
    /// Returns whether the session was stored.
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
        case .viewers(let count): self = .viewers(count)
        }
    }
}
