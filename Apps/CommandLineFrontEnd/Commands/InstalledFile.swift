import FeatureKit
import TerminalKit

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A file that a program writes into a folder of a person, such as completions or a manual page.
struct InstalledFile {
    let path: String
    /// The last line of the file, which tells that the program wrote it.
    let mark: String

    /// Whether there is a file that this program did not write.
    private var isForeign: Bool {
        guard let data = FileManager.default.contents(atPath: path) else {
            return FileManager.default.fileExists(atPath: path)
        }
        return !String(decoding: data, as: UTF8.self).hasSuffix("\(mark)\n")
    }

    /// Writes the file and says where it is.
    ///
    /// A file that the program did not write is replaced only if the person agrees.
    ///
    /// - Parameter advice: What to do after the file was written.
    /// - Throws: ``CommandLineError`` if the file cannot be written, or if nobody can be asked.
    func install(_ text: String, by program: String, advice: String, on console: Console) async throws {
        if isForeign, !(try await confirm("\(path) was not written by \(program).", on: console)) {
            return try console.print("Nothing was written.")
        }
        do { try write(text) } catch { throw CommandLineError.notWritten(path) }
        try console.print("Wrote \(path).\n\(advice)")
    }

    /// Writes the text and creates missing folders.
    private func write(_ text: String) throws {
        let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let end = text.hasSuffix("\n") ? "" : "\n"
        try Data("\(text)\(end)\(mark)\n".utf8).write(to: URL(filePath: path), options: .atomic)
    }

    private func confirm(_ reason: String, on console: Console) async throws -> Bool {
        guard console.isTerminal(.output), console.input.isTerminal() else {
            throw CommandLineError.usage("\(reason) Move it away and try again.")
        }
        try console.write(Array("\(reason.madeVisible) Replace it? y or n [n]: ".utf8), .output)
        for await line in console.input.lines() { return ["y", "yes"].contains(line.trimmed.lowercased()) }
        try console.print("")
        return false
    }

    /// Returns a folder of a person.
    ///
    /// - Parameters:
    ///   - variable: The environment variable with the folder.
    ///   - inHome: The path in the home folder that is used if the variable is not set.
    ///   - environment: Looks up an environment variable.
    static func folder(
        _ variable: String, _ inHome: String, environment: (String) -> String?
    ) throws(CommandLineError) -> String {
        if let folder = environment(variable), folder.hasPrefix("/") { return folder }
        guard let home = environment("HOME"), home.hasPrefix("/") else {
            throw .usage("HOME is not set; leave out --install, and save the output yourself")
        }
        return inHome.isEmpty ? home : "\(home)/\(inHome)"
    }
}
