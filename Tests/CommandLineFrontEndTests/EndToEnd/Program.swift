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

/// The built program, as a process of its own.
final class Program: Sendable {
    /// Where the program's output goes.
    enum Output: Equatable {
        /// Into one pipe each for data and messages.
        case pipes
        /// Onto one terminal, both.
        case terminal
        /// Onto a terminal that it reads from as well.
        case wholeTerminal
        /// Into an unread pipe.
        case nobody
        /// Into one pipe each; that for data is read up to so many bytes and then left to fill.
        case held(after: Int)
    }

    /// How a process ended.
    enum End: Hashable {
        case exit(Int32)
        case signal(Int32)
    }

    private let process: Process
    /// What is kept open as long as the program is of interest.
    private let held: FileHandle?
    /// The terminal's other end, where a test types.
    private let keyboard: FileHandle?
    private let end: Task<End, Never>
    /// What it writes to its output, or to its terminal, as it comes.
    let output: AsyncStream<String>
    /// What it writes to its messages, as it comes.
    let errors: AsyncStream<String>

    /// The program's file, which is built beside the tests.
    static var path: String {
        get throws {
            let tests = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundlePath
            let folder = URL(fileURLWithPath: tests ?? CommandLine.arguments[0]).deletingLastPathComponent()
            let path = folder.appendingPathComponent("featurehost").path
            try #require(FileManager.default.isExecutableFile(atPath: path), "build the product featurehost first")
            return path
        }
    }

    /// Starts the program.
    convenience init(_ arguments: String..., output: Output = .pipes, environment: [String: String] = [:]) throws {
        try self.init(file: Self.path, arguments, output: output, environment: environment)
    }

    /// Starts any program.
    init(file: String, _ arguments: [String], output: Output = .pipes, environment: [String: String] = [:]) throws {
        process = Process()
        #if os(Linux)
            // A library beside the tests may ignore SIGPIPE, which programs would inherit.
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments = ["--default-signal=PIPE", file] + arguments
        #else
            process.executableURL = URL(fileURLWithPath: file)
            process.arguments = arguments
        #endif
        // Tests never use the user's own records.
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
            // Kept open: it is asked about after the program has ended.
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
        // Or the terminal would never end.
        try ours?.close()
    }

    /// Sends it a signal.
    func send(_ signal: Int32) {
        kill(process.processIdentifier, signal)
    }

    /// Types something on its terminal.
    func type(_ text: String) { type(Array(text.utf8)) }

    /// Types bytes on its terminal.
    func type(_ bytes: [UInt8]) {
        guard let keyboard else { return }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(keyboard.fileDescriptor, $0.baseAddress, min($0.count, 256)) }
            if count <= 0 { return }
            rest = rest.dropFirst(count)
        }
    }

    /// Gives its terminal another size, and tells it.
    func resize(columns: UInt16, lines: UInt16) {
        guard let keyboard else { return }
        var size = winsize(ws_row: lines, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(keyboard.fileDescriptor, UInt(TIOCSWINSZ), &size)
        // The system tells it itself only where the terminal is its session's.
        send(SIGWINCH)
    }

    /// How its terminal is set: whether it takes lines, echoes and turns keys into signals.
    var modes: [UInt32] {
        var attributes = termios()
        guard let keyboard, tcgetattr(keyboard.fileDescriptor, &attributes) == 0 else { return [] }
        return [attributes.c_iflag, attributes.c_oflag, attributes.c_cflag, attributes.c_lflag].map { UInt32($0) }
    }

    /// Whether it is in a group of processes of its own, so that what it does to its group harms no other.
    var hasOwnGroup: Bool { getpgid(process.processIdentifier) != getpgrp() }

    /// Whether it has been stopped (`/proc`, see proc(5)).
    var isStopped: Bool {
        let status = try? String(contentsOfFile: "/proc/\(process.processIdentifier)/stat", encoding: .utf8)
        return status?.split(separator: ")").last?.hasPrefix(" T") ?? false
    }

    /// Waits until it has ended; a test whose time is over ends it.
    func wait() async -> End {
        await withTaskCancellationHandler {
            await end.value
        } onCancel: {
            send(SIGKILL)
        }
    }

    /// Waits until it has ended, and returns all that it wrote.
    func finish() async -> (end: End, output: String, errors: String) {
        async let output = output.reduce("", +)
        async let errors = errors.reduce("", +)
        return (await wait(), await output, await errors)
    }

    /// Reads as text what comes, on a thread of its own: reading blocks.
    private static func texts(_ handle: FileHandle, upTo limit: Int = .max) -> AsyncStream<String> {
        let (texts, continuation) = AsyncStream<String>.makeStream()
        let thread = Thread {
            var pending = Data()
            var total = 0
            while total < limit {
                // Not `availableData`: a terminal whose other end is closed answers with an error.
                var bytes = [UInt8](repeating: 0, count: 4096)
                let count = read(handle.fileDescriptor, &bytes, bytes.count)
                if count <= 0 { break }
                total += count
                pending += bytes[..<count]
                guard let text = String(data: pending, encoding: .utf8) else { continue }
                continuation.yield(text)
                pending = Data()
            }
            continuation.finish()
        }
        thread.start()
        return texts
    }
}

/// Makes a pseudo-terminal: what a program writes to its second end can be read from the first.
private func makeTerminal() throws -> (master: FileHandle, terminal: FileHandle) {
    let master = open("/dev/ptmx", O_RDWR | O_NOCTTY)
    try #require(master >= 0)
    #if os(Linux)
        // The ioctls of unlockpt and ptsname, which Swift does not import: TIOCSPTLCK and TIOCGPTN (ioctl_tty(2)).
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
