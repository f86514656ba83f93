public import FeatureKit
public import Testing

/// Runs a feature in a session of its own and makes a test state everything that it shows.
///
/// ```swift
/// try await withScenario(of: DoggyFeature(makeService: { _ in service })) { doggy in
///     await doggy.expect { $0.title = "Doggies" }              // the first frame: loading
///     try await doggy.start()
///     await doggy.expect {                                     // what changed since the frame before
///         $0.phase = .ready
///         $0.elements = [.placeholder(id: "empty", "No dogs yet")]
///     }
///     try await doggy.perform("adopt", ["name": "Rex", "breed": "Bulldog", "age": 2])
///     await doggy.expect { $0.elements = [.list(id: "dogs", rows: [rex])] }
///     await doggy.expectNotice("Rex has a home")
/// }
/// ```
///
/// A frame or a notice that the test does not state fails it, and so does work that does not end.
///
/// - Parameters:
///   - feature: The feature to run.
///   - options: The launch's options as plain values.
///   - clock: The clock of the session; give the one that the service has.
///   - patience: How long to wait for a frame, a notice or the end of work before failing, in real time.
///   - sourceLocation: Where failures at the end are reported.
///   - body: The scenario.
public func withScenario(
    of feature: any Feature, options: [String: FieldValue] = [:], clock: any Clock<Duration> = ContinuousClock(),
    patience: Duration = .seconds(10), sourceLocation: SourceLocation = #_sourceLocation,
    _ body: (Scenario) async throws -> Void
) async throws {
    try await withSession(of: feature, options: options, clock: clock) { session in
        let scenario = Scenario(session: session, viewer: try await session.attachRecorder(), patience: patience)
        try await body(scenario)
        await scenario.finish(sourceLocation)
    }
}

/// A running feature whose every frame and notice a test states; made by ``withScenario(of:options:clock:patience:sourceLocation:_:)``.
public final class Scenario {
    /// The session that runs the feature.
    public let session: Session
    /// The screen that was stated last; before the first frame an empty one that is loading.
    public private(set) var screen = Screen()
    private let viewer: Viewer
    private let patience: Duration
    private var pendingNotices: [Notice] = []
    private var pendingFrames: [Frame] = []

    init(session: Session, viewer: Viewer, patience: Duration) {
        (self.session, self.viewer, self.patience) = (session, viewer, patience)
    }

    /// Starts the feature.
    public func start() async throws {
        try await session.start()
    }

    /// Performs an action and waits until it has ended.
    ///
    /// - Throws: What `Session.perform(_:_:)` throws.
    @discardableResult
    public func perform(_ action: String, _ arguments: [String: FieldValue] = [:]) async throws -> Answer {
        try await session.perform(action, arguments)
    }

    /// States the next frame by what differs from the one before.
    ///
    /// - Parameters:
    ///   - change: Changes the screen that was stated last into the one that comes next.
    ///   - sourceLocation: Where a failure is reported.
    public func expect(_ change: (inout Screen) -> Void, sourceLocation: SourceLocation = #_sourceLocation) async {
        var expected = screen
        change(&expected)
        guard let frame = await nextFrame() else {
            Issue.record("no further frame came", sourceLocation: sourceLocation)
            return
        }
        if frame.screen != expected {
            Issue.record(
                "frame \(frame.revision) differs from what was stated (-), shown was (+):\n\(difference(from: expected, to: frame.screen))",
                sourceLocation: sourceLocation)
        }
        screen = frame.screen
    }

    /// States the next notice.
    public func expectNotice(
        _ text: String, tone: Tone = .plain, sourceLocation: SourceLocation = #_sourceLocation
    ) async {
        while pendingNotices.isEmpty, let event = await nextEvent() { keep(event) }
        guard !pendingNotices.isEmpty else {
            Issue.record("no further notice came", sourceLocation: sourceLocation)
            return
        }
        let notice = pendingNotices.removeFirst()
        if notice != Notice(text, tone: tone) {
            Issue.record("the notice was \(notice), not \(Notice(text, tone: tone))", sourceLocation: sourceLocation)
        }
    }

    /// Fails for everything that was not stated.
    func finish(_ sourceLocation: SourceLocation) async {
        let session = session
        if await session.isStarted, await patiently({ try? await session.settled(within: .seconds(86400)) }) == nil {
            Issue.record("the feature is still at work when the scenario ends", sourceLocation: sourceLocation)
        }
        await session.close()
        while let event = await viewer.next() { keep(event) }
        for frame in pendingFrames {
            Issue.record(
                "frame \(frame.revision) was not stated:\n\(difference(from: screen, to: frame.screen))",
                sourceLocation: sourceLocation)
            screen = frame.screen
        }
        for notice in pendingNotices {
            Issue.record("a notice was not stated: \(notice)", sourceLocation: sourceLocation)
        }
    }

    private func nextFrame() async -> Frame? {
        while pendingFrames.isEmpty, let event = await nextEvent() { keep(event) }
        return pendingFrames.isEmpty ? nil : pendingFrames.removeFirst()
    }

    private func keep(_ event: Viewer.Event) {
        switch event {
        case .frame(let frame): pendingFrames.append(frame)
        case .notice(let notice): pendingNotices.append(notice)
        }
    }

    private func nextEvent() async -> Viewer.Event? {
        let viewer = viewer
        return await patiently { await viewer.next() }
    }

    /// Waits for something, not for ever: a test that waits for what never comes should say so.
    private func patiently<Result: Sendable>(_ operation: @escaping @Sendable () async -> Result?) async -> Result? {
        let patience = patience
        return await withTaskGroup(of: Result?.self) { group in
            group.addTask { await operation() }
            group.addTask {
                try? await ContinuousClock().sleep(for: patience)
                return nil
            }
            let result = await group.next()
            group.cancelAll()
            return result ?? nil
        }
    }
}
