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

/// The executor of a session; it also tells whether a use of the stage comes from the session.
///
/// It keeps guarantee 9 of ``Session``, *a failure stays at home*: a use of the stage from outside fails its own
/// session by name, where the runtime alone could only trap.
///
/// A session runs on the executor of its gate, so code that is isolated to the gate is isolated to the session, and a
/// closure can be isolated to the session without keeping it alive. Starting such a closure *immediately* (SE-0472)
/// tells whether the caller is on the executor: if so, the closure runs at once, otherwise later.
actor SessionGate {
    typealias Probe = @isolated(any) @Sendable () async -> Void

    /// Weak: an unowned reference would trap if the stage were used from outside while the session is deallocated.
    private nonisolated(unsafe) weak var owner: Session?  // set once, before the gate is shared
    private nonisolated let shown = Mutex(Screen())
    /// The thread of a synchronous call that occupies the session; 0 if there is none.
    private nonisolated let holdingThread = Atomic<UInt>(0)
    /// The threads that are asking whether they are on the session, and the answer for each.
    private nonisolated let askingThreads = Mutex<[UInt: Bool]>([:])

    /// The screen that was committed last, for uses of the stage from outside.
    nonisolated var shownScreen: Screen { shown.withLock(\.self) }

    /// Records the committed screen.
    nonisolated func show(_ screen: Screen) {
        shown.withLock { $0 = screen }
    }

    /// The session; `nil` once it is deallocated.
    nonisolated var session: Session? { owner }

    /// Connects the gate to its session; called by the session's initializer.
    nonisolated func belong(to session: Session) {
        owner = session
    }

    /// Makes the closure that a stage passes to ``admits(_:)``; called on the session.
    nonisolated func makeProbe() -> Probe {
        assumeIsolated { gate in gate.isolated { gate.answer() } }
    }

    /// Returns a closure with the isolation of the code around it, like the operation of a task.
    private func isolated(@_inheritActorContext _ closure: @escaping Probe) -> Probe { closure }

    /// Returns whether the caller runs on the session, and fails the session if not.
    ///
    /// Each use asks again, which takes half a microsecond. The answer cannot be stored for a turn, because a presenter
    /// that suspends into other code often continues there on the same thread.
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

    /// Runs a synchronous call that occupies the session, so that uses of the stage on this thread need not ask.
    ///
    /// Such calls are the launch and the first turn of `start`: nothing else of the session can run until they return.
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
        // No thread is asking any more, so the use came from outside.
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
