import AsyncHTTPClient
import FeatureKit
import NIOCore
import Synchronization

// Follows the session of a source: reads its event stream, and reconnects after an outage.

extension RemoteSource {
    /// Launches the session if the source begins one, and reports its events until it ends.
    ///
    /// - Throws: `CommandLineError.sessionLost` if the server has forgotten the session during an outage.
    func follow(_ yield: (SourceEvent) -> Void) async throws {
        let first: Frame
        switch subject {
        case .session(let frame, _): first = frame
        case .launch(let link):
            first = try await server.launch(link)
            begun.withLock { $0 = first.session }
        }
        let isWanted = state.withLock { state in
            guard case .waiting = state else { return false }
            state = .running(session: first.session)
            return true
        }
        guard isWanted else {
            if let session = begun.withLock({ $0.take() }) { try await server.end(session) }
            return
        }
        var reader = FrameReader(session: first.session, frame: first)
        var backoff = Backoff(jitter: jitter)
        var isFirst = true
        var takesPatches = true
        var lost: String?
        func lose(_ reason: String) {
            // Report each cause once, and not after every attempt.
            if lost != reason { yield(.connection(.lost(reason: reason))) }
            lost = reason
        }
        while true {
            do {
                let body = try await open(
                    first.session, after: reader.known, takesPatches: takesPatches, isAgain: !isFirst)
                if isFirst { yield(.frame(first)) }
                if lost != nil { yield(.connection(.live)) }
                (isFirst, lost) = (false, nil)
                guard try await read(body, of: first.session, &reader, &backoff, yield) else {
                    throw RemoteFault(reason: "the server closed the connection")
                }
            } catch let error as FrameReader.Mismatch {
                // The event cannot be applied to the current frame, so request a whole frame. Report the failure only
                // if the next event fails too.
                reader.forget()
                // A server of a later version may send edits that this version does not know. Request whole frames from
                // now on.
                takesPatches = takesPatches && !error.isUnknownEdit
                if error.isRepeated { lose("the server sent invalid events") }
            } catch {
                guard !isFirst, let reason = RemoteSource.passingReason(of: error) else { throw error }
                lose(reason)
            }
            try await pause(for: backoff.next())
        }
    }

    /// Waits before the next attempt to connect, but not after an answer has said that the session has ended.
    private func pause(for time: Duration) async throws {
        let task = Task<Void, Never> { [clock] in try? await clock.sleep(for: time) }
        pausing.withLock { $0 = task }
        await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
        try Task.checkCancellation()
    }

    /// Opens the event stream.
    ///
    /// - Parameter isAgain: Whether the stream was open before. A server that no longer knows the session then has
    ///   started anew.
    private func open(
        _ session: String, after known: String?, takesPatches: Bool, isAgain: Bool
    ) async throws -> HTTPClientResponse.Body {
        do {
            return try await server.events(of: session, after: known, takesPatches: takesPatches)
        } catch let problem as RemoteProblem {
            switch problem.status {
            case 404: throw isAgain ? .sessionLost : server.ended
            case 401 where isAgain: throw server.signedOut
            default: throw problem
            }
        }
    }

    /// Reads an event stream to its end.
    ///
    /// - Returns: Whether the server asks to open the stream again.
    /// - Throws: `FeatureError` with the code `closed` if the session has ended, or `RemoteFault` if the connection was
    ///   cut.
    private func read(
        _ body: HTTPClientResponse.Body, of session: String, _ reader: inout FrameReader, _ backoff: inout Backoff,
        _ yield: (SourceEvent) -> Void
    ) async throws -> Bool {
        var parser = EventParser(limit: RemoteServer.sizeLimit)
        var isAlive = false
        do {
            for try await bytes in body {
                // The first chunk may be only a greeting, so do not reset the backoff before the second chunk.
                if isAlive { backoff.reset() }
                isAlive = true
                for event in try parser.parse(bytes.readableBytesView) {
                    if event.name == "renew" {
                        backoff.reset()
                        return true
                    }
                    if event.name == "closed" { throw await cause(ofEndOf: session) }
                    guard let event = try reader.read(event) else { continue }
                    backoff.reset()
                    yield(event)
                }
            }
        } catch let error as EventParser.TooLarge {
            throw RemoteFault(reason: "the server sent an event of more than \(error.limit >> 20) MiB")
        } catch let error as FrameReader.Mismatch {
            throw error
        } catch let error as CommandLineError {
            throw error
        } catch { throw RemoteServer.fault(of: error) }
        return false
    }

    /// Returns why a server has closed a session.
    ///
    /// A server that is stopping closes all its sessions. The source then waits for the server to start again.
    private func cause(ofEndOf session: String) async -> any Error {
        do {
            _ = try await server.frame(of: session)
        } catch {
            if error is CancellationError || Self.passingReason(of: error) != nil { return error }
        }
        return server.ended
    }

    /// Returns the cause of a temporary failure, or `nil` if the failure is permanent.
    private static func passingReason(of error: any Error) -> String? {
        switch error {
        case let fault as RemoteFault: fault.reason
        case let problem as RemoteProblem where problem.isPassing: problem.detail
        default: nil
        }
    }
}
