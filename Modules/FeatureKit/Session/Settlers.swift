/// The callers that wait until one session has settled.
///
/// It implements these guarantees of ``Session``:
///
/// - 7, *settled*: Every waiting caller gets the frame of the first commit at which the session is settled, or times
///   out.
/// - 8, *closing ends everything*: ``finish()`` ends all waiting.
struct Settlers {
    enum Event {
        case settled(Frame)
        case timedOut
    }

    private var waiting: [Int: AsyncStream<Event>.Continuation] = [:]
    private var lastKey = 0

    mutating func add(_ settler: AsyncStream<Event>.Continuation) -> Int {
        lastKey += 1
        waiting[lastKey] = settler
        return lastKey
    }

    mutating func remove(_ key: Int) {
        waiting[key] = nil
        // Assigning a new dictionary releases the storage, which an emptied dictionary would keep.
        if waiting.isEmpty { waiting = [:] }
    }

    func settle(at frame: Frame) {
        waiting.values.forEach { $0.yield(.settled(frame)) }
    }

    mutating func finish() {
        waiting.values.forEach { $0.finish() }
        waiting = [:]
    }
}
