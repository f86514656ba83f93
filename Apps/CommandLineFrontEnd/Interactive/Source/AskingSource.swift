package import FeatureKit
import Synchronization

/// A source that first asks for the required options of a feature, then launches the feature and shows its session.
package final class AskingSource: ScreenSource {
    /// The name of the action that submits the options.
    ///
    /// No action of a feature can have this name.
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
    /// Whether the session runs on a server.
    package let isRemote: Bool
    private let state = Mutex(State())
    /// A stream that yields the source of the session when the feature has been launched.
    ///
    /// ``close()`` ends the stream.
    private let launches = AsyncStream<any ScreenSource>.makeStream()
    /// A stream that ends when the session has reported its first frame or has ended without a frame.
    private let firstFrame = AsyncStream<Void>.makeStream()

    /// The feature's manifest, with an additional action that submits the missing options.
    package let manifest: FeatureManifest

    /// The options of the launched session; `nil` before the launch.
    package var options: [String: FieldValue]? { state.withLock(\.launched)?.options }

    /// Creates a source that asks for the missing required options.
    ///
    /// - Parameters:
    ///   - feature: The feature's manifest.
    ///   - given: The options that already have a value.
    ///   - isRemote: Whether the session runs on a server.
    ///   - source: Creates the source of the session, which is launched with all options.
    /// - Returns: The source, or `nil` if no required option is missing.
    package init?(
        for feature: FeatureManifest, given: [String: FieldValue], isRemote: Bool = false,
        source: @escaping @Sendable ([String: FieldValue]) -> any ScreenSource
    ) {
        missing = feature.options.filter { $0.required && $0.defaultValue == nil && given[$0.name] == nil }
        guard !missing.isEmpty else { return nil }
        (self.feature, self.given, self.source, self.isRemote) = (feature, given, source, isRemote)
        var manifest = feature
        manifest.actions.append(Action(Self.launch, "Start \(feature.title)", described: missing))
        self.manifest = manifest
    }

    /// Reports a screen with a button that starts the feature, then the events of the launched session.
    package func run(_ report: @escaping @Sendable (SourceEvent) -> Void) async {
        let button = Button(action: Self.launch, title: "Start \(feature.title)", role: .primary)
        let titles = missing.map(\.title).joined(separator: ", ")
        let screen = Screen(
            title: feature.title, phase: .ready,
            elements: [
                .text(id: "summary", feature.summary), .text(id: "missing", "It needs these options: \(titles)."),
            ], buttons: [button])
        defer { firstFrame.continuation.finish() }
        report(.frame(Frame(session: "", feature: feature.id, revision: 0, screen: screen)))
        for await source in launches.stream {
            await source.run { [firstFrame] event in
                guard case .frame(var frame) = event else { return report(event) }
                // The screen that asks for the options has revision 0, so add 1 to each revision of the session.
                frame.revision += 1
                report(.frame(frame))
                firstFrame.continuation.finish()
            }
            return
        }
    }

    /// Launches the feature, or performs an action of its session.
    @discardableResult
    package func perform(_ call: Call) async throws -> SourceAnswer {
        if let launched = state.withLock(\.launched) {
            var answer = try await launched.perform(call)
            // The screen that asks for the options has revision 0, so add 1 to each revision of the session.
            answer.revision = answer.revision.map { $0 + 1 }
            return answer
        }
        guard call.action == Self.launch else {
            throw FeatureError(
                .notStarted, "'\(feature.id)' is not launched yet; choose “Start \(feature.title)” first")
        }
        // Validate all options before the launch runs, so that each refusal appears beside its field.
        let options = given.merging(call.arguments) { $1 }
        _ = try feature.options.check(options, noun: "option")
        let source = source(options)
        let isFirst = state.withLock { state in
            guard !state.isClosed, !state.isLaunching else { return false }
            (state.isLaunching, state.launched) = (true, source)
            return true
        }
        guard isFirst else { return SourceAnswer() }
        launches.continuation.yield(source)
        // The caller redraws when this function returns. Wait for the session's first frame, because it replaces the
        // screen that asks for the options.
        for await _ in firstFrame.stream {}
        return SourceAnswer()
    }

    /// Finds the way to another place of the feature.
    package func way(to options: [String: FieldValue]) async -> SourceWay {
        await state.withLock(\.launched)?.way(to: options) ?? SourceWay(.launch)
    }

    /// Returns a page of the records that a field can name; an option can name one before the launch.
    package func choices(
        of field: FieldDescription, matching search: String, after cursor: String?
    ) async throws -> ChoicePage {
        let launched = state.withLock(\.launched)
        return try await (launched ?? source(given)).choices(of: field, matching: search, after: cursor)
    }

    /// Cancels a call of the launched session.
    package func cancel(_ work: String) async throws { try await state.withLock(\.launched)?.cancel(work) }

    /// Closes the session, if it was launched.
    package func close() async {
        let launched = state.withLock { state in
            state.isClosed = true
            return state.launched
        }
        await launched?.close()
        launches.continuation.finish()
    }
}
