import NIOCore
import NIOPosix

/// Runs tasks that compute for long on threads of their own.
///
/// The threads of Swift's concurrency are as many as the cores, and event loops have one thread each. A task that occupies
/// one of them for long delays all requests. This executor uses NIO's pool of threads for blocking work instead, so the
/// system shares the cores between this work and short requests.
package final class OffLoopExecutor: TaskExecutor {
    /// The greatest number of tasks that run at the same time: the number of cores that the process may use.
    package let threadCount: Int
    private let threads = NIOThreadPool.singleton

    /// Creates an executor that starts no thread before its first task.
    package init() { threadCount = max(1, System.coreCount) }

    /// Runs a part of a task.
    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        threads.submit { _ in job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
