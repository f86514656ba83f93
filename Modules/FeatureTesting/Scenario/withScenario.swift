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
///         $0.buttons = [Button(action: "adopt", title: "Adopt a dog")]
///     }
///     try await doggy.submit("Adopt a dog", ["name": "Rex", "breed": "Bulldog", "age": 2])
///     await doggy.expect { $0.elements = [.list(id: "dogs", rows: rows)] }
///     await doggy.expectNotice("Rex has a home")
/// }
/// ```
///
/// What the test leaves unsaid fails it when the closure ends: a frame or a notice that it did not state, work that does
/// not end, an action that failed without the test looking at it. ``Scenario/skipRest()`` leaves things unsaid on purpose.
///
/// The session's id is `scenario`, so that what shows it can be stated too. Scenarios share nothing and may run beside
/// each other.
///
/// - Parameters:
///   - feature: The feature to run.
///   - options: The launch's options as plain values.
///   - clock: The clock of the session; give the one that the service has.
///   - patience: How long to wait for a frame, a notice or the end of work before failing, in real time.
///   - sourceLocation: Where failures at the end are reported.
///   - body: The scenario.
/// - Throws: What the launch throws, and what the closure throws.
public func withScenario(
    of feature: any Feature, options: [String: FieldValue] = [:], clock: any Clock<Duration> = ContinuousClock(),
    patience: Duration = .seconds(10), sourceLocation: SourceLocation = #_sourceLocation,
    _ body: (Scenario) async throws -> Void
) async throws {
    let session = try await Session(feature, options: options, id: "scenario", clock: clock)
    do {
        let scenario = Scenario(session: session, viewer: try await session.attachRecorder(), patience: patience)
        try await body(scenario)
        await scenario.finish(sourceLocation)
        await session.close()
    } catch is TestStopped {
        // Why was recorded where it happened.
        await session.close()
    } catch {
        await session.close()
        throw error
    }
}
