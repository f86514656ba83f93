import FeatureKit
import FeatureStorage
import HTTPConnections
import HTTPTypes
import NIOCore
import NIOHTTP1

extension Problem {
    /// The only table that maps error codes to statuses.
    private static let statuses: [FeatureError.Code: HTTPResponse.Status] = [
        .unknownFeature: .notFound,
        .unknownAction: .notFound,
        // An ended session has the same status as an unknown session, because its id is no longer valid.
        .closed: .notFound,
        .alreadyStarted: .conflict,
        .notStarted: .conflict,
        .disabled: .conflict,
        .forbidden: .forbidden,
        .busy: .conflict,
        .superseded: .conflict, .cancelled: .conflict,
        .outdated: .preconditionFailed,
        .timedOut: .gatewayTimeout,
        .featureFault: .internalServerError,
        // Clients cannot name files, so the unreadable file comes from the host's own configuration.
        .unreadableFile: .internalServerError,
        .serviceUnavailable: .serviceUnavailable,
    ]

    private static let storageStatuses: [StorageError.Code: HTTPResponse.Status] = [
        .conflict: .conflict,
        .alreadyTaken: .conflict,
        .missingReference: .conflict,
        .inUse: .conflict,
        .unavailable: .serviceUnavailable,
        .unusable: .serviceUnavailable,
        .outcomeUnknown: .serviceUnavailable,
        .scanTooLong: .gatewayTimeout,
    ]

    /// Makes a problem from any error.
    ///
    /// A feature's own error becomes 500 with the error's description. The description is written for people, and every
    /// viewer of the session may see it. An error without a description gets a general message, and the log names the
    /// error's type.
    init(_ error: any Error) {
        switch error {
        case let problem as Problem:
            self = problem
        case let delay as RenderingDelay:
            self = .noRoom(
                "the host renders other pages, and this one has waited for \(delay.limit.fieldText); try again later",
                after: 5)
        case let error as FeatureError:
            self.init(Problem.statuses[error.code] ?? .internalServerError, error.message)
            // This message contains no user input.
            cause = "FeatureError.\(error.code): \(error.message)"
        case let error as StorageError:
            self.init(Problem.storageStatuses[error.code] ?? .internalServerError, error.clientMessage)
            cause = "StorageError.\(error.code)" + (error.rowID == nil ? ": \(error.message)" : "")
            outage = error.outage
        case let refusal as InputRefused:
            self.init(refusal)
        case let misfit as Misfit:
            // A feature has read a record of another version, whose values a person has to correct.
            self.init(.conflict, "\(misfit)")
        case is CancellationError:
            self = .stopping
        case is HTTPParserError:
            self.init(
                .badRequest, "the body cannot be read: its chunks are malformed",
                headers: [.connection: "close"])
        case is IOError:
            // Nobody reads this answer.
            self.init(.badRequest, "the connection was lost before the whole body had arrived")
        case let error as any CustomStringConvertible:
            self.init(.internalServerError, error.description)
            cause = String(reflecting: type(of: error))
        default:
            self.init(.internalServerError, "an unexpected error occurred on the host; see its log")
            cause = String(reflecting: type(of: error))
        }
        if status == .serviceUnavailable, headers[.retryAfter] == nil { headers[.retryAfter] = "60" }
    }

    /// Makes a problem from refused input, with a limited number of fields.
    private init(_ refusal: InputRefused) {
        let (named, rest) = refusal.listing()
        let words =
            named.map { "\($0.field): \($0.message)" } + (rest > 0 ? ["and \(rest) more fields are wrong"] : [])
        self.init(
            .unprocessableContent, "the input was refused: \(words.joined(separator: "; "))",
            errors: Dictionary(named.map { ($0.field, $0.message) }) { first, _ in first })
        advice = Dictionary(refusal.listing(of: refusal.advice(inOrderOf: [])).named.map { ($0.field, $0.message) }) {
            first, _ in first
        }
    }
}
