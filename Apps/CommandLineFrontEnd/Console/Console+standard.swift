import Dispatch
import Synchronization
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
                isTerminal: { isatty(STDIN_FILENO) == 1 }, lines: typedLines, takeTerminal: Terminal.takeStandard,
                echo: setEcho))
    }

    /// Whether typed characters are hidden: only this program's own hiding is taken back.
    private static let isEchoHidden = Mutex(false)

    /// Makes the terminal of standard input show typed characters, or not.
    private static func setEcho(_ isOn: Bool) {
        let wasHidden = isEchoHidden.withLock { isHidden in
            defer { isHidden = !isOn }
            return isHidden
        }
        guard wasHidden == isOn else { return }
        var settings = termios()
        guard tcgetattr(STDIN_FILENO, &settings) == 0 else { return }
        if isOn { settings.c_lflag |= tcflag_t(ECHO) } else { settings.c_lflag &= ~tcflag_t(ECHO) }
        _ = tcsetattr(STDIN_FILENO, TCSANOW, &settings)
    }

    /// Reads lines from standard input on a thread of its own, because reading blocks.
    private static func typedLines() -> AsyncStream<String> {
        let (lines, continuation) = AsyncStream<String>.makeStream()
        DispatchQueue(label: "typed lines").async {
            while let line = readLine() { continuation.yield(line) }
            continuation.finish()
        }
        return lines
    }

    /// Writes all bytes to a file descriptor.
    ///
    /// SIGPIPE keeps its default effect and ends the program silently. If the parent process ignores it, `outputClosed`
    /// does.
    package static func write(_ bytes: [UInt8], to descriptor: Int32) throws(CommandLineError) {
        do {
            try writeAll(bytes, to: descriptor) {
                // Another program has set the terminal or pipe to `O_NONBLOCK`.
                var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = poll(&waiting, 1, -1)
            }
        } catch let error as SystemError {
            throw error.code == EPIPE ? .outputClosed : .outputFailed(error.reason)
        } catch { throw .outputFailed("\(error)") }
    }

    /// Catches signals until the stream ends.
    ///
    /// Each number is yielded once; a second signal has its default effect.
    private static func signals(_ numbers: [Int32]) -> AsyncStream<Int32> {
        let (signals, continuation) = AsyncStream<Int32>.makeStream()
        let sources = SignalSources(numbers) { continuation.yield($0) }
        continuation.onTermination = { _ in sources.cancel() }
        return signals
    }
}

/// The dispatch sources of some signals.
private final class SignalSources: @unchecked Sendable {  // Never changed after init, and safe to cancel anywhere.
    private let numbers: [Int32]
    private let sources: [any DispatchSourceSignal]

    /// Starts to catch signals.
    ///
    /// Returns when the sources are registered, so that no signal is missed.
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
            // Again when the source is cancelled: its event handler may have run meanwhile.
            source.setCancelHandler { _ = signal(number, SIG_DFL) }
            source.setRegistrationHandler { registrations.leave() }
            source.activate()
            return source
        }
        // Dispatch registers a source on another thread; until then the signal is ignored.
        registrations.wait()
    }

    /// Restores the signals' default effect, so that they end the program at once while it still prints.
    func cancel() {
        numbers.forEach { _ = signal($0, SIG_DFL) }
        sources.forEach { $0.cancel() }
    }
}
