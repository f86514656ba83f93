import FeatureKit
import FeatureStorage
import HTTPTypes
import NIOHTTP1

extension Problem {
    /// The one table from what goes wrong to the status of the answer.
    private static let statuses: [FeatureError.Code: HTTPResponse.Status] = [
        .unknownFeature: .notFound,
        .unknownAction: .notFound,
        // An ended session is not told from one that never was: its id says nothing any more.
        .closed: .notFound,
        .alreadyStarted: .conflict,
        .notStarted: .conflict,
        .disabled: .conflict,
        .busy: .conflict,
        .superseded: .conflict,
        .outdated: .preconditionFailed,
        .timedOut: .gatewayTimeout,
        .featureFault: .internalServerError,
        // Nobody out there may name files, so that a file that cannot be read is the host's own.
        .unreadableFile: .internalServerError,
        .serviceUnavailable: .serviceUnavailable,
    ]

    private static let storageStatuses: [StorageError.Code: HTTPResponse.Status] = [
        .conflict: .conflict,
        .alreadyTaken: .conflict,
        .unavailable: .serviceUnavailable,
        .unusable: .serviceUnavailable,
        .outcomeUnknown: .serviceUnavailable,
    ]

    /// Describes any error.
    ///
    /// What a feature's own code throws is 500 with its message, if it has one: that message is for people, and everybody
    /// who watches the session reads it on the screen or as a notice anyway. What an error without words of its own looks
    /// like inside is nobody's business; the log names its type.
    init(_ error: any Error) {
        switch error {
        case let problem as Problem:
            self = problem
        case let error as FeatureError:
            self.init(Problem.statuses[error.code] ?? .internalServerError, error.message)
            // Words of the host and of its authors, not of people.
            cause = "FeatureError.\(error.code): \(error.message)"
        case let error as StorageError:
            self.init(Problem.storageStatuses[error.code] ?? .internalServerError, error.message)
            cause = "StorageError.\(error.code)" + (error.rowID == nil ? ": \(error.message)" : "")
        case let refusal as InputRefused:
            self.init(refusal)
        case is CancellationError:
            self = .stopping
        case is HTTPParserError:
            self.init(
                .badRequest, "the body cannot be read: its chunks are not those of HTTP/1.1",
                headers: [.connection: "close"])
        case let error as any CustomStringConvertible:
            self.init(.internalServerError, error.description)
            cause = String(reflecting: type(of: error))
        default:
            self.init(.internalServerError, "the host met an error that it did not expect; its log tells more")
            cause = String(reflecting: type(of: error))
        }
        if status == .serviceUnavailable, headers[.retryAfter] == nil { headers[.retryAfter] = "60" }
    }

    /// Describes refused input, no matter how much of it there is.
    private init(_ refusal: InputRefused) {
        let (named, rest) = refusal.listing()
        let words =
            named.map { "\($0.field): \($0.message)" } + (rest > 0 ? ["and \(rest) more are wrong"] : [])
        self.init(
            .unprocessableContent, "the input was refused: \(words.joined(separator: "; "))",
            errors: Dictionary(named.map { ($0.field, $0.message) }) { first, _ in first })
    }
}
