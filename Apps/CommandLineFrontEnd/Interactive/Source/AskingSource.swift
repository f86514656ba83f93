package import FeatureKit
import Synchronization

/// A source that asks for the options that a feature must have, and then shows the session that is launched with them.
package final class AskingSource: ScreenSource {
    /// The action that takes the options; no feature's action has such a name.
    private static let launch = "launch!"

    private struct State: Sendable {
        var launched: (any ScreenSource)?
        var isLaunching = false
        var isClosed = false
    }

    private let feature: FeatureManifest
    private let missing: [FieldDescription]
    private let given: [String: FieldValue]
    private let source: @Sendable ([String: FieldValue]) -> any ScreenSource
    private let state = Mutex(State())
    /// The launched source, once there is one; ended by ``close()``.
    private let launches = AsyncStream<any ScreenSource>.makeStream()
    /// Ends when the launched session has reported its first frame, or reports nothing any more.
    private let firstFrame = AsyncStream<Void>.makeStream()

    /// The feature's manifest, with the action that takes the missing options.
    package let manifest: FeatureManifest

    /// Asks for the options of a feature that must be given and are not.
    ///
    /// - Parameters:
    ///   - feature: The feature's manifest.
    ///   - given: The options that are known.
    ///   - source: Makes the source of a session that is launched with all options.
    /// - Returns: A source; `nil` if no option is missing.
    package init?(
        for feature: FeatureManifest, given: [String: FieldValue],
        source: @escaping @Sendable ([String: FieldValue]) -> any ScreenSource
    ) {
        missing = feature.options.filter { $0.required && $0.defaultValue == nil && given[$0.name] == nil }
        guard !missing.isEmpty else { return nil }
        (self.feature, self.given, self.source) = (feature, given, source)
        var manifest = feature
        manifest.actions.append(Action(Self.launch, "Start \(feature.title)", described: missing))
        self.manifest = manifest
    }

    /// Reports a screen that offers to start the feature, then the events of the launched session.
    package func run(_ report: @escaping @Sendable (SourceEvent) -> Void) async {
        let button = Button(action: Self.launch, title: "Start \(feature.title)", role: .primary)
        let titles = missing.map(\.title).joined(separator: ", ")
        let screen = Screen(
            title: feature.title, phase: .ready,
            elements: [
                .text(id: "summary", feature.summary), .text(id: "missing", "It needs to know: \(titles)."),
            ], buttons: [button])
        defer { firstFrame.continuation.finish() }
        report(.frame(Frame(session: "", feature: feature.id, revision: 0, screen: screen)))
        for await source in launches.stream {
            await source.run { [firstFrame] event in
                guard case .frame(var frame) = event else { return report(event) }
                // The screen that asks has the first revision.
                frame.revision += 1
                report(.frame(frame))
                firstFrame.continuation.finish()
            }
            return
        }
    }

    /// Launches the feature, or performs an action of its session.
    @discardableResult
    package func perform(_ call: Call) async throws -> Int? {
        if let launched = state.withLock(\.launched) {
            // The screen that asks has the first revision.
            return try await launched.perform(call).map { $0 + 1 }
        }
        guard call.action == Self.launch else {
            throw FeatureError(
                .notStarted, "'\(feature.id)' is not launched yet; choose “Start \(feature.title)” first")
        }
        // The whole launch is checked before any of it runs, so that a refusal appears beside its field.
        let options = given.merging(call.arguments) { $1 }
        _ = try feature.options.check(options, noun: "option")
        let source = source(options)
        let isFirst = state.withLock { state in
            guard !state.isClosed, !state.isLaunching else { return false }
            (state.isLaunching, state.launched) = (true, source)
            return true
        }
        guard isFirst else { return nil }
        launches.continuation.yield(source)
        // The caller redraws when this returns: the screen that asks must be gone by then.
        for await _ in firstFrame.stream {}
        return nil
    }

    /// Ends the session, if there is one.
    package func close() async {
        let launched = state.withLock { state in
            state.isClosed = true
            return state.launched
        }
        await launched?.close()
        launches.continuation.finish()
    }
}
