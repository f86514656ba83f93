import AsyncHTTPClient
package import FeatureKit
import NIOCore
import Synchronization

/// A session of a server as what a view shows.
///
/// It follows the session's event stream, from the last revision it has seen each time that the connection is lost; what
/// is asked for goes with a key, so that it can be sent again without acting twice.
package final class RemoteSource: ScreenSource {
    /// What it shows.
    package enum Subject: Sendable {
        /// A session that somebody has opened, as it was when it was asked for.
        case session(Frame)
        /// A feature, launched for this source alone and ended with it.
        case launch(FeatureLink)
    }

    private enum State: Sendable {
        case waiting
        case running(session: String)
        case ended
    }

    /// How long an action is sent again while the server cannot be reached.
    private static let persistence = Duration.seconds(30)

    /// What the feature says of itself.
    package let manifest: FeatureManifest
    private let server: RemoteServer
    private let subject: Subject
    private let clock: any Clock<Duration>
    private let jitter: @Sendable () -> Double
    private let state = Mutex(State.waiting)
    private let watching = Mutex<Task<Void, Never>?>(nil)

    /// Describes a session of a server; nothing is asked yet.
    ///
    /// - Parameter jitter: Draws the share of a full pause that is waited for before something is tried again.
    package init(
        _ subject: Subject, on server: RemoteServer, manifest: FeatureManifest, clock: any Clock<Duration>,
        jitter: @escaping @Sendable () -> Double = { Double.random(in: 0.5...1) }
    ) {
        (self.subject, self.server, self.manifest) = (subject, server, manifest)
        (self.clock, self.jitter) = (clock, jitter)
    }

    /// Follows the session.
    package func events() -> AsyncStream<SourceEvent> {
        let (events, continuation) = AsyncStream<SourceEvent>.makeStream()
        let task = Task {
            do { try await follow { continuation.yield($0) } } catch is CancellationError {} catch {
                continuation.yield(.failed(server.refusal(of: error)))
            }
            state.withLock { $0 = .ended }
            continuation.finish()
        }
        continuation.onTermination = { _ in task.cancel() }
        watching.withLock { $0 = task }
        return events
    }

    /// Performs an action; sent again under its key as long as nobody knows whether it has arrived.
    package func perform(_ action: String, _ arguments: [String: FieldValue]) async throws {
        let session = try session()
        let key = RandomKey.make()
        var backoff = Backoff(jitter: jitter)
        let elapsed = clock.stopwatch()
        while true {
            do {
                return try await server.perform(action, arguments, in: session, key: key)
            } catch let fault as RemoteFault {
                let pause = backoff.next()
                guard elapsed() + pause < Self.persistence else {
                    throw FeatureError(
                        .serviceUnavailable,
                        "'\(action)' could not be sent (\(fault.reason)), or its answer was lost; see whether it was done"
                    )
                }
                try await clock.sleep(for: pause)
                _ = try self.session()
            } catch let problem as RemoteProblem {
                throw try await refusal(of: action, problem, in: session)
            }
        }
    }

    /// Stops watching, and ends a session that was launched for this source.
    package func close() async {
        let last = state.withLock { state in
            defer { state = .ended }
            return state
        }
        watching.withLock(\.self)?.cancel()
        if case .launch = subject, case .running(let session) = last { try? await server.end(session) }
    }

    // MARK: - Following

    private func follow(_ yield: (SourceEvent) -> Void) async throws {
        let first: Frame
        switch subject {
        case .session(let frame): first = frame
        case .launch(let link): first = try await server.launch(link)
        }
        let isWanted = state.withLock { state in
            guard case .waiting = state else { return false }
            state = .running(session: first.session)
            return true
        }
        guard isWanted else {
            if case .launch = subject { try await server.end(first.session) }
            return
        }
        var reader = FrameReader(session: first.session, frame: first)
        var backoff = Backoff(jitter: jitter)
        var isFirst = true
        var lost: String?
        func lose(_ reason: String) {
            // Said once, however often it is tried again.
            if lost != reason { yield(.connection(.lost(reason: reason))) }
            lost = reason
        }
        while true {
            do {
                let body = try await open(first.session, after: reader.known)
                if isFirst { yield(.frame(first)) }
                if lost != nil { yield(.connection(.live)) }
                (isFirst, lost) = (false, nil)
                try await read(body, &reader, &backoff, yield)
                throw RemoteFault(reason: "the server broke off")
            } catch let error as FrameReader.Mismatch {
                // What fits nothing is asked for whole; only that a server goes on so is worth to be said.
                reader.forget()
                if error.isRepeated { lose("the server sends what does not fit") }
            } catch {
                guard !isFirst, let reason = RemoteSource.passingReason(of: error) else { throw error }
                lose(reason)
            }
            try await clock.sleep(for: backoff.next())
        }
    }

    private func open(_ session: String, after revision: Int?) async throws -> HTTPClientResponse.Body {
        do { return try await server.events(of: session, after: revision) } catch let problem as RemoteProblem {
            throw problem.status == 404 ? server.ended(session) : problem
        }
    }

    /// Reads a stream to its end.
    ///
    /// - Throws: `FeatureError` with the code `closed` if the session has ended, `RemoteFault` if the stream was cut.
    private func read(
        _ body: HTTPClientResponse.Body, _ reader: inout FrameReader, _ backoff: inout Backoff,
        _ yield: (SourceEvent) -> Void
    ) async throws {
        var parser = EventParser(limit: RemoteServer.sizeLimit)
        var isAlive = false
        do {
            for try await bytes in body {
                // A word of greeting is no proof that it works again.
                if isAlive { backoff.reset() }
                isAlive = true
                for event in try parser.parse(bytes.readableBytesView) {
                    if event.name == "closed" { throw server.ended(reader.session) }
                    guard let event = try reader.read(event) else { continue }
                    backoff.reset()
                    yield(event)
                }
            }
        } catch let error as EventParser.TooLarge {
            throw RemoteFault(reason: "the server sends more than \(error.limit >> 20) MiB at once")
        } catch let error as FrameReader.Mismatch {
            throw error
        } catch let error as CommandLineError {
            throw error
        } catch { throw RemoteServer.fault(of: error) }
    }

    /// Why a connection was lost that is worth to be tried again.
    private static func passingReason(of error: any Error) -> String? {
        switch error {
        case let fault as RemoteFault: fault.reason
        case let problem as RemoteProblem where problem.isPassing: problem.detail
        default: nil
        }
    }

    // MARK: - Asking

    private func session() throws -> String {
        switch state.withLock(\.self) {
        case .running(let session): session
        case .waiting:
            throw FeatureError(.notStarted, "'\(manifest.id)' is still being launched; try again in a moment")
        case .ended: throw FeatureError(.closed, "the session has ended")
        }
    }

    /// The error that a view shows for an action that the server has refused.
    private func refusal(
        of action: String, _ problem: RemoteProblem, in session: String
    ) async throws -> any Error {
        switch problem.status {
        case 404:
            // The session may have ended, which its stream tells; or only the action is unknown.
            do { _ = try await server.frame(of: session) } catch { return server.refusal(of: server.ended(session)) }
            return FeatureError(.unknownAction, problem.detail)
        case 409: return FeatureError(.disabled, problem.detail)
        case 412: return FeatureError(.outdated, problem.detail)
        case 422 where !problem.errors.isEmpty: return InputRefused(problem.errors)
        case 504: return FeatureError(.timedOut, problem.detail)
        case 500: return CommandLineError.featureFailed(problem.detail)
        default: return server.refusal(of: problem)
        }
    }
}
