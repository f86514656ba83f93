import Dispatch
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

/// The terminal of the process, in full-screen mode.
///
/// This class makes the system calls for a ``Terminal``. Tests use a ``Terminal`` with other closures.
final class TerminalDevice: Sendable {
    private let descriptor: Int32
    private let isMouseUsed: Bool
    private let saved: termios
    private let pipe: (reading: Int32, writing: Int32)
    private let continuation: AsyncStream<Terminal.Event>.Continuation
    private let sources: Sources
    private let isOpen = Atomic(true)
    private let taking = Mutex(())
    let events: AsyncStream<Terminal.Event>

    private static let queue = DispatchQueue(label: "TerminalDevice")

    init(withMouse isMouseUsed: Bool) throws {
        self.isMouseUsed = isMouseUsed
        guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else {
            throw TerminalError.failed("standard input and output are not a terminal")
        }
        descriptor = Self.open()
        var saved = termios()
        guard tcgetattr(descriptor, &saved) == 0 else { throw Self.error() }
        self.saved = saved
        var ends: [Int32] = [-1, -1]
        guard Self.makePipe(&ends) == 0 else { throw Self.error() }
        pipe = (ends[0], ends[1])
        for end in ends { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
        (events, continuation) = AsyncStream.makeStream()
        let keys = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: Self.queue)
        let signals = DispatchSource.makeReadSource(fileDescriptor: pipe.reading, queue: Self.queue)
        sources = Sources(keys: keys, signals: signals)
        TerminalRecovery.prepare(descriptor: descriptor, saved: saved, pipe: pipe.writing)
        take()
        listen()
    }

    /// Opens the terminal again if possible.
    ///
    /// Other processes do not share the new descriptor, so its flag `O_NONBLOCK` does not affect them.
    private static func open() -> Int32 {
        var name = [CChar](repeating: 0, count: 256)
        guard ttyname_r(STDOUT_FILENO, &name, name.count) == 0 else { return STDOUT_FILENO }
        #if canImport(Darwin)
            let descriptor = Darwin.open(&name, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
        #elseif canImport(Glibc)
            let descriptor = Glibc.open(&name, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
        #elseif canImport(Musl)
            let descriptor = Musl.open(&name, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
        #elseif canImport(Android)
            let descriptor = Android.open(&name, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
        #endif
        return descriptor >= 0 ? descriptor : STDOUT_FILENO
    }

    private static func makePipe(_ ends: inout [Int32]) -> Int32 {
        #if canImport(Darwin)
            Darwin.pipe(&ends)
        #elseif canImport(Glibc)
            Glibc.pipe(&ends)
        #elseif canImport(Musl)
            Musl.pipe(&ends)
        #elseif canImport(Android)
            Android.pipe(&ends)
        #endif
    }

    private static func error() -> TerminalError { .failed(String(cString: strerror(errno))) }

    /// Puts the terminal into raw mode and on the alternate screen, unless that is already done.
    ///
    /// After SIGTSTP two threads call this method: the thread that stopped the process, and the thread that handles
    /// SIGCONT. A process cannot catch SIGSTOP. After SIGSTOP, only the thread that handles SIGCONT calls this method,
    /// and the shell has changed the terminal's mode in the meantime.
    func take() {
        taking.withLock { _ in
            var raw = saved
            cfmakeraw(&raw)
            var current = termios()
            let isSet = tcgetattr(descriptor, &current) == 0 && current.c_lflag == raw.c_lflag
            guard !isSet || !TerminalRecovery.isTaken else { return }
            TerminalRecovery.taking {
                tcsetattr(descriptor, TCSANOW, &raw)
                try? write(Array(TerminalSequences.enter(withMouse: isMouseUsed).utf8))
            }
        }
    }

    private func listen() {
        sources.keys.setEventHandler { [self] in
            var bytes = [UInt8](repeating: 0, count: 4096)
            let count = read(descriptor, &bytes, bytes.count)
            if count > 0 { continuation.yield(.bytes(Array(bytes[..<count]))) }
            if count > 0 || count < 0 && [EAGAIN, EINTR].contains(errno) { return }
            continuation.yield(.hungUp)
            sources.keys.cancel()
        }
        sources.signals.setEventHandler { [self] in
            var numbers = [UInt8](repeating: 0, count: 64)
            let count = read(pipe.reading, &numbers, numbers.count)
            for number in numbers.prefix(max(0, count)) { note(Int32(number)) }
        }
        sources.keys.activate()
        sources.signals.activate()
    }

    private func note(_ number: Int32) {
        switch number {
        case SIGWINCH: continuation.yield(.resized)
        case SIGTSTP: continuation.yield(.stopped)
        case SIGCONT:
            take()
            continuation.yield(.resumed)
        default: continuation.yield(.interrupted(signal: number))
        }
    }

    /// Returns the terminal's size.
    ///
    /// Returns 80 by 24 if the terminal reports no size.
    func size() -> Terminal.Size {
        var size = winsize()
        let isKnown = ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 && size.ws_row > 0
        return isKnown ? Terminal.Size(columns: Int(size.ws_col), lines: Int(size.ws_row)) : .usual
    }

    func write(_ bytes: [UInt8]) throws {
        do {
            try writeAll(bytes, to: descriptor) {
                var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                // If a signal is ending the program, do not wait for a terminal that accepts no bytes.
                if poll(&waiting, 1, 200) == 0, TerminalRecovery.isEnding { throw TerminalError.hungUp }
            }
        } catch let error as SystemError {
            throw [EIO, EPIPE, ENXIO].contains(error.code) ? TerminalError.hungUp : .failed(error.reason)
        }
    }

    func suspend() {
        TerminalRecovery.restore()
        TerminalRecovery.stop()
        take()
    }

    func close() {
        guard isOpen.exchange(false, ordering: .relaxed) else { return }
        sources.keys.cancel()
        sources.signals.cancel()
        TerminalRecovery.finish()
        continuation.finish()
    }
}

/// The dispatch sources for keys and signals.
private final class Sources: @unchecked Sendable {  // Immutable after init, and dispatch sources are thread-safe.
    let keys: any DispatchSourceRead
    let signals: any DispatchSourceRead

    init(keys: any DispatchSourceRead, signals: any DispatchSourceRead) {
        (self.keys, self.signals) = (keys, signals)
    }
}

extension Terminal {
    /// Sets up the terminal of standard input and output for full-screen use.
    ///
    /// Only one such terminal may be open at a time.
    ///
    /// ``close`` restores the terminal. A signal, a crash and `exit` restore it too.
    ///
    /// - Parameter isMouseUsed: Whether the terminal reports the mouse. Otherwise the mouse selects text, as usual.
    /// - Throws: ``TerminalError`` if standard input and output are not a terminal.
    package static func takeStandard(withMouse isMouseUsed: Bool) throws -> Terminal {
        let device = try TerminalDevice(withMouse: isMouseUsed)
        return Terminal(
            events: device.events, size: { device.size() }, write: { try device.write($0) },
            suspend: { device.suspend() }, close: { device.close() })
    }
}

extension Terminal.Size {
    /// The size for a terminal that reports no size.
    package static let usual = Terminal.Size(columns: 80, lines: 24)
}
