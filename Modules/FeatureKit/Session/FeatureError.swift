/// An error of the kit: an unknown name, an illegal move, a fault of the feature itself.
///
/// It is a struct over a code, so that new codes break no client. Each front end maps codes to exit codes or HTTP in
/// one table. Input that breaks a rule is ``InputRefused``. An error of a handler reaches the caller unchanged.
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
        /// The session has already been started.
        public static let alreadyStarted = Code(.alreadyStarted)
        /// The session has not been started.
        public static let notStarted = Code(.notStarted)
        /// The action is disabled on the current screen.
        public static let disabled = Code(.disabled)
        /// The action is running or queued and allows no second call, or too many calls are queued.
        public static let busy = Code(.busy)
        /// A later call of the same action has replaced this one.
        public static let superseded = Code(.superseded)
        /// The session is at another revision than the caller expects.
        public static let outdated = Code(.outdated)
        /// The session did not settle in time.
        public static let timedOut = Code(.timedOut)
        /// The code of the feature breaks the contract.
        public static let featureFault = Code(.featureFault)
        /// A file that a launch needs is missing or cannot be opened.
        public static let unreadableFile = Code(.unreadableFile)
        /// A resource of the feature or the host is not available: a port in use, an unreachable database.
        public static let serviceUnavailable = Code(.serviceUnavailable)
    }

    /// The kind of error.
    public let code: Code
    /// The given value, the expected one and the next step, as text for people.
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
