import Dispatch
import Synchronization
import UnixSignals

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Ends the process some time after a signal, or at the second signal, even if Swift's threads are busy.
///
/// The graceful stop runs on Swift's executor, which has a thread for each core. Features that compute or block there
/// delay the stop. Signals and the timer use a queue with a thread of its own.
final class ProcessEnd: Sendable {
    /// The exit code after a second signal: 130, as for an interrupted program.
    private static let interrupted: Int32 = 130

    private let limit: Duration
    private let begin: @Sendable () -> Void
    private let queue = DispatchQueue(label: "process-end", qos: .userInteractive)
    private let sources = Mutex<[any DispatchSourceSignal]>([])
    private let wasAsked = Atomic(false)

    /// Starts to handle signals.
    ///
    /// - Parameters:
    ///   - signals: The signals that ask the process to end.
    ///   - limit: How long the graceful stop may take before the process ends.
    ///   - begin: Called at the first signal.
    init(on signals: [UnixSignal], limit: Duration, begin: @escaping @Sendable () -> Void) {
        (self.limit, self.begin) = (limit, begin)
        for signal in signals {
            sources.withLock { [queue] sources in
                let source = DispatchSource.makeSignalSource(signal: signal.rawValue, queue: queue)
                source.setEventHandler { [weak self] in self?.ask() }
                source.resume()
                sources.append(source)
            }
        }
    }

    /// Stops handling signals, and cancels the end.
    func cancel() {
        sources.withLock { sources in
            for source in sources { source.cancel() }
            sources = []
        }
    }

    private func ask() {
        guard !wasAsked.exchange(true, ordering: .relaxed) else {
            ProcessEnd.end(ProcessEnd.interrupted, "a second signal came")
        }
        begin()
        let nanoseconds = Int((limit / .nanoseconds(1)).rounded())
        queue.asyncAfter(deadline: .now() + .nanoseconds(nanoseconds)) { [weak self] in
            guard let self, isWaiting else { return }
            ProcessEnd.end(0, "the time to stop has run out")
        }
    }

    private var isWaiting: Bool { sources.withLock { !$0.isEmpty } }

    /// Ends the process at once.
    ///
    /// An ordinary exit runs handlers that could wait for blocked threads.
    private static func end(_ code: Int32, _ reason: String) -> Never {
        let line = Array("Ended with work under way: \(reason)\n".utf8)
        _ = write(2, line, line.count)
        _exit(code)
    }
}
