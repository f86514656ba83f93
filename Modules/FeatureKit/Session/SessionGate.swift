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

/// The executor of a session.
///
/// The gate also detects uses of the stage from outside the session's actor.
///
/// It implements guarantee 9 of ``Session``, *failures are visible and isolated*. A use of the stage from outside fails
/// only that session, with an error that names the feature. A check of the Swift runtime would end the whole process
/// instead.
///
/// A session runs on the executor of its gate. Code that is isolated to the gate is therefore isolated to the session.
/// A closure that is isolated to the gate does not keep the session alive. The gate starts such a closure with
/// `Task.immediate` (SE-0472). If the caller is on the session's executor, the closure runs at once. If the caller is
/// elsewhere, the closure runs later.
actor SessionGate {
    typealias Probe = @isolated(any) @Sendable () async -> Void

    /// The session.
    ///
    /// The reference is weak: an unowned reference would trap if other code used the stage while the session is
    /// deallocated.
    private nonisolated(unsafe) weak var owner: Session?  // set once, before the gate is shared
    private nonisolated let shown = Mutex(Screen())
    /// The thread of the synchronous call that occupies the session; 0 if there is no such call.
    private nonisolated let holdingThread = Atomic<UInt>(0)
    /// The threads that currently ask whether they run on the session, each with its answer so far.
    ///
    /// This is not a dictionary, because few threads ask at a time.
    private nonisolated let askingThreads = Mutex<[(thread: UInt, isAdmitted: Bool)]>([])

    /// The screen of the last commit.
    ///
    /// Code that reads the stage from outside the session gets this screen.
    nonisolated var shownScreen: Screen { shown.withLock(\.self) }

    /// Stores the screen of the newest commit for code outside the session.
    nonisolated func show(_ screen: Screen) {
        shown.withLock { $0 = screen }
    }

    /// The session; `nil` after its deallocation.
    nonisolated var session: Session? { owner }

    /// Connects the gate to its session.
    ///
    /// The session's initializer calls this method.
    nonisolated func belong(to session: Session) {
        owner = session
    }

    /// Returns the closure that a stage passes to ``admits(_:)``.
    ///
    /// Call this method on the session's actor.
    nonisolated func makeProbe() -> Probe {
        assumeIsolated { gate in gate.isolated { gate.answer() } }
    }

    /// Returns a closure that inherits the isolation of the calling code, like the operation of a task.
    private func isolated(@_inheritActorContext _ closure: @escaping Probe) -> Probe { closure }

    /// Returns whether the caller runs on the session.
    ///
    /// If the caller does not run on the session, the session fails.
    ///
    /// Each use of the stage repeats this check, which takes half a microsecond. The result cannot be cached per thread
    /// for a turn: when a presenter suspends, code outside the session often continues on the same thread.
    nonisolated func admits(_ probe: @escaping Probe) -> Bool {
        guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else {
            preconditionIsolated("a feature used its stage from outside its session")
            return true
        }
        let thread = Self.currentThread
        if holdingThread.load(ordering: .relaxed) == thread { return true }
        askingThreads.withLock { $0.append((thread, false)) }
        Task.immediate(priority: .high, operation: probe)
        return askingThreads.withLock { threads in
            guard let index = threads.lastIndex(where: { $0.thread == thread }) else { return false }
            return threads.remove(at: index).isAdmitted
        }
    }

    /// Runs a synchronous call that occupies the session.
    ///
    /// During the call, uses of the stage on this thread need no check.
    ///
    /// The launch and the first turn of `start` are such calls. No other code of the session can run until they return.
    nonisolated func holding<Result>(_ body: () throws -> Result) rethrows -> Result {
        holdingThread.store(Self.currentThread, ordering: .relaxed)
        defer { holdingThread.store(0, ordering: .relaxed) }
        return try body()
    }

    private func answer() {
        let thread = Self.currentThread
        let isAsking = askingThreads.withLock { threads in
            guard let index = threads.lastIndex(where: { $0.thread == thread }) else { return false }
            threads[index].isAdmitted = true
            return true
        }
        // The asking thread did not wait for this closure, so it used the stage from outside the session.
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
