import CommandLineFrontEnd
import Foundation

extension KennelHost {
    /// Runs a command with an environment.
    ///
    /// - Parameter lines: The lines that a person types on a terminal; `nil` without a terminal.
    static func run(_ arguments: [String], environment: [String: String], typing lines: [String]?) async -> Ending {
        let recorder = RecordingConsole(terminals: lines == nil ? [] : [.output], environment: environment)
        var console = recorder.console
        if let lines { console.input = .typing(lines) }
        let status = await CommandLineProgram<KennelHost>(console: console).run(arguments)
        return Ending(code: status.code, output: recorder.text(.output), errors: recorder.text(.error))
    }
}

/// Runs a test with the path of an empty home folder.
func withHome(_ body: (String) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder.path)
}
