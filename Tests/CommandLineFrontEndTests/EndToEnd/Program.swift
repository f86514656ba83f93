import Dispatch
import Foundation
import Testing

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The built program, which runs as a separate process.
final class Program: Sendable {
    /// The destination of the program's output.
    enum Output: Equatable {
        /// Standard output and standard error are two separate pipes.
        case pipes
        /// Standard output and standard error are one terminal.
        case terminal
        /// Standard input, standard output and standard error are one terminal.
        case wholeTerminal
        /// Standard output is a pipe that no process reads.
        case nobody
        /// Standard output and standard error are two pipes. The test reads only the given number of bytes from
        /// standard output.
        case held(after: Int)
    }

    /// The way in which a process ended.
    enum End: Hashable {
        case exit(Int32)
        case signal(Int32)
    }

    private let process: Process
    /// A file handle that this object keeps open as long as the test uses the program.
    private let held: FileHandle?
    /// The master side of the terminal.
    ///
    /// A test types on this side.
    private let keyboard: FileHandle?
    private let end: Task<End, Never>
    /// The text that the program writes to its standard output or to its terminal.
    let output: AsyncStream<String>
    /// The text that the program writes to its standard error.
    let errors: AsyncStream<String>

    /// The path of the program's executable, which the build places beside the tests.
    static var path: String {
        get throws {
            let tests = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundlePath
            let folder = URL(fileURLWithPath: tests ?? CommandLine.arguments[0]).deletingLastPathComponent()
            let path = folder.appendingPathComponent("featurehost").path
            try #require(FileManager.default.isExecutableFile(atPath: path), "build the product featurehost first")
            return path
        }
    }

    /// Starts the program with the given arguments.
    convenience init(_ arguments: String..., output: Output = .pipes, environment: [String: String] = [:]) throws {
        try self.init(file: Self.path, arguments, output: output, environment: environment)
    }

    /// Starts any executable.
    init(file: String, _ arguments: [String], output: Output = .pipes, environment: [String: String] = [:]) throws {
        process = Process()
        #if os(Linux)
            // Start the program through `env`. A library in the test process may ignore SIGPIPE, and a child process
            // would inherit this setting. `env` restores the default.
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments = ["--default-signal=PIPE", file] + arguments
        #else
            process.executableURL = URL(fileURLWithPath: file)
            process.arguments = arguments
        #endif
        // Use a database in memory, so that the tests do not use the records of the user who runs them.
        process.environment = ["PATH": "/usr/bin:/bin", "TERM": "xterm", "FEATUREHOST_DATABASE": "memory"].merging(
            environment
        ) { $1 }
        process.standardInput = FileHandle.nullDevice
        var ours: FileHandle?
        var held: FileHandle?
        var keyboard: FileHandle?
        switch output {
        case .wholeTerminal:
            let (master, terminal) = try makeTerminal()
            var size = winsize(ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0)
            _ = ioctl(master.fileDescriptor, UInt(TIOCSWINSZ), &size)
            process.standardInput = terminal
            process.standardOutput = terminal
            process.standardError = terminal
            // The handle stays open, because a test reads the terminal's modes after the program has ended.
            (held, keyboard) = (terminal, master)
            self.output = Self.texts(master)
            errors = AsyncStream { $0.finish() }
        case .held(let count):
            let (data, messages) = (Pipe(), Pipe())
            process.standardOutput = data
            process.standardError = messages
            held = data.fileHandleForReading
            self.output = Self.texts(data.fileHandleForReading, upTo: count)
            errors = Self.texts(messages.fileHandleForReading)
        case .pipes, .nobody:
            let (data, messages) = (Pipe(), Pipe())
            process.standardOutput = data
            process.standardError = messages
            if output == .nobody { try data.fileHandleForReading.close() }
            self.output = output == .nobody ? AsyncStream { $0.finish() } : Self.texts(data.fileHandleForReading)
            errors = Self.texts(messages.fileHandleForReading)
        case .terminal:
            let (master, terminal) = try makeTerminal()
            process.standardOutput = terminal
            process.standardError = terminal
            ours = terminal
            self.output = Self.texts(master)
            errors = AsyncStream { $0.finish() }
        }
        self.held = held
        self.keyboard = keyboard
        let (ends, ended) = AsyncStream<End>.makeStream()
        process.terminationHandler = { process in
            ended.yield(
                process.terminationReason == .exit
                    ? .exit(process.terminationStatus) : .signal(process.terminationStatus))
        }
        end = Task {
            for await end in ends { return end }
            return .exit(-1)
        }
        try process.run()
        // Close the test's copy of the handle. Otherwise the terminal would never report its end.
        try ours?.close()
    }

