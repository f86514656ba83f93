// All code of the signal handlers is in this file, to show that it uses only async-signal-safe memory and calls.

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// Restores the terminal when the process ends: at exit, after a signal, and after a crash.
///
/// Its state is global, because a process has only one terminal and one set of signal handlers. The handlers write only
/// to memory that was allocated before, and make only async-signal-safe calls (POSIX.1-2024, 2.4.3).
enum TerminalRecovery {
    /// The state that the signal handlers read and write.
    private struct State {
        var descriptor: Int32 = -1
        var saved = termios()
        /// The pipe to which the handlers write the numbers of signals.
        var pipe: Int32 = -1
        var isTaken = false
        /// Whether a thread is currently setting up the terminal.
        ///
        /// The next member is that thread.
        var isTaking = false
        var takingThread = pthread_self()
        /// The number of received signals SIGINT, SIGTERM and SIGHUP.
        var endings: Int32 = 0
    }

    private nonisolated(unsafe) static let state: UnsafeMutablePointer<State> = {  // Set before the handlers.
        let state = UnsafeMutablePointer<State>.allocate(capacity: 1)
        state.initialize(to: State())
        return state
    }()
    private nonisolated(unsafe) static let earlier: UnsafeMutablePointer<sigaction> = {  // Set before handlers.
        let actions = UnsafeMutablePointer<sigaction>.allocate(capacity: 65)
        actions.initialize(repeating: sigaction(), count: 65)
        return actions
    }()
    private nonisolated(unsafe) static let farewell = bytes(TerminalSequences.leave)  // Constant bytes, never written.

    private static let endingSignals = [SIGINT, SIGTERM, SIGHUP]
    private static let passingSignals = [SIGWINCH, SIGCONT, SIGTSTP]
    private static let fatalSignals = [SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS, SIGPIPE]

    /// Whether the process received SIGINT, SIGTERM or SIGHUP.
    static var isEnding: Bool { state.pointee.endings > 0 }

    /// Whether the terminal is set up for full-screen use.
    static var isTaken: Bool { state.pointee.isTaken }

    /// Saves the terminal's mode, and installs the signal handlers.
    static func prepare(descriptor: Int32, saved: termios, pipe: Int32) {
        _ = (state, earlier, farewell)
        state.pointee = State(descriptor: descriptor, saved: saved, pipe: pipe)
        atexit { TerminalRecovery.restore() }
        for number in endingSignals + passingSignals { set(number, note) }
        for number in fatalSignals { set(number, crash) }
    }

    /// Runs a closure that sets up the terminal.
    ///
    /// If another thread gets a fatal signal meanwhile, that thread waits until the closure has ended, and then
    /// restores the terminal.
    static func taking(_ take: () -> Void) {
        state.pointee.takingThread = pthread_self()
        state.pointee.isTaking = true
        state.pointee.isTaken = true
        take()
        state.pointee.isTaking = false
    }

    /// Restores the terminal if it is set up.
    ///
    /// `isTaken` stays `true` until the terminal is restored completely. If another thread crashes in the meantime,
    /// that thread restores the terminal too.
    static func restore() {
        guard state.pointee.isTaken else { return }
        defer { state.pointee.isTaken = false }
        let descriptor = state.pointee.descriptor
        // TCSANOW does not wait for a terminal that accepts no bytes.
        tcsetattr(descriptor, TCSANOW, &state.pointee.saved)
        var (sent, attempts) = (0, 0)
        while sent < farewell.count, attempts < 20 {
            let count = write(descriptor, farewell.baseAddress.map { $0 + sent }, farewell.count - sent)
            sent += max(0, count)
            attempts += 1
            guard count < 0 else { continue }
            var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            _ = poll(&waiting, 1, 50)
        }
        // Discard unread keys. Otherwise the shell would get them.
        tcflush(descriptor, TCIFLUSH)
    }

    /// Restores the terminal and the previous signal handlers.
    static func finish() {
        restore()
        for number in endingSignals + passingSignals + fatalSignals { sigaction(number, earlier + Int(number), nil) }
    }

