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

    /// Changes the content as Kubernetes does for secrets: the file is a link into a folder, which is a link too and is
    /// replaced in one step.
    ///
    /// - Parameter number: The number of the content, beginning with 0.
    func link(_ text: String, number: Int) throws {
        let manager = FileManager.default
        let (target, current) = (folder.appending(path: "data-\(number)"), folder.appending(path: "data"))
        try manager.createDirectory(at: target, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: target.appending(path: "tokens"))
        let next = folder.appending(path: "next").path
        try manager.createSymbolicLink(atPath: next, withDestinationPath: target.path)
        guard rename(next, current.path) == 0 else { throw CocoaError(.fileWriteUnknown) }
        guard number == 0 else { return }
        try remove()
        try manager.createSymbolicLink(atPath: path, withDestinationPath: current.appending(path: "tokens").path)
    }

    /// Removes the file.
    func remove() throws { try FileManager.default.removeItem(atPath: path) }
}
