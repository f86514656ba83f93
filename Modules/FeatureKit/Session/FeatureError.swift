/// What goes wrong around a feature: a name that is not known, an illegal move, a mistake in the feature itself.
///
/// A struct over a code, so that codes can be added without breaking anybody. It knows nothing of exit codes or HTTP:
/// each front end has one table for that. Input that breaks a rule is ``InputRefused``; what a handler throws reaches the
/// caller as it is.
public struct FeatureError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kinds of errors.
    public struct Code: Sendable, Hashable {
        private enum Value {
            case unknownFeature, unknownAction, closed, alreadyStarted, notStarted
            case disabled, busy, superseded, outdated, timedOut, featureFault
            case unreadableFile, serviceUnavailable
        }
        private let value: Value

        private init(_ value: Value) { self.value = value }

        /// No registered feature has this id.
        public static let unknownFeature = Code(.unknownFeature)
        /// The feature has no action of this name.
        public static let unknownAction = Code(.unknownAction)
        /// The session is closed.
        public static let closed = Code(.closed)
        /// The session was started before.
        public static let alreadyStarted = Code(.alreadyStarted)
        /// The session was not started yet.
        public static let notStarted = Code(.notStarted)
        /// The action cannot be asked for now: its button is disabled.
        public static let disabled = Code(.disabled)
        /// The action is running or queued, and takes no second call meanwhile.
        public static let busy = Code(.busy)
        /// A later call of the same action took the place of this one.
        public static let superseded = Code(.superseded)
        /// The session shows another revision than the one that the caller acts upon.
        public static let outdated = Code(.outdated)
        /// The session did not settle in time.
        public static let timedOut = Code(.timedOut)
        /// The feature's own code breaks the contract.
        public static let featureFault = Code(.featureFault)
        /// A file that a launch needs is missing or cannot be opened.
        public static let unreadableFile = Code(.unreadableFile)
        /// Something that the feature or the host needs cannot be had now: a port in use, a database out of reach.
        public static let serviceUnavailable = Code(.serviceUnavailable)
    }

    /// The kind of error.
    public let code: Code
    /// What was given, what was expected and what to do next, for people.
    public let message: String

    /// Creates an error.
    public init(_ code: Code, _ message: String) {
        (self.code, self.message) = (code, message)
    }

    /// A text for people.
    public var description: String { message }
}

extension FeatureError.Code: CustomStringConvertible {
    /// The code's name, for logs.
    public var description: String { "\(value)" }
}
