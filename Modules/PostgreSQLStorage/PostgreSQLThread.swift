#if PostgreSQL
    import Dispatch

    /// Runs a blocking actor on its own thread, so that it never occupies one of Swift's few.
    final class PostgreSQLThread: SerialExecutor {
        // A serial queue gets a thread whenever it needs one, however many others are blocked.
        let queue = DispatchQueue(label: "PostgreSQL")

        /// Lets code that the queue calls directly assume the actor's isolation.
        func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
        }
    }
#endif
