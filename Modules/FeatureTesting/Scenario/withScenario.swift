public import FeatureKit
public import Testing

/// Runs a feature in its own session.
///
/// The test must expect everything that the feature shows.
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
/// When the closure ends, the test fails for each unexpected frame, notice or opened place, for work that does not end, and for a
/// failed action whose answer the test did not read. ``Scenario/skipRest()`` turns these checks off.
///
/// The session's id is `scenario`, so a test can expect a screen that shows the id. Scenarios share no state and may
/// run in parallel.
///
/// - Parameters:
///   - feature: The feature to run.
///   - options: The launch's options as plain values.
///   - clock: The session's clock. Pass the clock that the service uses.
///   - patience: The maximum real time to wait for a frame, a notice or the end of work.
///   - sourceLocation: The source location at which failures at the end of the scenario are reported.
///   - body: The steps and expectations of the test.
/// - Throws: The errors of the launch and of the closure.
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
        // The scenario already recorded the issue at the failed step.
        await session.close()
    } catch {
        await session.close()
        throw error
    }
}
