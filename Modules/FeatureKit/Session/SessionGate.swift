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

    /// The thread of the turn that has drawn since the last commit; 0 for none.
    private nonisolated let drawingThread = Atomic<UInt>(0)
    /// The threads that are asking at this moment whether they are on the session.
    private nonisolated let askingThreads = Mutex<Set<UInt>>([])

    /// Makes the closure that a stage keeps for ``admitsDraw(_:firstDraw:)``.
    ///
    /// - Parameters:
    ///   - firstDraw: Called on the session at the first draw of a turn.
    ///   - outsideDraw: Called on the session after a draw that came from elsewhere.
    func makeProbe(
        firstDraw: @escaping @Sendable () -> Void, outsideDraw: @escaping @Sendable () -> Void
    ) -> Probe {
        isolated { self.answer(firstDraw: firstDraw, outsideDraw: outsideDraw) }
    }

    /// Returns a closure with the isolation of where it was written, as a task's operation has it.
    private func isolated(@_inheritActorContext _ closure: @escaping Probe) -> Probe { closure }

    /// Returns whether the caller runs on the session; what draws from elsewhere will be failed for it.
    nonisolated func admitsDraw(_ probe: @escaping Probe, firstDraw: () -> Void) -> Bool {
        let thread = Self.currentThread
        // Later draws of a turn that has drawn: nothing else can be on this thread before the commit that ends it.
        if drawingThread.load(ordering: .relaxed) == thread { return true }
        guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else {
            preconditionIsolated("a feature drew on its stage from outside its session")
            drawingThread.store(thread, ordering: .relaxed)
            firstDraw()
            return true
        }
        _ = askingThreads.withLock { $0.insert(thread) }
        Task.immediate(priority: .high, operation: probe)
        _ = askingThreads.withLock { $0.remove(thread) }
        return drawingThread.load(ordering: .relaxed) == thread
    }

    /// Says that what was drawn has been committed: the turn is over.
    nonisolated func endTurn() {
        drawingThread.store(0, ordering: .relaxed)
    }

    private func answer(firstDraw: () -> Void, outsideDraw: () -> Void) {
        let thread = Self.currentThread
        guard askingThreads.withLock({ $0.contains(thread) }) else { return outsideDraw() }
        drawingThread.store(thread, ordering: .relaxed)
        firstDraw()
    }

    private nonisolated static var currentThread: UInt {
        #if canImport(Darwin)
            UInt(bitPattern: pthread_self())
        #else
            UInt(pthread_self())
        #endif
    }
}
