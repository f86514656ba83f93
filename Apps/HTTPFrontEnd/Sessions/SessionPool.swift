import FeatureKit
import HTTPConnections
import Synchronization

/// The running sessions by id, within a limit.
///
/// The pool launches, finds and ends all sessions of clients. A session ends when nobody has watched or used it for a
/// certain time, the lifetime of sessions.
///
/// The pool never waits for a session while the pool's lock is held, so a stuck session delays no other session. The
/// pool uses a lock instead of an actor, because with an actor each request would switch executors twice.
final class SessionPool: Sendable {
    private struct State {
        var entries: [String: PooledSession] = [:]
        var past = EndedSessions()
        /// The number of sessions that have ended.
        var endedCount = 0
        var isDraining = false
    }

    /// Counts all sessions, including sessions for a single request.
    let places: Shares
    /// The greatest number of rows that a session holds of a list that is loaded page by page; `nil` for no limit.
    let rowLimit: Int?
    private let log: LimitLog
    private let lifetime: Duration
    private let clock: any Clock<Duration>
    private let elapsed: @Sendable () -> Duration
    private let state = Mutex(State())

    /// Whether the host is shutting down and launches nothing more.
    var isDraining: Bool { state.withLock(\.isDraining) }

    /// Creates an empty pool.
    ///
    /// - Parameters:
    ///   - limits: The limits of the number of running sessions.
    ///   - lifetime: The time after which a session ends if it has no viewer and gets no request.
    ///   - rowLimit: The greatest number of rows that a session holds of a list that is loaded page by page.
    ///   - log: Logs a warning when a limit is reached.
    ///   - clock: Measures the lifetimes of sessions and the time limits within sessions.
    init(
        limits: Shares.Limits, lifetime: Duration, rowLimit: Int? = nil, log: LimitLog, clock: any Clock<Duration>
    ) {
        (places, self.lifetime, self.log, self.clock) = (Shares(limits), lifetime, log, clock)
        self.rowLimit = rowLimit
        elapsed = clock.stopwatch()
    }

    /// Launches a feature and starts its session.
    ///
    /// - Parameters:
    ///   - feature: The feature.
    ///   - options: The options of the launch.
    ///   - address: The client's address.
    ///   - browser: The id of the browser that begins the session; `nil` for a client of the API.
    ///   - person: The person who begins the session; `nil` if nobody is known.
    /// - Throws: ``Problem`` (503) if a limit is reached, and any error of the launch.
    func open(
        _ feature: any Feature, options: [String: FieldValue], for address: ClientAddress, browser: String? = nil,
        by person: Person? = nil
    ) async throws -> Session {
        try takePlace(for: address)
        do {
            let session = try await Session(feature, options: options, clock: clock, rowLimit: rowLimit)
            let live = LiveSession(session, try await SessionPool.start(session), browser: browser)
            let entry = PooledSession(live: live, address: address, person: person?.key, lastUse: elapsed())
            let wasAdded = state.withLock { state in
                if !state.isDraining { state.entries[session.id] = entry }
                return !state.isDraining
            }
            guard wasAdded else {
                await session.close()
                throw CancellationError()
            }
            return session
        } catch {
            places.give(of: address)
            throw error
        }
    }

    /// Starts a session, and returns the parts that its clients need, with one switch to the session's actor.
    private static func start(_ session: isolated Session) throws -> LiveSession.Parts {
        try session.start()
        return LiveSession.Parts(
            urgent: Set(session.manifest.actions.map(\.name).filter { session.isAlongside($0) }),
            browsed: session.browsed, startAction: session.startAction)
    }

    /// Returns a running session and records its use.
    ///
    /// - Throws: `FeatureError` with the code `closed` for an unknown id, ``Problem`` (503) if the host is shutting
    ///   down.
    func session(_ id: String) throws -> Session { try live(id).session }

    /// Returns a running session with the state of its clients, and records its use.
    ///
    /// - Throws: `FeatureError` with the code `closed` for an unknown id, ``Problem`` (503) if the host is shutting
    ///   down.
    func live(_ id: String) throws -> LiveSession {
        let (live, isDraining) = state.withLock { state -> (LiveSession?, Bool) in
            guard let entry = state.entries[id], !isExpired(entry) else {
                end(id, &state)
                return (nil, state.isDraining)
            }
            state.entries[id]?.lastUse = elapsed()
            return (entry.live, false)
        }
        if let live { return live }
        guard !isDraining else { throw Problem.stopping }
        throw FeatureError(.closed, "session \(id.quoted) does not exist or has ended; launch the feature again")
    }

    /// Returns a running session if a browser has begun it, and records its use; `nil` for any other session.
    ///
    /// - Throws: ``Problem`` (503) if the host is shutting down.
    func session(_ id: String, of browser: String) throws -> LiveSession? {
        guard state.withLock({ $0.entries[id]?.live.browser }) == browser else {
            guard !isDraining else { throw Problem.stopping }
            return nil
        }
        return try? live(id)
    }