    /// Sends a signal to the program.
    func send(_ signal: Int32) {
        kill(process.processIdentifier, signal)
    }

    /// Types text on the program's terminal.
    func type(_ text: String) { type(Array(text.utf8)) }

    /// Types bytes on the program's terminal.
    func type(_ bytes: [UInt8]) {
        guard let keyboard else { return }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(keyboard.fileDescriptor, $0.baseAddress, min($0.count, 256)) }
            if count <= 0 { return }
            rest = rest.dropFirst(count)
        }
    }

    /// Resizes the program's terminal and notifies the program.
    func resize(columns: UInt16, lines: UInt16) {
        guard let keyboard else { return }
        var size = winsize(ws_row: lines, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(keyboard.fileDescriptor, UInt(TIOCSWINSZ), &size)
        // The system sends SIGWINCH only if the terminal controls the program's session, so send the signal here.
        send(SIGWINCH)
    }

    /// The modes of the terminal.
    ///
    /// They say whether the terminal edits lines, echoes characters and converts keys to signals.
    var modes: [UInt32] {
        var attributes = termios()
        guard let keyboard, tcgetattr(keyboard.fileDescriptor, &attributes) == 0 else { return [] }
        return [attributes.c_iflag, attributes.c_oflag, attributes.c_cflag, attributes.c_lflag].map { UInt32($0) }
    }

    /// Whether the program has its own process group.
    ///
    /// If it has its own group, a signal to that group reaches no other process.
    var hasOwnGroup: Bool { getpgid(process.processIdentifier) != getpgrp() }

    /// Whether the program is stopped (`/proc`, see proc(5)).
    var isStopped: Bool {
        let status = try? String(contentsOfFile: "/proc/\(process.processIdentifier)/stat", encoding: .utf8)
        return status?.split(separator: ")").last?.hasPrefix(" T") ?? false
    }

    /// Waits until the program has ended.
    ///
    /// If the test is cancelled, ends the program.
    func wait() async -> End {
        await withTaskCancellationHandler {
            await end.value
        } onCancel: {
            send(SIGKILL)
        }
    }

    /// Waits until the program has ended, and returns everything that it wrote.
    func finish() async -> (end: End, output: String, errors: String) {
        async let output = output.reduce("", +)
        async let errors = errors.reduce("", +)
        return (await wait(), await output, await errors)
    }

    /// Returns the bytes of a handle as a stream of texts.
    ///
    /// A separate thread reads them, because reading blocks.
    private static func texts(_ handle: FileHandle, upTo limit: Int = .max) -> AsyncStream<String> {
        let (texts, continuation) = AsyncStream<String>.makeStream()
        let thread = Thread {
            var pending = Data()
            var total = 0
            while total < limit {
                // Do not use `availableData`: reading from a terminal whose other end is closed fails with an error.
                var bytes = [UInt8](repeating: 0, count: 4096)
                let count = read(handle.fileDescriptor, &bytes, bytes.count)
                if count <= 0 { break }
                total += count
                pending += bytes[..<count]
                // A read may end within a character. Its remaining bytes follow in the next read.
                let begun = pending.suffix(4).lastIndex { $0 & 0xC0 != 0x80 } ?? pending.startIndex
                let isWhole = String(data: pending[begun...], encoding: .utf8) != nil
                let end = isWhole ? pending.endIndex : begun
                continuation.yield(String(decoding: pending[..<end], as: UTF8.self))
                pending = Data(pending[end...])
            }
            continuation.finish()
        }
        thread.start()
        return texts
    }
}

/// Creates a pseudo-terminal.
///
/// The master side reads what a program writes to the terminal side.
private func makeTerminal() throws -> (master: FileHandle, terminal: FileHandle) {
    let master = open("/dev/ptmx", O_RDWR | O_NOCTTY)
    try #require(master >= 0)
    #if os(Linux)
        // Swift does not import unlockpt and ptsname, so use their ioctls TIOCSPTLCK and TIOCGPTN (ioctl_tty(2)).
        var (lock, number) = (Int32(0), Int32(0))
        try #require(ioctl(master, 0x4004_5431, &lock) == 0 && ioctl(master, 0x8004_5430, &number) == 0)
        let name = "/dev/pts/\(number)"
    #else
        try #require(grantpt(master) == 0 && unlockpt(master) == 0)
        let name = String(cString: try #require(ptsname(master)))
    #endif
    let terminal = open(name, O_RDWR | O_NOCTTY)
    try #require(terminal >= 0)
    return (
        FileHandle(fileDescriptor: master, closeOnDealloc: true),
        FileHandle(fileDescriptor: terminal, closeOnDealloc: true)
    )
}
