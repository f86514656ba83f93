/// The calls of one session that take long, and the outcomes of those that have ended.
///
/// It implements guarantee 13 of ``Session``, *long work is listed*.
struct LongWork {
    /// How long the outcome of a call can be read: one minute.
    static let outcomeLifetime = Duration.seconds(60)
    /// The greatest number of outcomes; beyond it, the oldest one is dropped.
    static let outcomesLimit = 32

    private struct Outcome {
        let status: WorkStatus
        let end: Duration
    }

    /// The list that viewers were told last.
    private(set) var told: [RunningWork] = []
    /// Whether a call was ever listed, so that new viewers get the list even if it is empty.
    var wasListed = false
    /// The task that waits until a call takes long; `nil` if none may.
    var watch: Task<Void, Never>?
    /// The task that waits until the next report may be told; `nil` if it may be told at once.
    var reportPause: Task<Void, Never>?
    private var outcomes: [Outcome] = []

    /// Notes the list that viewers are told.
    ///
    /// - Returns: Whether it differs from the last one.
    mutating func tell(_ list: [RunningWork]) -> Bool {
        guard list != told else { return false }
        told = list
        return true
    }

    /// Notes how a call has ended.
    mutating func note(_ status: WorkStatus, at now: Duration) {
        outcomes.removeAll { $0.status.work.id == status.work.id || now - $0.end >= Self.outcomeLifetime }
        outcomes.append(Outcome(status: status, end: now), keeping: Self.outcomesLimit)
    }

    /// Returns how a call has ended; `nil` if it has not, or if that is no longer known.
    func outcome(of id: String, at now: Duration) -> WorkStatus? {
        outcomes.first { $0.status.work.id == id && now - $0.end < Self.outcomeLifetime }?.status
    }

    /// Ends all waiting.
    mutating func stop() {
        watch?.cancel()
        reportPause?.cancel()
        outcomes = []
    }
}
