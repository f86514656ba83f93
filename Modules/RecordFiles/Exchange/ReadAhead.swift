import Dispatch
import Synchronization

/// Produces each value on another thread while the caller uses the previous value.
///
/// At most one value is produced in advance.
///
/// Reading a file takes about as long as writing its rows into a store. This type lets both run at the same time.
final class ReadAhead<Value: Sendable>: Sendable {
    private final class Slot: Sendable {
        let isMade = DispatchSemaphore(value: 0)
        let result = Mutex<Result<Value, any Error>?>(nil)
    }

    // Use a separate queue. The global queues have few threads, and tasks need these threads too.
    private let queue = DispatchQueue(label: "ReadAhead")
    private let make: @Sendable () throws -> Value
    private let slot: Mutex<Slot>

    /// Starts to produce the first value.
    init(_ make: @escaping @Sendable () throws -> Value) {
        self.make = make
        slot = Mutex(Self.begin(make, on: queue))
    }

    /// Waits for the next value.
    ///
    /// Call this method from one thread at a time, and not again after it has thrown.
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
