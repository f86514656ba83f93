#if PostgreSQL
    import Dispatch

    /// Gives an actor its own thread, which may block, because Swift's thread pool has only few threads.
    final class PostgreSQLThread: SerialExecutor {
        // A serial queue gets a thread whenever it needs one, even if many other threads are blocked.
        let queue = DispatchQueue(label: "PostgreSQL")

        /// Confirms that code runs in the actor's isolation if the queue calls this code directly.
        func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
        }
    }
#endif
