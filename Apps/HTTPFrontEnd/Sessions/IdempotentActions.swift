import FeatureKit
import FeatureStorage
import HTTPConnections
import HTTPTypes
import Synchronization

/// Performs a request only once if it arrives several times with the same idempotency key.
///
/// A double click, a form that is sent again and a retry after a lost answer have the key of the first request. They
/// get the answer to the first request. The memory is limited: beyond ``limit`` keys, the oldest answered request is
/// forgotten.
///
/// ```swift
/// let answer = try await actions.perform(key: key, fingerprint: [action: arguments], by: kim, from: address) {
///     try await session.perform(action, arguments)
/// }
/// ```
final class IdempotentActions: Sendable {
    /// A client's key.
    private struct Key: Hashable {
        /// The person, who has keys of its own; `nil` for all unknown people together.
        let person: [UInt8]?
        let text: String
    }

    private struct Entry {
        let number: Int
        let fingerprint: Int
        let address: ClientAddress
        let work: SharedWork<Answer>
        var isAnswered = false
    }

    private struct Memory {
        var entries: [Key: Entry] = [:]
        var lastNumber = 0
    }

    /// The maximum length of a key, in bytes.
    static let keyLimit = 255

    /// The maximum number of remembered keys.
    let limit: Int
    private let memory = Mutex(Memory())

    /// The maximum number of running requests of a person at an address.
    private let addressLimit: Int

    /// Creates an empty memory.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of remembered keys.
    ///   - addressLimit: The maximum number of running requests of a person at an address; by default, `limit`.
    init(limit: Int = 32, addressLimit: Int? = nil) { (self.limit, self.addressLimit) = (limit, addressLimit ?? limit) }

    /// Performs work once for each key, and returns its answer.
    ///
    /// Work with a key continues when the calling task is cancelled. Work that is refused before it has an effect is
    /// forgotten at once, so that the client can retry.
    ///
    /// - Parameters:
    ///   - key: The client's key. Without a key, every call performs the work.
    ///   - fingerprint: A value that is equal for equal requests.
    ///   - person: The person who sends the request; `nil` for somebody unknown.
    ///   - address: The client's address.
    ///   - work: The work.
    /// - Throws: ``Problem``: 400 for a malformed key, 422 for a key of a different request, 503 if too many requests
    ///   with a key are running. Every call also throws the error of the work.
    func perform(
        key: String?, fingerprint: some Hashable, by person: Person?, from address: ClientAddress,
        work: @escaping @Sendable () async throws -> Answer
    ) async throws -> Answer {
        guard key != nil else { return try await work() }
        return try await start(key: key, fingerprint: fingerprint, by: person, from: address, work: work).value()
    }

    /// Starts work like ``perform(key:fingerprint:by:from:work:)``, for callers that wait with a time limit.
    ///
    /// - Parameter isUrgent: Whether the work may exceed the limits, as a stop button does.
    func start(
        key: String?, fingerprint: some Hashable, by person: Person?, from address: ClientAddress,
        isUrgent: Bool = false,
        work: @escaping @Sendable () async throws -> Answer
    ) throws(Problem) -> SharedWork<Answer> {
        guard let text = key else { return SharedWork(work) }
        guard (1...IdempotentActions.keyLimit).contains(text.utf8.count) else {
            throw Problem(
                .badRequest, "Idempotency-Key: expected 1 to \(IdempotentActions.keyLimit) bytes, got \(text.quoted)")
        }
        let key = Key(person: person?.key, text: text)
        let fingerprint = fingerprint.hashValue
        return try memory.withLock { memory throws(Problem) in
            if let entry = memory.entries[key] {
                guard entry.fingerprint == fingerprint else {
                    throw Problem(
                        .unprocessableContent,
                        "Idempotency-Key: \(text.quoted) was given with another request; give each request its own")
                }
                return entry.work
            }
            try makeRoom(in: &memory, for: key.person, at: address, isUrgent: isUrgent)
            memory.lastNumber += 1
            let number = memory.lastNumber
            // The new task needs this lock only when the work ends. At worst, it waits until this block has stored the
            // entry.
            let shared = SharedWork {
                do {
                    let answer = try await work()
                    self.noteAnswer(to: key, number)
                    return answer
                } catch {
                    if IdempotentActions.hasActed(before: error) {
                        self.noteAnswer(to: key, number)
                    } else {
                        self.forget(key, number)
                    }
                    throw error
                }
            }
            memory.entries[key] = Entry(number: number, fingerprint: fingerprint, address: address, work: shared)
            return shared
        }
    }

    private func makeRoom(
        in memory: inout Memory, for person: [UInt8]?, at address: ClientAddress, isUrgent: Bool
    ) throws(Problem) {
        guard memory.entries.count >= min(limit, addressLimit) else { return }
        let own = memory.entries.filter { $0.key.person == person }
        let ownHere = own.filter { $0.value.address == address }
        if !isUrgent, ownHere.count(where: { !$0.value.isAnswered }) >= addressLimit { throw noRoom(addressLimit) }
        guard memory.entries.count >= limit else { return }
        // A person that uses more than half of the memory loses only its own answers, and so does an address.
        let candidates = [ownHere, own].first { $0.count > limit / 2 } ?? memory.entries
        guard let oldest = candidates.filter({ $0.value.isAnswered }).min(by: { $0.value.number < $1.value.number })
        else {
            if isUrgent { return }
            throw noRoom(limit)
        }
        memory.entries[oldest.key] = nil
    }

    private func noRoom(_ count: Int) -> Problem {
        .noRoom("\(count) requests with an Idempotency-Key are running; wait until one of them ends")
    }

    private func noteAnswer(to key: Key, _ number: Int) {
        memory.withLock { memory in
            guard memory.entries[key]?.number == number else { return }
            memory.entries[key]?.isAnswered = true
        }
    }

    private func forget(_ key: Key, _ number: Int) {
        memory.withLock { memory in
            guard memory.entries[key]?.number == number else { return }
            memory.entries[key] = nil
        }
    }

    /// Returns whether failed work may have had an effect.
    private static func hasActed(before error: any Error) -> Bool {
        switch error {
        case is Problem: return false
        case let error as FeatureError:
            return ![.disabled, .busy, .outdated, .notStarted, .closed, .serviceUnavailable].contains(error.code)
        // An unavailable store has saved nothing. A connection that broke during a save has another error code.
        case let error as StorageError: return ![.unavailable, .unusable].contains(error.code)
        default: return true
        }
    }
}
