#if PostgreSQL
    import Dispatch

    /// Runs an actor that blocks on a thread of its own, so that it never holds up one of Swift's few.
    final class PostgreSQLThread: SerialExecutor {
        // A serial queue: those get a thread whenever they need one, however many others are blocked.
        let queue = DispatchQueue(label: "PostgreSQL")

        /// Lets what the queue itself calls prove that it runs where the actor does.
        func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
        }
    }
#endif
