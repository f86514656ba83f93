import Synchronization

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// The executor of a session, and what tells a draw on it from a draw elsewhere.
///
/// A session runs on its gate's executor, so who is isolated to the gate is isolated to the session. That lets a closure
/// be isolated to the session without keeping it alive, and starting such a closure *immediately* (SE-0472) answers the
/// question that the runtime otherwise only traps on: it runs at once if the caller is on that executor, later if not.
actor SessionGate {
    typealias Probe = @isolated(any) @Sendable () async -> Void

    /// Weak, because a stray use of the stage can come while the session goes: an unowned reference would trap then.
    private nonisolated(unsafe) weak var owner: Session?  // set once, before anybody else has the gate
    private nonisolated let shown = Mutex(Screen())
    /// The thread of a synchronous call that holds the session; 0 for none.
    private nonisolated let holdingThread = Atomic<UInt>(0)
    /// The threads that are asking at this moment whether they are on the session, and whether it has said so.
    private nonisolated let askingThreads = Mutex<[UInt: Bool]>([:])

    /// What a use of the stage from elsewhere gets to see: what was committed last.
    nonisolated var shownScreen: Screen { shown.withLock(\.self) }

    /// Says what was committed.
    nonisolated func show(_ screen: Screen) {
        shown.withLock { $0 = screen }
    }

    /// The session, as long as it lives.
    nonisolated var session: Session? { owner }

    /// Takes the session that the gate belongs to; called by its initializer, on the session.
    nonisolated func belong(to session: Session) {
        owner = session
    }

    /// Makes the closure that a stage keeps for ``admits(_:)``; called on the session.
    nonisolated func makeProbe() -> Probe {
        assumeIsolated { gate in gate.isolated { gate.answer() } }
    }

    /// Returns a closure with the isolation of where it was written, as a task's operation has it.
    private func isolated(@_inheritActorContext _ closure: @escaping Probe) -> Probe { closure }

    /// Returns whether the caller runs on the session; what uses the stage from elsewhere will be failed for it.
    ///
    /// Asked anew each time (half a microsecond): nothing that is remembered of a turn, its thread least of all, ends with
    /// it for sure. A presenter that suspends into other code often takes its thread along.
    nonisolated func admits(_ probe: @escaping Probe) -> Bool {
        guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else {
            preconditionIsolated("a feature used its stage from outside its session")
            return true
        }
        let thread = Self.currentThread
        if holdingThread.load(ordering: .relaxed) == thread { return true }
        askingThreads.withLock { $0[thread] = false }
        Task.immediate(priority: .high, operation: probe)
        return askingThreads.withLock { $0.removeValue(forKey: thread) } ?? false
    }

    /// Runs what holds the session from beginning to end, so that nothing on this thread has to be asked meanwhile.
    ///
    /// A launch, and the first turn of a start: the session is held by a call further up the stack, so whatever runs on
    /// this thread runs beside nothing else of the session.
    nonisolated func holding<Result>(_ body: () throws -> Result) rethrows -> Result {
        holdingThread.store(Self.currentThread, ordering: .relaxed)
        defer { holdingThread.store(0, ordering: .relaxed) }
        return try body()
    }

    private func answer() {
        let thread = Self.currentThread
        let isAsking = askingThreads.withLock { threads in
            guard threads[thread] != nil else { return false }
            threads[thread] = true
            return true
        }
        // Nobody waits for the answer: the use came from elsewhere.
        if !isAsking { session?.assumeIsolated { $0.failForOutsideUse() } }
    }

    private nonisolated static var currentThread: UInt {
        #if canImport(Darwin)
            UInt(bitPattern: pthread_self())
        #else
            UInt(pthread_self())
        #endif
    }
}
