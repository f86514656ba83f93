import Dispatch
import TerminalKit

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

extension Console {
    /// The process's own streams, environment, signals and clock.
    package static var standard: Console {
        Console(
            write: { bytes, stream in try write(bytes, to: stream == .output ? STDOUT_FILENO : STDERR_FILENO) },
            isTerminal: { isatty($0 == .output ? STDOUT_FILENO : STDERR_FILENO) == 1 },
            environment: { name in getenv(name).map { String(cString: $0) } },
            interruptions: { signals([SIGINT, SIGTERM]) },
            columns: nil,
            clock: ContinuousClock(),
            input: Input(
                isTerminal: { isatty(STDIN_FILENO) == 1 }, lines: typedLines, takeTerminal: Terminal.takeStandard))
    }

    /// Reads lines from standard input, on a thread of its own: reading blocks.
    private static func typedLines() -> AsyncStream<String> {
        let (lines, continuation) = AsyncStream<String>.makeStream()
        DispatchQueue(label: "typed lines").async {
            while let line = readLine() { continuation.yield(line) }
            continuation.finish()
        }
        return lines
    }

    /// Writes all bytes to a file descriptor, as few calls as the system allows.
    ///
    /// SIGPIPE keeps its default, which ends the program silently; where the parent had it ignored, the error does.
    package static func write(_ bytes: [UInt8], to descriptor: Int32) throws(CommandLineError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 {
                rest = rest.dropFirst(count)
                continue
            }
            switch errno {
            case EINTR: continue
            case EAGAIN:
                // A terminal or pipe that another program has set to not block.
                var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = poll(&waiting, 1, -1)
            case EPIPE: throw .outputClosed
            case let code: throw .outputFailed(String(cString: strerror(code)))
            }
        }
    }

    /// Catches signals until nobody listens any more: each is yielded once, a second one of the same number has its
    /// default effect.
    private static func signals(_ numbers: [Int32]) -> AsyncStream<Int32> {
        let (signals, continuation) = AsyncStream<Int32>.makeStream()
        let sources = SignalSources(numbers) { continuation.yield($0) }
        continuation.onTermination = { _ in sources.cancel() }
        return signals
    }
}

/// What the system tells of signals through.
private final class SignalSources: @unchecked Sendable {  // Never changed after init, and safe to cancel anywhere.
    private let numbers: [Int32]
    private let sources: [any DispatchSourceSignal]

    /// Begins to take signals; returns when none of them can be missed any more.
    init(_ numbers: [Int32], handle: @escaping @Sendable (Int32) -> Void) {
        self.numbers = numbers
        let registrations = DispatchGroup()
        sources = numbers.map { number in
            registrations.enter()
            _ = signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler {
                _ = signal(number, SIG_DFL)
                handle(number)
            }
            // Again after the source is gone: it may have been about to take the signal when it was cancelled.
            source.setCancelHandler { _ = signal(number, SIG_DFL) }
            source.setRegistrationHandler { registrations.leave() }
            source.activate()
            return source
        }
        // Until the source is registered, which happens on another thread, the signal is ignored.
        registrations.wait()
    }

    /// Gives the signals their default effect: what the program still does, such as to print, they end at once.
    func cancel() {
        numbers.forEach { _ = signal($0, SIG_DFL) }
        sources.forEach { $0.cancel() }
    }
}
