import FeatureKit

/// The sessions that run, by id: no more than a limit, none that nobody watches or uses for long.
///
/// Sessions are launched here, found here and end here. The pool never waits for a session to do something, so that one
/// that is stuck holds up nobody else.
actor SessionPool {
    private struct Entry {
        let live: LiveSession
        let address: ClientAddress
        /// Whether it was opened for a page: a person can open it again.
        let isOfPage: Bool
        var lastUse: Duration
        var watchers = 0
        /// Notices for the page of who acted, which others who watch have got already.
        var notices: [Notice] = []

        var session: Session { live.session }
    }

    /// How long a session is unused at least before it may go to make room: one minute.
    static let restBeforeEviction = Duration.seconds(60)

    /// Places for sessions, of one shot too.
    nonisolated let places: Shares
    private let log: LimitLog
    private let lifetime: Duration
    private let clock: any Clock<Duration>
    private let elapsed: @Sendable () -> Duration
    private var entries: [String: Entry] = [:]
    private var past = EndedSessions()

    /// Whether the host is shutting down: nothing is launched any more.
    private(set) var isDraining = false

    /// Creates an empty pool.
    ///
    /// - Parameters:
    ///   - limits: How many sessions may run at once.
    ///   - lifetime: How long a session runs that nobody watches or uses.
    ///   - log: What is told when there is no room.
    ///   - clock: What measures lifetimes, and time limits within sessions.
    init(limits: Shares.Limits, lifetime: Duration, log: LimitLog, clock: any Clock<Duration>) {
        (places, self.lifetime, self.log, self.clock) = (Shares(limits), lifetime, log, clock)
        elapsed = clock.stopwatch()
    }

    /// Launches a feature and starts it.
    ///
    /// - Parameters:
    ///   - feature: The feature.
    ///   - options: The options it is launched with.
    ///   - address: The client's address.
    ///   - isOfPage: Whether the session is opened for a page.
    /// - Throws: ``Problem`` (503) when there is no room, and what the launch throws.
    func open(
        _ feature: any Feature, options: [String: FieldValue], for address: ClientAddress, isOfPage: Bool = false
    ) async throws -> Session {
        try takePlace(for: address)
        do {
            let session = try await Session(feature, options: options, clock: clock)
            try await session.start()
            guard !isDraining else {
                await session.close()
                throw CancellationError()
            }
            entries[session.id] = Entry(
                live: LiveSession(session), address: address, isOfPage: isOfPage, lastUse: elapsed())
            return session
        } catch {
            places.give(of: address)
            throw error
        }
    }

    /// Returns a session that runs; this counts as using it.
    ///
    /// - Throws: `FeatureError` with the code `closed` if none of this id runs, ``Problem`` (503) if the host stops.
    func session(_ id: String) throws -> Session { try live(id).session }

    /// Returns a session that runs, with what its streams have said; this counts as using it.
    ///
    /// - Throws: `FeatureError` with the code `closed` if none of this id runs, ``Problem`` (503) if the host stops.
    func live(_ id: String) throws -> LiveSession {
        guard let entry = entries[id], !isExpired(entry) else {
            end(id)
            guard !isDraining else { throw Problem.stopping }
            throw FeatureError(.closed, "there is no session \(id.quoted) (any more); launch the feature again")
        }
        entries[id]?.lastUse = elapsed()
        return entry.live
    }

    /// The error that clients are told for one that a session has thrown: when the host's stop has closed it, that.
    func explain(_ error: any Error) -> any Error {
        isDraining && (error as? FeatureError)?.code == .closed ? Problem.stopping : error
    }

    /// Ends a session, waiting until it is closed.
    ///
    /// - Throws: `FeatureError` with the code `closed` if none of this id runs, ``Problem`` (503) if the host stops.
    func close(_ id: String) async throws {
        let session = try session(id)
        end(id)
        await session.close()
    }

    /// The sessions that run, longest used last.
    var sessions: [Session] {
        entries.values.filter { !isExpired($0) }.sorted { $0.lastUse > $1.lastUse }.map(\.session)
    }

    /// What an ended session was, as long as it is remembered.
    func ended(_ id: String) -> EndedSession? { past[id] }

    // MARK: - Watching

    /// Notes that one more watches a session.
    func beginWatching(_ id: String) {
        entries[id]?.watchers += 1
    }

    /// Notes that one fewer watches a session; it is unused from now on.
    func endWatching(_ id: String) {
        entries[id]?.watchers -= 1
        entries[id]?.lastUse = elapsed()
    }

    // MARK: - Notices for pages

    /// Keeps notices for the next page of a session, the newest ``Viewer/noticesLimit`` of them.
    func keep(_ notices: [Notice], for id: String) {
        guard let earlier = entries[id]?.notices else { return }
        entries[id]?.notices = Array((earlier + notices).suffix(Viewer.noticesLimit))
    }

    /// Takes the notices that were kept for the next page of a session.
    func takeNotices(for id: String) -> [Notice] {
        defer { entries[id]?.notices = [] }
        return entries[id]?.notices ?? []
    }

    // MARK: - Ending

    /// Ends sessions again and again that nobody has watched or used for their lifetime, until the task is cancelled.
    func expire() async throws {
        while true {
            try await clock.sleep(for: max(lifetime / 30, .seconds(1)))
            for (id, entry) in entries where isExpired(entry) { end(id) }
        }
    }

    /// Ends all sessions, and lets none begin.
    func drain() {
        isDraining = true
        entries.keys.forEach(end)
    }

    private func isExpired(_ entry: Entry) -> Bool {
        entry.watchers == 0 && elapsed() - entry.lastUse >= lifetime
    }

    /// Takes a place; when there is none, that of the session which has been unused for longest.
    ///
    /// An address that has its share gives up one of its own: a page's at once, another after a rest.
    ///
    /// - Throws: ``Problem`` (503) when there is none that may go.
    func takePlace(for address: ClientAddress) throws {
        guard !isDraining else { throw CancellationError() }
        while let refusal = places.take(for: address) {
            let isOfAddress = refusal == .address
            let limit = isOfAddress ? places.limits.address : places.limits.all
            let pages = isOfAddress ? unwatched { $0.address == address && $0.isOfPage } : nil
            let leaving = pages ?? unwatched(isResting: true, where: { !isOfAddress || $0.address == address })
            log.note(
                isOfAddress ? Settings.addressSessionLimit : Settings.sessionLimit, limit,
                leaving == nil ? .refused : .madeRoom)
            guard let id = leaving else {
                throw Problem.noRoom(
                    isOfAddress
                        ? "\(limit) sessions of your address are running, as many as it may have; close one or try again "
                            + "later"
                        : "\(limit) sessions are running, as many as this host may; close one or try again later")
            }
            end(id)
        }
    }

    /// The session that has been unused for longest, of those that fit and that nobody watches.
    private func unwatched(isResting: Bool = false, where fits: (Entry) -> Bool) -> String? {
        let now = elapsed()
        return entries.filter {
            $0.value.watchers == 0 && fits($0.value)
                && (!isResting || now - $0.value.lastUse >= SessionPool.restBeforeEviction)
        }.min { $0.value.lastUse < $1.value.lastUse }?.key
    }

    private func end(_ id: String) {
        guard let entry = entries.removeValue(forKey: id) else { return }
        places.give(of: entry.address)
        past.remember(entry.session)
        Task { await entry.session.close() }
    }
}
