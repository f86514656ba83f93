import FeatureStorage
import TerminalKit

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// A temporary file with everything that standard input contains.
///
/// An import reads its file twice if it has faults, and standard input can be read only once.
struct StandardInputFile {
    /// The argument that stands for standard input.
    static let argument = "-"

    /// The path of the file.
    let path: String
    private let folder: String

    /// Reads standard input to its end.
    ///
    /// The file is JSON if the text begins with a bracket or a brace, else it is CSV.
    init(of console: Console) throws {
        var piece = try console.input.readPiece()
        let isJSON = piece.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }.map { [0x5B, 0x7B].contains($0) } ?? false
        let files = FileManager.default
        let parent = console.environment("TMPDIR") ?? files.temporaryDirectory.path
        folder = URL(filePath: parent).appending(path: "import-\(UUID().uuidString)").path
        path = "\(folder)/records.\(isJSON ? "json" : "csv")"
        let refusal = CommandLineError.noTemporaryFile(in: parent)
        // Nobody else may read the records.
        do {
            try files.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch { throw refusal }
        do {
            let file = open(path, O_WRONLY | O_CREAT | O_EXCL, 0o600)
            guard file >= 0 else { throw refusal }
            defer { close(file) }
            while !piece.isEmpty {
                do { try writeAll(piece, to: file) {} } catch { throw refusal }
                piece = try console.input.readPiece()
            }
        } catch {
            remove()
            throw error
        }
    }

    /// Removes the file.
    func remove() { try? FileManager.default.removeItem(atPath: folder) }

    /// Returns an error about the file as an error about standard input.
    func naming(_ error: RecordFileError) -> RecordFileError {
        RecordFileError(path: "standard input", faults: error.faults, furtherCount: error.furtherCount)
    }
}
