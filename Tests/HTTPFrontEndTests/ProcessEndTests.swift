import Dispatch
import Foundation
import Testing

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#endif

/// Tests that a server ends even if all its threads are busy.
@Suite(.timeLimit(.minutes(5))) struct ProcessEndTests {
    @Test func `The process ends after its time limit even if all threads are busy`() async throws {
        #expect(try await code(drain: 1, signals: [SIGTERM], isAnswered: true) == 0)
    }

    @Test func `A second signal ends the process at once`() async throws {
        #expect(try await code(drain: 86_400, signals: [SIGTERM, SIGINT]) == 130)
    }

    /// Starts a server, keeps all its threads busy, sends it signals and returns its exit code.
    ///
    /// - Parameter isAnswered: Whether the test expects 503 for each request before the process ends.
    private func code(drain: Int, signals: [Int32], isAnswered: Bool = false) async throws -> Int32 {
        let (process, lines) = try start(drain: drain)
        defer { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }
        var iterator = lines.makeAsyncIterator()
        let first = try #require(await iterator.next())
        let port = try #require(first.split(separator: ":").last.flatMap { Int($0) })
        let count = ProcessInfo.processInfo.activeProcessorCount
        let (ends, end) = AsyncStream<Int32>.makeStream()
        process.terminationHandler = { end.yield($0.terminationStatus) }
        return try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<(2 * count) {
                group.addTask {
                    try await Wire.connected(to: port) { wire in
                        try await wire.send("POST /api/features/stuck/actions/spin HTTP/1.1", "Host: localhost")
                        // Reads until the process has ended.
                        let answer = try? await wire.readToEnd()
                        if isAnswered { #expect(answer?.hasPrefix("HTTP/1.1 503") == true) }
                    }
                }
            }
            for _ in 0..<count { try #require(await iterator.next() == "spinning") }
            for signal in signals { kill(process.processIdentifier, signal) }
            for await code in ends {
                if isAnswered { try await group.waitForAll() }
                group.cancelAll()
                return code
            }
            throw CancellationError()
        }
    }

    /// Starts a server and reads its output.
    private func start(drain: Int) throws -> (Process, AsyncStream<String>) {
        let (process, output) = (Process(), Pipe())
        process.executableURL = try program("StuckServer")
        process.arguments = ["\(drain)"]
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        let (lines, source) = AsyncStream<String>.makeStream()
        try process.run()
        // Reading from a pipe blocks, which is not allowed on threads of Swift's concurrency.
        DispatchQueue.global().async {
            var rest = ""
            while case let data = output.fileHandleForReading.availableData, !data.isEmpty {
                rest += String(decoding: data, as: UTF8.self)
                while let end = rest.firstIndex(of: "\n") {
                    source.yield(String(rest[..<end]))
                    rest = String(rest[rest.index(after: end)...])
                }
            }
            source.finish()
        }
        return (process, lines)
    }

    /// Returns a program from the build folder of the tests.
    private func program(_ name: String) throws -> URL {
        let tests = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundlePath
        let folder = URL(fileURLWithPath: tests ?? CommandLine.arguments[0]).deletingLastPathComponent()
        let program = folder.appendingPathComponent(name)
        try #require(FileManager.default.isExecutableFile(atPath: program.path), "build the product \(name) first")
        return program
    }
}