    /// Stops this process and its job until the shell continues them.
    static func stop() {
        signal(SIGTSTP, SIG_IGN)
        kill(0, SIGTSTP)
        signal(SIGTSTP, SIG_DFL)
        // Raise the signal on this thread, so that the process stops before the next statement. Threads of a pool block
        // SIGTSTP, so unblock it first.
        var (stop, mask) = (sigset_t(), sigset_t())
        sigemptyset(&stop)
        sigaddset(&stop, SIGTSTP)
        pthread_sigmask(SIG_UNBLOCK, &stop, &mask)
        raise(SIGTSTP)
        pthread_sigmask(SIG_SETMASK, &mask, nil)
        set(SIGTSTP, note)
    }

    /// Reports a signal to the device.
    ///
    /// The second SIGINT, SIGTERM or SIGHUP ends the program at once.
    private static let note: @convention(c) (Int32) -> Void = { number in
        let code = errno
        if asksToEnd(number) {
            state.pointee.endings += 1
            if state.pointee.endings > 1 { return die(of: number) }
        }
        var byte = UInt8(truncatingIfNeeded: number)
        _ = write(state.pointee.pipe, &byte, 1)
        errno = code
    }

    /// Restores the terminal when the program crashes.
    private static let crash: @convention(c) (Int32) -> Void = { die(of: $0) }

    private static func asksToEnd(_ number: Int32) -> Bool {
        number == SIGINT || number == SIGTERM || number == SIGHUP
    }

    /// Restores the terminal, installs the previous handler of the signal, and raises the signal again.
    private static func die(of number: Int32) {
        // If another thread is setting up the terminal, wait for it. If this thread is setting it up, do not wait: the
        // setup cannot finish.
        var patience = 100
        while state.pointee.isTaking, pthread_equal(state.pointee.takingThread, pthread_self()) == 0, patience > 0 {
            _ = poll(nil, 0, 1)
            patience -= 1
        }
        restore()
        if asksToEnd(number) { signal(number, SIG_DFL) } else { sigaction(number, earlier + Int(number), nil) }
        raise(number)
    }

    private static func set(_ number: Int32, _ handler: @convention(c) (Int32) -> Void) {
        var action = sigaction()
        #if canImport(Darwin)
            action.__sigaction_u.__sa_handler = handler
        #elseif canImport(Musl)
            action.__sa_handler.sa_handler = handler
        #elseif canImport(Android)
            action.sa_handler = handler
        #else
            action.__sigaction_handler.sa_handler = handler
        #endif
        sigemptyset(&action.sa_mask)
        action.sa_flags = Int32(SA_RESTART)
        var before = sigaction()
        sigaction(number, &action, &before)
        // After each stop, the handler of SIGTSTP is installed again. Save the previous handler only the first time.
        guard number != SIGTSTP || isDefault(earlier[Int(number)]) else { return }
        earlier[Int(number)] = before
        // If the parent process has set a signal to be ignored, as nohup does, keep ignoring it.
        if isIgnored(before), number == SIGHUP || number == SIGPIPE { sigaction(number, &before, nil) }
    }

    private static func isIgnored(_ action: sigaction) -> Bool { address(of: action) == 1 }
    private static func isDefault(_ action: sigaction) -> Bool { address(of: action) == 0 }

    /// Returns the address of the handler: 0 for SIG_DFL, 1 for SIG_IGN.
    private static func address(of action: sigaction) -> Int {
        #if canImport(Darwin)
            unsafeBitCast(action.__sigaction_u.__sa_handler, to: Int.self)
        #elseif canImport(Musl)
            unsafeBitCast(action.__sa_handler.sa_handler, to: Int.self)
        #elseif canImport(Android)
            unsafeBitCast(action.sa_handler, to: Int.self)
        #else
            unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
        #endif
    }

    private static func bytes(_ text: String) -> UnsafeBufferPointer<UInt8> {
        let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.utf8.count)
        _ = buffer.initialize(from: text.utf8)
        return UnsafeBufferPointer(buffer)
    }
}