    /// Returns a session that a browser has begun and not shown yet; `nil` for any other session.
    func unseen(_ id: String) -> LiveSession? {
        guard let live = state.withLock({ $0.entries[id]?.live }), live.browser != nil else { return nil }
        return live.beginShowing() ? live : nil
    }

    /// Returns the error to report to clients.
    ///
    /// If the session is closed because the host is shutting down, returns the error of the shutdown.
    func explain(_ error: any Error) -> any Error {
        isDraining && (error as? FeatureError)?.code == .closed ? Problem.stopping : error
    }

    /// Ends a session and waits until it is closed.
    ///
    /// - Throws: `FeatureError` with the code `closed` for an unknown id, ``Problem`` (503) if the host is shutting
    ///   down.
    func close(_ id: String) async throws {
        let session = try session(id)
        state.withLock { end(id, &$0) }
        await session.close()
    }

    /// Returns the running sessions that a person has begun, most recently used first.
    ///
    /// - Parameter person: The person; `nil` for the sessions of unknown people.
    func sessions(of person: Person?) -> [Session] {
        let key = person?.key
        return state.withLock(\.entries).values.filter { $0.person == key && !isExpired($0) }.sorted {
            $0.lastUse > $1.lastUse
        }.map(\.session)
    }

    /// Returns the feature and the options of an ended session if they are still remembered.
    func ended(_ id: String) -> EndedSession? { state.withLock { $0.past[id] } }

    // MARK: - Watching

    /// Records that a viewer of a session was attached.
    func beginWatching(_ id: String) {
        state.withLock { $0.entries[id]?.watchers += 1 }
    }

    /// Records that a viewer of a session was detached.
    ///
    /// The session counts as used until this moment.
    func endWatching(_ id: String) {
        state.withLock { state in
            state.entries[id]?.watchers -= 1
            state.entries[id]?.lastUse = elapsed()
        }
    }

    // MARK: - Notices for pages

    /// Keeps notices for a person's next page of a session, but only the newest ``Viewer/noticesLimit``.
    func keep(_ notices: [Notice], for id: String, to person: Person?) {
        let new = notices.map { (person: person?.key, notice: $0) }
        state.withLock { state in
            guard let earlier = state.entries[id]?.notices else { return }
            state.entries[id]?.notices = Array((earlier + new).suffix(Viewer.noticesLimit))
        }
    }

    /// Returns the notices for a person's next page of a session, and removes them from the pool.
    func takeNotices(for id: String, of person: Person?) -> [Notice] {
        state.withLock { state in
            guard let kept = state.entries[id]?.notices, !kept.isEmpty else { return [] }
            let key = person?.key
            state.entries[id]?.notices = kept.filter { $0.person != key }
            return kept.filter { $0.person == key }.map(\.notice)
        }
    }

    // MARK: - Ending

    /// Ends expired sessions at regular intervals until the task is cancelled.
    ///
    /// - Parameter tidy: Called after each interval with the number of sessions that have ended.
    func expire(_ tidy: (_ endedCount: Int) -> Void) async throws {
        while true {
            try await clock.sleep(for: max(lifetime / 30, .seconds(1)))
            tidy(
                state.withLock { state in
                    for id in state.entries.keys { state.entries[id]?.noteCalls(at: elapsed()) }
                    for (id, entry) in state.entries where isExpired(entry) { end(id, &state) }
                    return state.endedCount
                })
        }
    }

    /// Ends all sessions and accepts no new ones.
    func drain() {
        state.withLock { state in
            state.isDraining = true
            for id in state.entries.keys { end(id, &state) }
        }
    }

    private func isExpired(_ entry: PooledSession) -> Bool {
        entry.watchers == 0 && elapsed() - entry.lastUse >= lifetime
    }

    /// Reserves a place for a session.
    ///
    /// If no place is free, another session may end to make room: see ``leaving(for:at:in:now:)``.
    ///
    /// - Throws: ``Problem`` (503) if no session may be ended.
    func takePlace(for address: ClientAddress) throws {
        guard !isDraining else { throw CancellationError() }
        while let refusal = places.take(for: address) {
            let isOfAddress = refusal == .address
            let limit = isOfAddress ? places.limits.address : places.limits.all
            let hasMadeRoom = state.withLock { state in
                let leaving = state.entries.leaving(for: address, at: refusal, in: places, now: elapsed())
                if let leaving { end(leaving, &state) }
                return leaving != nil
            }
            log.note(
                isOfAddress ? .addressSessionLimit : .sessionLimit, limit,
                hasMadeRoom ? .madeRoom : .refused)
            guard hasMadeRoom else {
                throw Problem.noRoom(
                    isOfAddress
                        ? "\(limit) sessions of your address are running, the limit per address; "
                            + "close one or try again later"
                        : "\(limit) sessions are running, the limit of this host; close one or try again later")
            }
        }
    }

    private func end(_ id: String, _ state: inout State) {
        guard let entry = state.entries.removeValue(forKey: id) else { return }
        places.give(of: entry.address)
        state.endedCount += 1
        state.past.remember(entry.session)
        Task {
            let address = await entry.session.address
            self.state.withLock { $0.past.place(of: id, is: address) }
            await entry.session.close()
        }
    }
}
