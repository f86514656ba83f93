import Foundation

/// A token file in a folder of its own, which is removed when nothing refers to it.
final class TokenFolder: Sendable {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "tokens-\(UUID())")
    var path: String { folder.appending(path: "tokens").path }

    /// Creates the folder, and the file with lines.
    init(_ lines: String...) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try write(lines.joined(separator: "\n") + "\n")
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Replaces the file by another one.
    func write(_ text: String) throws {
        try Data(text.utf8).write(to: URL(filePath: path), options: .atomic)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    }

    /// Removes the file.
    func remove() throws { try FileManager.default.removeItem(atPath: path) }
}
