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
    /// Runs a command in a shell, writes text to its input and waits until the command ends.
    ///
    /// A command that ends before it has read everything is no error, because a person leaves a pager when they have
    /// seen enough. Control-C belongs to the pager.
    ///
    /// Returns `false` if the shell cannot run the command.
    static func runPager(_ text: [UInt8], command: String) -> Bool {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { return false }
        // The pager must not keep the end open that this process writes to.
        _ = fcntl(ends[1], F_SETFD, FD_CLOEXEC)
        let pager = spawn(command, input: ends[0])
        close(ends[0])
        guard let pager else {
            close(ends[1])
            return false
        }
        let (brokenPipe, interrupt) = (signal(SIGPIPE, SIG_IGN), signal(SIGINT, SIG_IGN))
        try? writeAll(text, to: ends[1]) {}
        close(ends[1])
        var status: Int32 = 0
        while waitpid(pager, &status, 0) < 0, errno == EINTR {}
        _ = signal(SIGPIPE, brokenPipe)
        _ = signal(SIGINT, interrupt)
        // A shell ends with 126 or 127 if it cannot run a command.
        let code = (status >> 8) & 0xFF
        return status & 0x7F != 0 || code != 126 && code != 127
    }

    /// Starts a command in a shell.
    ///
    /// Returns the id of the process, or `nil` if no shell can be started.
    private static func spawn(_ command: String, input: Int32) -> pid_t? {
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        guard posix_spawn_file_actions_init(&actions) == 0, posix_spawnattr_init(&attributes) == 0 else { return nil }
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
        posix_spawn_file_actions_addclose(&actions, input)
        // This process may ignore these signals.
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        sigaddset(&signals, SIGINT)
        sigaddset(&signals, SIGTERM)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
        // As in git: leave at once if the text fits the screen, show colours, and leave the text on the screen.
        setenv("LESS", "FRX", 0)
        let arguments = ["sh", "-c", command].map { (word: String) in strdup(word) }
        defer { arguments.forEach { free($0) } }
        var process: pid_t = 0
        let code = posix_spawn(&process, "/bin/sh", &actions, &attributes, arguments + [nil], environ)
        return code == 0 ? process : nil
    }
}
