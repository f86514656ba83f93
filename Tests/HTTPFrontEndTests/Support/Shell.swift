import Foundation
import Testing

/// Runs scripts of a POSIX shell.
enum Shell {
    /// Returns the output of a script, after checking that it has succeeded.
    static func output(of script: String) async throws -> String {
        let (process, output) = (Process(), Pipe())
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-euc", script]
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        // Reading from a pipe blocks, which is not allowed on threads of Swift's concurrency.
        let data = await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                let data = output.fileHandleForReading.readDataToEndOfFile()
                process.waitUntilExit()
                continuation.resume(returning: data)
            }
        }
        #expect(process.terminationStatus == 0)
        return String(decoding: data, as: UTF8.self)
    }
}
