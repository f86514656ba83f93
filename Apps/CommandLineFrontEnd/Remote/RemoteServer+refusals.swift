import FeatureKit

extension RemoteServer {
    /// The shown session has ended.
    func ended(_ session: String) -> CommandLineError { .featureFailed("session '\(session)' has ended") }

    /// The server has no session with this id, or it has ended.
    func unknown(_ session: String) -> CommandLineError {
        .featureFailed("'\(address.root)' has no session '\(session)', or it has ended")
    }

    /// The command's error for a refusal or a fault of the server.
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
