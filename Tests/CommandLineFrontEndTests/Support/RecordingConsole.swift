import CommandLineFrontEnd
import FeatureTesting
import Synchronization

/// A console that records everything that is written to it.
final class RecordingConsole: Sendable {
    /// One write to a stream.
    struct Writing: Sendable, Hashable {
        let stream: Console.Stream
        let text: String
    }

    private let writings = Mutex<[Writing]>([])
    private let signals: AsyncStream<Int32>
    private let signal: AsyncStream<Int32>.Continuation
    let clock = ManualClock()
    let terminals: Set<Console.Stream>
    let environment: [String: String]
    let failure: (any Error & Sendable)?
    /// Yields each write after it has been recorded.
    let written: AsyncStream<Writing>
    private let writing: AsyncStream<Writing>.Continuation

    init(
        terminals: Set<Console.Stream> = [], environment: [String: String] = [:], failure: (any Error & Sendable)? = nil
    ) {
        (self.terminals, self.environment, self.failure) = (terminals, environment, failure)
        (signals, signal) = AsyncStream.makeStream()
        (written, writing) = AsyncStream.makeStream()
    }

    var console: Console {
        Console(
            write: { [self] bytes, stream in
                if stream == .output, let failure { throw failure }
                let new = Writing(stream: stream, text: String(decoding: bytes, as: UTF8.self))
                writings.withLock { $0.append(new) }
                writing.yield(new)
            },
            isTerminal: { [terminals] in terminals.contains($0) },
            environment: { [environment] in environment[$0] },
            interruptions: { [signals] in signals },
            columns: 100,
            clock: clock)
    }

    /// Returns everything that was written to a stream.
    func text(_ stream: Console.Stream) -> String {
        writings.withLock { $0.filter { $0.stream == stream }.map(\.text).joined() }
    }

    /// Returns the number of writes to a stream.
    func count(_ stream: Console.Stream) -> Int {
        writings.withLock { $0.count { $0.stream == stream } }
    }

    /// Sends an interruption to the program.
    func interrupt(_ number: Int32 = 2) {
        signal.yield(number)
    }

    /// Waits until the given number of writes has been recorded.
    func waitForWritings(_ count: Int) async {
        var seen = 0
        for await _ in written {
            seen += 1
            if seen == count { return }
        }
    }
}

/// The exit code of a command, its output and its errors.
struct Ending: Hashable {
    let code: Int32
    let output: String
    let errors: String
}

/// Runs a command of the host `KennelHost`.
func run(_ arguments: String..., on recorder: RecordingConsole = RecordingConsole()) async -> Ending {
    await run(arguments, as: KennelHost.self, on: recorder)
}

/// Runs a command of any host.
func run<Host: CommandLineHost>(
    _ arguments: [String], as host: Host.Type, on recorder: RecordingConsole = RecordingConsole()
) async -> Ending {
    let status = await CommandLineProgram<Host>(console: recorder.console).run(arguments)
    return Ending(code: status.code, output: recorder.text(.output), errors: recorder.text(.error))
}

/// The error for writing to a closed output.
let outputClosed = CommandLineError.outputClosed
/// The error for writing to a full device.
let outputFull = CommandLineError.outputFailed("No space left on device")
