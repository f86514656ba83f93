import Dispatch
import Synchronization

/// Makes values one after the other, each while the one before is in use: on another thread, and at most one ahead.
///
/// Reading a file takes about as long as writing what is read into a store; this way both take place at once.
final class ReadAhead<Value: Sendable>: Sendable {
    private final class Slot: Sendable {
        let isMade = DispatchSemaphore(value: 0)
        let result = Mutex<Result<Value, any Error>?>(nil)
    }

    // Of its own: threads of the global queues are counted, and tasks run on them too.
    private let queue = DispatchQueue(label: "ReadAhead")
    private let make: @Sendable () throws -> Value
    private let slot: Mutex<Slot>

    /// Begins to make the first value.
    init(_ make: @escaping @Sendable () throws -> Value) {
        self.make = make
        slot = Mutex(Self.begin(make, on: queue))
    }

    /// Waits for the next value; to be called by one thread at a time, and no more once it has thrown.
    func next() throws -> Value {
        let ready = slot.withLock(\.self)
        ready.isMade.wait()
        let value = try ready.result.withLock(\.self)?.get()
        slot.withLock { $0 = Self.begin(make, on: queue) }
        guard let value else { throw CancellationError() }
        return value
    }

    private static func begin(_ make: @escaping @Sendable () throws -> Value, on queue: DispatchQueue) -> Slot {
        let slot = Slot()
        queue.async {
            let result = Result { try make() }
            slot.result.withLock { $0 = result }
            slot.isMade.signal()
        }
        return slot
    }
}
