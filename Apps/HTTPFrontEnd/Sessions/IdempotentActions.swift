import FeatureKit
import FeatureStorage
import HTTPTypes
import Synchronization

/// Remembers answers under the keys that clients give, so that what is sent twice acts once.
///
/// A double click, a form that is sent again and a retry after a lost answer come with the same key: they get the answer
/// that is under way or was given. The memory is bounded: beyond ``limit`` keys the oldest that was answered is forgotten.
///
/// ```swift
/// let answer = try await actions.perform(key: key, fingerprint: [action: arguments], from: address) {
///     try await session.perform(action, arguments)
/// }
/// ```
final class IdempotentActions: Sendable {
    private struct Entry {
        let number: Int
        let fingerprint: Int
        let address: ClientAddress
        let task: Task<Answer, any Error>
        var isAnswered = false
    }

    private struct Memory {
        var entries: [String: Entry] = [:]
        var lastNumber = 0
    }

    /// How long a key may be, in bytes.
    static let keyLimit = 255

    /// How many keys are remembered.
    let limit: Int
    private let memory = Mutex(Memory())

    /// How many requests of one address may be under way.
    private let addressLimit: Int

    /// Creates an empty memory.
    ///
    /// - Parameters:
    ///   - limit: How many keys are remembered.
    ///   - addressLimit: How many requests of one address may be under way; by default as many as there are keys.
    init(limit: Int = 32, addressLimit: Int? = nil) { (self.limit, self.addressLimit) = (limit, addressLimit ?? limit) }

    /// Does some work once for a key, and returns its answer.
    ///
    /// Work for a key goes on when the calling task is cancelled. What was refused before it acted is forgotten at once.
    ///
    /// - Parameters:
    ///   - key: What the client calls its request; without one the work is done each time.
    ///   - fingerprint: What is asked for: the same for the same request.
    ///   - address: The client's address.
    ///   - work: What to do.
    /// - Throws: ``Problem``: 400 for no proper key, 422 when the key stands for another request, 503 when too many keys
    ///   are under way; and what the work throws, each time.
    func perform(
        key: String?, fingerprint: some Hashable, from address: ClientAddress,
        work: @escaping @Sendable () async throws -> Answer
    ) async throws -> Answer {
        guard key != nil else { return try await work() }
        return try await task(key: key, fingerprint: fingerprint, from: address, work: work).value
    }

    /// Begins some work once for a key, like ``perform(key:fingerprint:from:work:)``, and returns it for callers that wait
    /// with a limit.
    ///
    /// - Parameter isUrgent: Whether it needs no room: a stop button gets through beside what it stops.
    func task(
        key: String?, fingerprint: some Hashable, from address: ClientAddress, isUrgent: Bool = false,
        work: @escaping @Sendable () async throws -> Answer
    ) throws(Problem) -> Task<Answer, any Error> {
        guard let key else { return Task { try await work() } }
        guard (1...IdempotentActions.keyLimit).contains(key.utf8.count) else {
            throw Problem(
                .badRequest, "Idempotency-Key: expected 1 to \(IdempotentActions.keyLimit) bytes, got \(key.quoted)")
        }
        let fingerprint = fingerprint.hashValue
        return try memory.withLock { memory throws(Problem) in
            if let entry = memory.entries[key] {
                guard entry.fingerprint == fingerprint else {
                    throw Problem(
                        .unprocessableContent,
                        "Idempotency-Key: \(key.quoted) was given with another request; give each request its own")
                }
                return entry.task
            }
            try makeRoom(in: &memory, for: address, isUrgent: isUrgent)
            memory.lastNumber += 1
            let number = memory.lastNumber
            // It notes its end after this lock is free again.
            let task = Task {
                do {
                    let answer = try await work()
                    noteAnswer(to: key, number)
                    return answer
                } catch {
                    IdempotentActions.hasActed(before: error) ? noteAnswer(to: key, number) : forget(key, number)
                    throw error
                }
            }
            memory.entries[key] = Entry(number: number, fingerprint: fingerprint, address: address, task: task)
            return task
        }
    }

    private func makeRoom(in memory: inout Memory, for address: ClientAddress, isUrgent: Bool) throws(Problem) {
        guard memory.entries.count >= min(limit, addressLimit) else { return }
        let own = memory.entries.filter { $0.value.address == address }
        if !isUrgent, own.count(where: { !$0.value.isAnswered }) >= addressLimit { throw noRoom(addressLimit) }
        guard memory.entries.count >= limit else { return }
        // An address that fills the memory forgets its own answers, not those of others.
        let candidates = own.count > limit / 2 ? own : memory.entries
        guard let oldest = candidates.filter({ $0.value.isAnswered }).min(by: { $0.value.number < $1.value.number })
        else {
            if isUrgent { return }
            throw noRoom(limit)
        }
        memory.entries[oldest.key] = nil
    }

    private func noRoom(_ count: Int) -> Problem {
        .noRoom("\(count) requests with an Idempotency-Key are under way; wait for one of them")
    }

    private func noteAnswer(to key: String, _ number: Int) {
        memory.withLock { memory in
            guard memory.entries[key]?.number == number else { return }
            memory.entries[key]?.isAnswered = true
        }
    }

    private func forget(_ key: String, _ number: Int) {
        memory.withLock { memory in
            guard memory.entries[key]?.number == number else { return }
            memory.entries[key] = nil
        }
    }

    /// Whether work that ended with an error may have done something.
    private static func hasActed(before error: any Error) -> Bool {
        switch error {
        case is Problem: return false
        case let error as FeatureError:
            return ![.disabled, .busy, .outdated, .notStarted, .closed, .serviceUnavailable].contains(error.code)
        // A store that is away keeps nothing, unless the connection broke while it saved.
        case let error as StorageError: return ![.unavailable, .unusable].contains(error.code)
        default: return true
        }
    }
}
