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
    /// The features whose records the fields can name; `nil` if they are unknown.
    private let registry: FeatureRegistry?
    private let state = Mutex(State.waiting)

    /// The feature's manifest.
    package var manifest: FeatureManifest { feature.manifest }

    /// The options of the launch.
    package var options: [String: FieldValue]? { given }

    /// Creates a source, but does not launch the feature.
    ///
    /// - Parameters:
    ///   - registry: The features whose records the fields can name.
    ///   - prepare: Called at once, and awaited before the launch, for example to open a database while the view paints.
    package init(
        _ feature: any Feature, options: [String: FieldValue], clock: any Clock<Duration>,
        among registry: FeatureRegistry? = nil, prepare: @escaping @Sendable () async throws -> Void = {}
    ) {
        (self.feature, given, self.clock, self.registry) = (feature, options, clock, registry)
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

    /// Returns a page of the records that a field can name, from the store.
    package func choices(
        of field: FieldDescription, matching search: String, after cursor: String?
    ) async throws -> ChoicePage {
        try await preparation.value
        return try await registry.choices(of: field, matching: search, after: cursor)
    }

    /// Cancels a call of the session.
    package func cancel(_ work: String) async throws {
        guard case .running(let session) = state.withLock(\.self) else { return }
        try await session.cancelWork(work, as: .systemUser)
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

extension FeatureRegistry? {
    /// Returns a page of the records that a field can name, if the person of this process may use their feature.
    ///
    /// - Parameter limit: The maximum number of records.
    func choices(
        of field: FieldDescription, matching search: String, after cursor: String?, limit: Int = ChoicePage.size
    ) async throws -> ChoicePage {
        let feature = field.reference?.feature ?? ""
        guard let registry = self, let source = registry.choices else {
            throw FeatureError(
                .unknownFeature, "'\(field.name)' names records of '\(feature)', which this program lacks")
        }
        try registry.feature(feature).manifest.verify(.systemUser)
        guard
            let page = try await source.choices(
                in: feature, matching: search, after: cursor, limit: limit)
        else { throw FeatureError(.unknownFeature, "'\(feature)' keeps no records that '\(field.name)' could name") }
        return page
    }
}

extension SourceEvent {
    fileprivate init(_ event: Viewer.Event) {
        switch event {
        case .frame(let frame): self = .frame(frame)
        case .notice(let notice): self = .notice(notice)
        case .work(let work): self = .work(work)
        case .viewers(let count): self = .viewers(count)
        }
    }
}
