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

/// Ends the process if its graceful shutdown exceeds a time limit, or at a second signal, even if Swift's threads are
/// busy.
///
/// The graceful shutdown runs on Swift's executor, which has a thread for each core. Features that compute or block on
/// these threads delay the shutdown. Signals and the timer therefore use a dispatch queue.
final class ProcessEnd: Sendable {
    /// The exit code after a second signal: 130, the usual code of an interrupted program.
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
    ///   - limit: The maximum time of the graceful shutdown. After that, the process ends.
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

    /// Stops handling signals, and cancels the scheduled end of the process.
    func cancel() {
        sources.withLock { sources in
            for source in sources { source.cancel() }
            sources = []
        }
    }

    private func ask() {
        guard !wasAsked.exchange(true, ordering: .relaxed) else {
            ProcessEnd.end(ProcessEnd.interrupted, "a second signal arrived")
        }
        begin()
        let nanoseconds = Int((limit / .nanoseconds(1)).rounded())
        queue.asyncAfter(deadline: .now() + .nanoseconds(nanoseconds)) { [weak self] in
            guard let self, isWaiting else { return }
            ProcessEnd.end(0, "the time limit of the shutdown has passed")
        }
    }

    private var isWaiting: Bool { sources.withLock { !$0.isEmpty } }

    /// Ends the process at once.
    ///
    /// This function does not call `exit`, because exit handlers could wait for blocked threads.
    private static func end(_ code: Int32, _ reason: String) -> Never {
        let line = Array("Ended while work was running: \(reason)\n".utf8)
        _ = write(2, line, line.count)
        _exit(code)
    }
}
