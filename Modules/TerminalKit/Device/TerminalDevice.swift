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

/// The process's own terminal, taken for a program that fills the screen: the last few calls, which tests do without.
final class TerminalDevice: Sendable {
    private let descriptor: Int32
    private let saved: termios
    private let pipe: (reading: Int32, writing: Int32)
    private let continuation: AsyncStream<Terminal.Event>.Continuation
    private let sources: Sources
    private let isOpen = Atomic(true)
    private let taking = Mutex(())
    let events: AsyncStream<Terminal.Event>

    private static let queue = DispatchQueue(label: "TerminalDevice")

    init() throws {
        guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else {
            throw TerminalError.failed("standard input and output are no terminal")
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

    /// A description of our own, if it can be had: that it does not block is nobody else's business then.
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

    /// Takes the terminal, unless it is ours as it is set: keys as they are pressed, and the other screen.
    ///
    /// After a stop two ask for it, on two threads: what stopped the process, and what hears that it goes on. After one
    /// that cannot be caught (SIGSTOP) the second asks alone, and a shell has set the terminal meanwhile.
    func take() {
        taking.withLock { _ in
            var raw = saved
            cfmakeraw(&raw)
            var current = termios()
            let isSet = tcgetattr(descriptor, &current) == 0 && current.c_lflag == raw.c_lflag
            guard !isSet || !TerminalRecovery.isTaken else { return }
            TerminalRecovery.taking {
                tcsetattr(descriptor, TCSANOW, &raw)
                try? write(Array(TerminalSequences.enter.utf8))
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

    /// How large it is; as of old where it does not say.
    func size() -> Terminal.Size {
        var size = winsize()
        let isKnown = ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 && size.ws_row > 0
        return isKnown ? Terminal.Size(columns: Int(size.ws_col), lines: Int(size.ws_row)) : .usual
    }

    func write(_ bytes: [UInt8]) throws {
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
                var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                // Whoever is asked to end does not wait for a terminal that takes nothing.
                if poll(&waiting, 1, 200) == 0, TerminalRecovery.isEnding { throw TerminalError.hungUp }
            case EIO, EPIPE, ENXIO: throw TerminalError.hungUp
            default: throw Self.error()
            }
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

/// What the system tells of bytes through.
private final class Sources: @unchecked Sendable {  // Never changed after init, and safe to use anywhere.
    let keys: any DispatchSourceRead
    let signals: any DispatchSourceRead

    init(keys: any DispatchSourceRead, signals: any DispatchSourceRead) {
        (self.keys, self.signals) = (keys, signals)
    }
}

extension Terminal {
    /// Takes the terminal that standard input and output are; one at a time.
    ///
    /// It is given back by ``close``, and whatever else ends or stops the process: signals, a crash, `exit`.
    ///
    /// - Throws: ``TerminalError`` if there is none.
    package static func takeStandard() throws -> Terminal {
        let device = try TerminalDevice()
        return Terminal(
            events: device.events, size: { device.size() }, write: { try device.write($0) },
            suspend: { device.suspend() }, close: { device.close() })
    }
}

extension Terminal.Size {
    /// What a terminal has that does not say.
    package static let usual = Terminal.Size(columns: 80, lines: 24)
}
