import FeatureKit

extension RemoteServer {
    /// The error for a session that ended while it was shown.
    ///
    /// The person knows which session is meant, so the message does not spend a line on its id.
    var ended: CommandLineError { .featureFailed("the session has ended") }

    /// The error for a token that the server accepted and no longer accepts.
    var signedOut: FeatureError {
        FeatureError(
            .forbidden, "'\(address.root)' no longer accepts your token, so you cannot see the session any more")
    }

    /// Returns the error for a session id that the server does not know.
    ///
    /// The session may have ended.
    func unknown(_ session: String) -> CommandLineError {
        .featureFailed("'\(address.root)' has no session '\(session)', or it has ended")
    }

    /// Converts an error response or a connection failure to the error that the command reports.
    func refusal(of error: any Error) -> any Error {
        switch error {
        case let fault as RemoteFault:
            return FeatureError(
                .serviceUnavailable,
                "cannot reach '\(address.root)': \(fault.reason); check the address and that the server is running")
        case let problem as RemoteProblem where problem.status == 401:
            return CommandLineError.usage(
                "'\(address.root)' requires a valid token: \(problem.detail); give it with --token-file PATH")
        case let problem as RemoteProblem where problem.isPassing:
            return FeatureError(.serviceUnavailable, "'\(address.root)' is unavailable now: \(problem.detail)")
        case let problem as RemoteProblem:
            let message = "'\(address.root)' refused: \(problem.detail)"
            return problem.status == 403
                ? FeatureError(.forbidden, message) : CommandLineError.featureFailed(message)
        default: return error
        }
    }

    /// Returns the error to show for an action that the server refused.
    func refusal(of problem: RemoteProblem, ofCallIn session: String) async -> any Error {
        switch problem.status {
        case 401: return signedOut
        case 404:
            // The status 404 has two causes: the session has ended, or the action is unknown. Request the frame to
            // distinguish the two causes.
            do { _ = try await frame(of: session) } catch { return FeatureError(.closed, "the session has ended") }
            return FeatureError(.unknownAction, problem.detail)
        case 409: return FeatureError(.disabled, problem.detail)
        case 412: return FeatureError(.outdated, problem.detail)
        case 422 where !problem.errors.isEmpty: return InputRefused(problem.errors, advice: problem.advice)
        case 504: return FeatureError(.timedOut, problem.detail)
        case 500: return CommandLineError.featureFailed(problem.detail)
        default: return refusal(of: problem)
        }
    }
}
