import FeatureKit

extension RemoteServer {
    /// The error for a session that ended while it was shown.
    ///
    /// The person knows which session is meant, so the message does not spend a line on its id.
    var ended: CommandLineError { .featureFailed("the session has ended") }

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
            return CommandLineError.featureFailed("'\(address.root)' refused: \(problem.detail)")
        default: return error
        }
    }
}
