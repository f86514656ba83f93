import FeatureKit
import FeatureStorage
import HTTPConnections
import HTTPTypes
import Interaction
import Logging

/// Writes one line to the log for each call of an action that clients ask for, and counts and times the calls.
///
/// A line names the person, the action, the record, the door and the outcome. It contains no value of a record.
struct Audit: Sendable {
    /// The way in which a call reaches the host.
    enum Door: String {
        case api, page
    }

    /// The outcome of a call.
    enum Outcome: String, CaseIterable {
        /// The action has succeeded.
        case done
        /// The call breaks a rule, comes at a wrong moment, or conflicts with another change.
        case refused
        /// The person may not perform the action.
        case forbidden
        /// The action has failed.
        case failed

        fileprivate init(of error: any Error) {
            switch error {
            case let error as FeatureError: self = Outcome.outcomes[error.code] ?? .failed
            case let error as StorageError:
                self = [.conflict, .alreadyTaken, .missingReference, .inUse].contains(error.code) ? .refused : .failed
            case is InputRefused, is Misfit: self = .refused
            case let problem as Problem: self = problem.status.kind == .clientError ? .refused : .failed
            default: self = .failed
            }
        }

        private static let outcomes: [FeatureError.Code: Outcome] = [
            .forbidden: .forbidden, .unknownAction: .refused, .disabled: .refused, .busy: .refused,
            .superseded: .refused, .cancelled: .refused, .outdated: .refused,
        ]
    }

    /// The person and the address of a call, and the door that it came by.
    struct Caller: Sendable {
        let person: Person?
        let address: ClientAddress
        let door: Door

        init(_ context: HostContext, at door: Door) {
            (person, address, self.door) = (context.person, context.address, door)
        }
    }

    /// The longest part of a record's id in a line, in bytes.
    private static let recordLimit = 100
    /// The greatest number of records that a line names.
    private static let recordsLimit = 10

    let logger: Logger
    let metrics: HostMetrics
    let clock: any Clock<Duration>

    /// Performs a call, and writes its outcome to the log.
    func performing<Result>(
        _ call: Call, of manifest: FeatureManifest, by caller: Caller, _ body: () async throws -> Result
    ) async throws -> Result {
        let elapsed = clock.stopwatch()
        let outcome: Outcome
        defer {
            let duration = elapsed()
            metrics.noteAction(of: manifest.id, took: duration)
            note(outcome, of: call.action, call.arguments, in: manifest, by: caller, took: duration)
        }
        do {
            let result = try await body()
            outcome = .done
            return result
        } catch {
            outcome = Outcome(of: error)
            throw error
        }
    }

    /// Reads and checks a call, and writes to the log if it is refused.
    func admitting<Result>(
        _ action: String, of manifest: FeatureManifest, by caller: Caller, _ body: () async throws -> Result
    ) async throws -> Result {
        do { return try await body() } catch {
            note(Outcome(of: error), of: action, [:], in: manifest, by: caller, took: nil)
            throw error
        }
    }

    private func note(
        _ outcome: Outcome, of action: String, _ arguments: [String: FieldValue], in manifest: FeatureManifest,
        by caller: Caller, took duration: Duration?
    ) {
        metrics.count(outcome, of: manifest.id)
        guard logger.logLevel <= .info else { return }
        let action = manifest.action(named: action)
        // A client's own text never begins a line or a member.
        let name = action?.name ?? "unknown"
        var members: Logger.Metadata = [
            "feature": "\(manifest.id)", "action": "\(name)", "door": "\(caller.door)",
            "address": "\(caller.address)", "outcome": "\(outcome)",
        ]
        func shown(_ id: String) -> String { String(id.prefix(utf8Count: Self.recordLimit)).quotedForLog }
        if let id = action?.row(of: arguments) { members["record"] = "\(shown(id))" }
        if let ids = action?.rows(of: arguments), !ids.isEmpty {
            members["records"] = "\(ids.count): \(ids.prefix(Self.recordsLimit).map(shown).joined(separator: " "))"
        }
        if let duration { members["milliseconds"] = "\(duration / .milliseconds(1))" }
        let person = caller.person?.nameInLog ?? "nobody"
        members["person"] = "\(person)"
        logger.info("\(person): \(name) of \(manifest.id) \(outcome)", metadata: members)
    }
}

extension Person {
    /// The person's id for the log, in quotes if it could look like something else in a line.
    var nameInLog: String { id.isPlainName && id != "nobody" ? id : id.quotedForLog }
}

extension String {
    /// The text in quotes, with escapes for quotes and for everything that no one can see.
    fileprivate var quotedForLog: String {
        var text = "\""
        for scalar in unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
                text += "\\u{\(String(scalar.value, radix: 16))}"
            default:
                if scalar == "\"" || scalar == "\\" { text += "\\" }
                text.unicodeScalars.append(scalar)
            }
        }
        return text + "\""
    }

    /// Whether the text has only letters, digits and signs that have no meaning in a line of the log.
    fileprivate var isPlainName: Bool {
        utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"),
                UInt8(ascii: "@"), UInt8(ascii: "|"), UInt8(ascii: "+"):
                true
            default: false
            }
        }
    }
}
