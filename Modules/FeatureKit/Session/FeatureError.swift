/// An error that FeatureKit throws: for an unknown name, a call that is not allowed, or a mistake in the feature's
/// code.
///
/// Input that breaks a rule throws ``InputRefused`` instead. An error that a handler throws reaches the caller
/// unchanged.
///
/// The error is a struct with a code. Unlike a new case of an enumeration, a new code breaks no client's `switch`. Each
/// front end maps the codes to exit codes or HTTP status codes in one table.
public struct FeatureError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kinds of errors.
    public struct Code: Sendable, Hashable {
        private enum Value {
            case unknownFeature, unknownAction, closed, alreadyStarted, notStarted
            case disabled, forbidden, busy, superseded, cancelled, outdated, timedOut, featureFault
            case unreadableFile, serviceUnavailable
        }
        private let value: Value

        private init(_ value: Value) { self.value = value }

        /// No registered feature has the given id.
        public static let unknownFeature = Code(.unknownFeature)
        /// The feature has no action with the given name.
        public static let unknownAction = Code(.unknownAction)
        /// The session is closed.
        public static let closed = Code(.closed)
        /// The session has already been started.
        public static let alreadyStarted = Code(.alreadyStarted)
        /// The session has not been started.
        public static let notStarted = Code(.notStarted)
        /// The action is disabled on the current screen.
        public static let disabled = Code(.disabled)
        /// The person may not perform the action, or not use the feature.
        public static let forbidden = Code(.forbidden)
        /// Too many calls are queued, or the action is already queued or running and allows no second call.
        public static let busy = Code(.busy)
        /// A later call of the same action has replaced this one.
        public static let superseded = Code(.superseded)
        /// Somebody has cancelled the call.
        public static let cancelled = Code(.cancelled)
        /// The session's revision is not the revision that the caller expects.
        public static let outdated = Code(.outdated)
        /// The session did not settle within the time limit.
        public static let timedOut = Code(.timedOut)
        /// The feature's code breaks a rule of FeatureKit.
        public static let featureFault = Code(.featureFault)
        /// A file that the launch of a feature needs is missing or cannot be opened.
        public static let unreadableFile = Code(.unreadableFile)
        /// A resource of the feature or the host is not available, such as a port that is in use or a database.
        public static let serviceUnavailable = Code(.serviceUnavailable)
    }

    /// The kind of error.
    public let code: Code
    /// The text for people: what was given, what was expected, and what to do next.
    public let message: String

    /// Creates an error.
    public init(_ code: Code, _ message: String) {
        (self.code, self.message) = (code, message)
    }

    /// The message.
    public var description: String { message }
}

extension FeatureError.Code: CustomStringConvertible {
    /// The code's name, for logs.
    public var description: String { "\(value)" }
}
