import AsyncHTTPClient
package import FeatureKit
import Interaction
import NIOCore
import Synchronization

/// A source that shows a session of a server.
///
/// The source reads the event stream of the session. After a lost connection it reconnects and continues from the last
/// revision. Each action has an idempotency key, so the source can send the action again without performing it twice.
package final class RemoteSource: ScreenSource {
    /// The session to show.
    package enum Subject: Sendable {
        /// A running session, with its frame at the time of the request and the options of its launch; `nil` if the
        /// server does not tell them.
        case session(Frame, options: [String: FieldValue]? = nil)
        /// A new session of a feature. Closing this source ends that session, unless others watch it.
        case launch(FeatureLink)
    }

    enum State: Sendable {
        case waiting
        case running(session: String)
        case ended
    }

    /// The maximum time for which an action is retried while the server cannot be reached.
    private static let persistence = Duration.seconds(30)

    /// The pause before the source waits again for a call that takes long.
    private static let pauseOfWait = Duration.milliseconds(500)

    /// The session runs on a server.
    package let isRemote = true
    /// The feature's manifest.
    package let manifest: FeatureManifest
    /// The options with which the session was launched; `nil` if they are unknown.
    package let options: [String: FieldValue]?
    let server: RemoteServer
    let subject: Subject
    let clock: any Clock<Duration>
    let jitter: @Sendable () -> Double
    let state = Mutex(State.waiting)
    private let watching = Mutex<Task<Void, Never>?>(nil)
    /// The wait before the next attempt to connect.
    let pausing = Mutex<Task<Void, Never>?>(nil)
    /// The id of the session that this source has begun; `nil` if it has begun none.
    let begun = Mutex<String?>(nil)
    /// The number of viewers of the session, this source included.
    private let viewers = Mutex(1)
    /// The options of the place that the newest frame shows; `nil` if they are unknown.
    private let address: Mutex<[String: FieldValue]?>

    /// Creates a source without sending a request.
    ///
    /// - Parameter jitter: Returns the random factor, at most 1, by which the next pause between attempts is
    ///   multiplied.
    package init(
        _ subject: Subject, on server: RemoteServer, manifest: FeatureManifest, clock: any Clock<Duration>,
        jitter: @escaping @Sendable () -> Double = { Double.random(in: 0.5...1) }
    ) {
        (self.subject, self.server, self.manifest) = (subject, server, manifest)
        (self.clock, self.jitter) = (clock, jitter)
        switch subject {
        case .session(let frame, let known):
            options = known
            address = Mutex(frame.screen.address ?? known)
        case .launch(let link):
            options = link.options
            address = Mutex(link.options)
        }
    }

    /// Reads the session's event stream.
    package func run(_ report: @escaping @Sendable (SourceEvent) -> Void) async {
        // Read in a separate task, so that `close()` can cancel it.
        let task = Task {
            do {
                try await follow { event in
                    switch event {
                    case .frame(let frame): note(frame)
                    case .viewers(let count): viewers.withLock { $0 = count }
                    case .notice, .work, .connection, .failed: break
                    }
                    report(event)
                }
            } catch {
                if !(error is CancellationError) { report(.failed(server.refusal(of: error))) }
            }
            state.withLock { $0 = .ended }
        }
        watching.withLock { $0 = task }
        await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
    }

    /// Performs an action of the session.
    ///
    /// While the outcome is unknown or the action takes longer than the server lets a request wait, the source sends the
    /// action again with the same key.
    @discardableResult
    package func perform(_ call: Call) async throws -> SourceAnswer {
        let session = try session()
        let key = RandomKey.make()
        var backoff = Backoff(jitter: jitter)
        let elapsed = clock.stopwatch()
        while true {
            do {
                return try await server.perform(call, in: session, key: key)
            } catch let fault as RemoteFault {
                let pause = backoff.next()
                guard elapsed() + pause < Self.persistence else {
                    throw FeatureError(
                        .serviceUnavailable,
                        "'\(call.action)' may not have been performed: \(fault.reason); check before you try again"
                    )
                }
                try await clock.sleep(for: pause)
                _ = try self.session()
            } catch let problem as RemoteProblem where problem.status == 504 {
                // The call still runs. The same key waits for the same call.
                try await clock.sleep(for: Self.pauseOfWait)
                _ = try self.session()
            } catch let problem as RemoteProblem {
                let refusal = await server.refusal(of: problem, ofCallIn: session)
                if (refusal as? FeatureError)?.code == .closed { pausing.withLock(\.self)?.cancel() }
                throw refusal
            }
        }
    }

    private func note(_ frame: Frame) {
        address.withLock { $0 = frame.screen.address ?? options }
    }

    /// Finds the way to another place of the feature.
    ///
    /// A server does not tell which options its session can change. So the way is a call of an action that only shows
    /// something else and has a field for each option that differs. The session may refuse the call.
    package func way(to options: [String: FieldValue]) async -> SourceWay {
        let address = address.withLock(\.self)
        var names = manifest.browsedOptions
        // If the current place is unknown, assume that it differs from the other place only in its search, its filters
        // and its order.
        let current = address ?? options.filter { !names.contains($0.key) }
        let launch = SourceWay(.launch, from: current)
        guard let wanted = try? manifest.options.check(options, noun: "option").values else { return launch }
        if let address {
            guard let shown = try? manifest.options.check(address, noun: "option").values else { return launch }
            let different = Set(wanted.keys).union(shown.keys).filter { wanted[$0] != shown[$0] }
            if different.isEmpty { return SourceWay(.here, from: address) }
            names = different
        }
        let action = manifest.actions.first { $0.effect == .shows && names.isSubset(of: $0.fields.map(\.name)) }
        guard let action, !names.isEmpty else { return launch }
        var call = Call(action.name)
        for name in names {
            if let value = wanted[name] { call.arguments[name] = value } else { call.emptied.insert(name) }
        }
        return SourceWay(.call(call), from: current, isAttempt: true)
    }

    /// Returns a page of the records that a field can name, from the server.
    package func choices(
        of field: FieldDescription, matching search: String, after cursor: String?
    ) async throws -> ChoicePage {
        do {
            return try await server.choices(of: field.name, in: manifest.id, matching: search, after: cursor)
        } catch { throw server.refusal(of: error) }
    }

    /// Cancels a call of the session.
    package func cancel(_ work: String) async throws {
        let session = try session()
        do { try await server.cancel(work, in: session) } catch let problem as RemoteProblem {
            throw await server.refusal(of: problem, ofCallIn: session)
        } catch { throw server.refusal(of: error) }
    }

    /// Stops reading the event stream.
    ///
    /// If this source launched the session and nobody else watches it, also ends the session.
    package func close() async {
        state.withLock { $0 = .ended }
        watching.withLock(\.self)?.cancel()
        guard viewers.withLock(\.self) <= 1, let session = begun.withLock({ $0.take() }) else { return }
        try? await server.end(session)
    }

    // MARK: - Requests

    private func session() throws -> String {
        switch state.withLock(\.self) {
        case .running(let session): session
        case .waiting:
            throw FeatureError(.notStarted, "'\(manifest.id)' is still being launched; try again in a moment")
        case .ended: throw FeatureError(.closed, "the session has ended")
        }
    }
}

/// A generator of unique keys.
private enum RandomKey {
    /// Returns 128 random bits as hexadecimal digits.
    static func make() -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<2).map { _ in
            let digits = String(generator.next(), radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }
}
