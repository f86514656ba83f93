import FeatureKit

extension Phase {
    /// Verifies that the last screen of a command is ready.
    ///
    /// - Parameters:
    ///   - feature: The feature's id.
    ///   - limit: The time that has passed. The message quotes it.
    /// - Throws: ``CommandLineError`` if the screen has failed or is still loading.
    func verifyReady(of feature: String, after limit: Duration) throws(CommandLineError) {
        switch self {
        case .ready: break
        case .failed(let message, _): throw .featureFailed("feature '\(feature)' failed: \(message)")
        case .loading: throw .stillLoading(feature, after: limit)
        }
    }
}

extension CommandLineError {
    /// Reports that a feature has not settled within the time limit.
    static func stillLoading(_ feature: String, after limit: Duration) -> CommandLineError {
        .timedOut("feature '\(feature)' did not settle within \(limit.fieldText); set a longer --timeout")
    }
}
