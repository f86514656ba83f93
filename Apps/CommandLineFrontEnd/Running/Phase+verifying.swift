import FeatureKit

extension Phase {
    /// Checks that a command which shows a screen ends well.
    ///
    /// - Parameters:
    ///   - feature: The feature's id.
    ///   - limit: How long was waited.
    /// - Throws: ``CommandLineError`` for a screen that failed or is still loading.
    func verifyReady(of feature: String, after limit: Duration) throws(CommandLineError) {
        switch self {
        case .ready: break
        case .failed(let message, _): throw .featureFailed("feature '\(feature)' failed: \(message)")
        case .loading: throw .stillLoading(feature, after: limit)
        }
    }
}

extension CommandLineError {
    /// A feature has not settled in time.
    static func stillLoading(_ feature: String, after limit: Duration) -> CommandLineError {
        .timedOut("feature '\(feature)' was not done after \(limit.fieldText); give it longer with --timeout")
    }
}
