import FeatureKit

extension RemoteServer {
    /// A session that was shown has ended.
    func ended(_ session: String) -> CommandLineError { .featureFailed("session '\(session)' has ended") }

    /// There is no session of this id, or no longer.
    func unknown(_ session: String) -> CommandLineError {
        .featureFailed("there is no session '\(session)' at '\(address.root)', or no longer")
    }

    /// The error that a command ends with, for what a server answered or why it did not.
    func refusal(of error: any Error) -> any Error {
        switch error {
        case let fault as RemoteFault:
            return FeatureError(
                .serviceUnavailable,
                "cannot reach '\(address.root)': \(fault.reason); check the address, and that a server runs there")
        case let problem as RemoteProblem where problem.status == 401:
            return CommandLineError.usage(
                "'\(address.root)' does not let you in: \(problem.detail); give its token by --token-file PATH")
        case let problem as RemoteProblem where problem.isPassing:
            return FeatureError(.serviceUnavailable, "'\(address.root)' cannot do it now: \(problem.detail)")
        case let problem as RemoteProblem:
            return CommandLineError.featureFailed("'\(address.root)' refused: \(problem.detail)")
        default: return error
        }
    }
}
