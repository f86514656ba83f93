import Dispatch
import FeatureKit
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
    /// The console with the process's own streams, environment, signals and clock.
    package static var standard: Console {
        var input = Input(
            isTerminal: { isatty(STDIN_FILENO) == 1 }, lines: typedLines,
            takeTerminal: { try Terminal.takeStandard(withMouse: $0) },
            echo: setEcho)
        input.readPiece = readPiece
        var console = Console(
            write: { bytes, stream in try write(bytes, to: stream == .output ? STDOUT_FILENO : STDERR_FILENO) },
            isTerminal: { isatty($0 == .output ? STDOUT_FILENO : STDERR_FILENO) == 1 },
            environment: standardVariable,
            interruptions: { signals([SIGINT, SIGTERM]) },
            columns: nil,
            clock: ContinuousClock(),
            input: input)
        console.terminalWidth = { outputSize().flatMap { $0.ws_col > 0 ? Int($0.ws_col) : nil } }
        console.terminalHeight = { outputSize().flatMap { $0.ws_row > 0 ? Int($0.ws_row) : nil } }
        console.showInPager = runPager
        return console
    }

    /// Looks up one environment variable of the process.
    ///
    /// Foundation's `environment` would read all variables, which takes longer than opening the database.
    @Sendable
    static func standardVariable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

    /// Returns the size of the terminal at standard output, or else at standard error.
    private static func outputSize() -> winsize? {
        var size = winsize()
        let isFound = [STDOUT_FILENO, STDERR_FILENO].contains { ioctl($0, UInt(TIOCGWINSZ), &size) == 0 }
        return isFound ? size : nil
    }

    /// Whether this program has turned the echo off.
    ///
    /// The program turns the echo on again only in this case.
    private static let isEchoHidden = Mutex(false)

    /// Turns the echo of the terminal at standard input on or off.
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

    /// Reads lines from standard input on a separate thread, because reading blocks.
    private static func typedLines() -> AsyncStream<String> {
        let (lines, continuation) = AsyncStream<String>.makeStream()
        DispatchQueue(label: "typed lines").async {
            while let line = readLine() { continuation.yield(line) }
            continuation.finish()
        }
        return lines
    }

    /// Reads at most 64 KiB from standard input.
    private static func readPiece() throws -> [UInt8] {
        while true {
            var count = 0
            let bytes = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, used in
                count = read(STDIN_FILENO, buffer.baseAddress, buffer.count)
                used = max(0, count)
            }
            if count >= 0 { return bytes }
            guard errno == EINTR else {
                throw FeatureError(
                    .unreadableFile, "cannot read standard input: \(String(cString: strerror(errno)).lowercased())")
            }
        }
    }

    /// Writes all bytes to a file descriptor.
    ///
    /// SIGPIPE keeps its default effect and ends the program without a message. If the parent process has made this
    /// process ignore SIGPIPE, the error `outputClosed` ends the program in the same way.
    package static func write(_ bytes: [UInt8], to descriptor: Int32) throws(CommandLineError) {
        do {
            try writeAll(bytes, to: descriptor) {
                // The descriptor is non-blocking, because another program has set `O_NONBLOCK`. Wait until the
                // descriptor is writable.
                var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = poll(&waiting, 1, -1)
            }
        } catch let error as SystemError {
            throw error.code == EPIPE ? .outputClosed : .outputFailed(error.reason)
        } catch { throw .outputFailed("\(error)") }
    }

    /// Returns a stream of caught signals.
    ///
    /// The stream yields each signal number at most once. A second signal with the same number has its default effect.
    ///
    /// After the stream has ended, all signals have their default effect again.
    private static func signals(_ numbers: [Int32]) -> AsyncStream<Int32> {
        let (signals, continuation) = AsyncStream<Int32>.makeStream()
        let sources = SignalSources(numbers) { continuation.yield($0) }
        continuation.onTermination = { _ in sources.cancel() }
        return signals
    }
}

/// The dispatch sources that catch a set of signals.
private final class SignalSources: @unchecked Sendable {  // Immutable after init; any thread may cancel it.
    private let numbers: [Int32]
    private let sources: [any DispatchSourceSignal]

    /// Starts to catch signals.
    ///
    /// The initializer returns only after all sources are registered, so that no signal is missed.
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
            // Restore the default effect once more, because the event handler may have run during the cancellation.
            source.setCancelHandler { _ = signal(number, SIG_DFL) }
            source.setRegistrationHandler { registrations.leave() }
            source.activate()
            return source
        }
        // Dispatch registers a source on another thread. Until then the process ignores the signal.
        registrations.wait()
    }

    /// Restores the default effect of the signals.
    ///
    /// A signal then ends the program at once, even while the program prints.
    func cancel() {
        numbers.forEach { _ = signal($0, SIG_DFL) }
        sources.forEach { $0.cancel() }
    }
}
