// One piece: what runs in a handler of signals must be seen to use nothing but memory and calls that are safe there.

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// Gives the process's terminal back as it was, on every way out: also from a handler of signals and at exit.
///
/// There is one for the process, as there is one terminal and one set of handlers. It changes nothing but plain memory
/// allocated beforehand, and makes only calls that are safe in a handler (POSIX.1-2024, 2.4.3).
enum TerminalRecovery {
    /// What a handler needs.
    private struct State {
        var descriptor: Int32 = -1
        var saved = termios()
        /// Where handlers write the numbers of signals.
        var pipe: Int32 = -1
        var isTaken = false
        /// Whether a thread is about to take the terminal, and which.
        var isTaking = false
        var takingThread = pthread_self()
        /// How many signals have asked the program to end.
        var endings: Int32 = 0
    }

    private nonisolated(unsafe) static let state: UnsafeMutablePointer<State> = {  // Plain words, set before.
        let state = UnsafeMutablePointer<State>.allocate(capacity: 1)
        state.initialize(to: State())
        return state
    }()
    private nonisolated(unsafe) static let earlier: UnsafeMutablePointer<sigaction> = {  // Set before handlers.
        let actions = UnsafeMutablePointer<sigaction>.allocate(capacity: 65)
        actions.initialize(repeating: sigaction(), count: 65)
        return actions
    }()
    private nonisolated(unsafe) static let farewell = bytes(TerminalSequences.leave)  // Never written after this.

    private static let endingSignals = [SIGINT, SIGTERM, SIGHUP]
    private static let passingSignals = [SIGWINCH, SIGCONT, SIGTSTP]
    private static let fatalSignals = [SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS, SIGPIPE]

    /// Whether a signal has asked the program to end.
    static var isEnding: Bool { state.pointee.endings > 0 }

    /// Whether the terminal was taken and not given back since.
    static var isTaken: Bool { state.pointee.isTaken }

    /// Remembers a terminal as it is, and sets the handlers.
    static func prepare(descriptor: Int32, saved: termios, pipe: Int32) {
        _ = (state, earlier, farewell)
        state.pointee = State(descriptor: descriptor, saved: saved, pipe: pipe)
        atexit { TerminalRecovery.restore() }
        for number in endingSignals + passingSignals { set(number, note) }
        for number in fatalSignals { set(number, crash) }
    }

    /// Takes the terminal by a closure; whoever dies meanwhile waits until it is done, and gives it back then.
    static func taking(_ take: () -> Void) {
        state.pointee.takingThread = pthread_self()
        state.pointee.isTaking = true
        state.pointee.isTaken = true
        take()
        state.pointee.isTaking = false
    }

    /// Gives the terminal back, if it was taken.
    ///
    /// It counts as taken to the end: whoever dies while another thread gives it back does so too, and not half.
    static func restore() {
        guard state.pointee.isTaken else { return }
        defer { state.pointee.isTaken = false }
        let descriptor = state.pointee.descriptor
        // Not to wait for a terminal that takes nothing.
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
        // To leave none of our keys to the shell.
        tcflush(descriptor, TCIFLUSH)
    }

    /// Sets the handlers back to what they were.
    static func finish() {
        restore()
        for number in endingSignals + passingSignals + fatalSignals { sigaction(number, earlier + Int(number), nil) }
    }

    /// Stops this process and its job until they are continued.
    static func stop() {
        signal(SIGTSTP, SIG_IGN)
        kill(0, SIGTSTP)
        signal(SIGTSTP, SIG_DFL)
        // To this thread, so that the process stops before the next line; threads of a pool have it blocked.
        var (stop, mask) = (sigset_t(), sigset_t())
        sigemptyset(&stop)
        sigaddset(&stop, SIGTSTP)
        pthread_sigmask(SIG_UNBLOCK, &stop, &mask)
        raise(SIGTSTP)
        pthread_sigmask(SIG_SETMASK, &mask, nil)
        set(SIGTSTP, note)
    }

    /// Notes a signal for the device; the second that asks to end is not waited for.
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

    /// Gives the terminal back in a program that goes down.
    private static let crash: @convention(c) (Int32) -> Void = { die(of: $0) }

    private static func asksToEnd(_ number: Int32) -> Bool {
        number == SIGINT || number == SIGTERM || number == SIGHUP
    }

    /// Gives the terminal back and lets the signal do what it would have done.
    private static func die(of number: Int32) {
        // Another thread may be about to take it; this one, if it was interrupted in that, will not go on.
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
        // SIGTSTP is set again after each stop; what it was before all is what counts.
        guard number != SIGTSTP || isDefault(earlier[Int(number)]) else { return }
        earlier[Int(number)] = before
        // Whoever has started the program may want a signal ignored (nohup).
        if isIgnored(before), number == SIGHUP || number == SIGPIPE { sigaction(number, &before, nil) }
    }

    private static func isIgnored(_ action: sigaction) -> Bool { address(of: action) == 1 }
    private static func isDefault(_ action: sigaction) -> Bool { address(of: action) == 0 }

    /// The handler's address: 0 for the default, 1 for none.
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
