import FeatureStorage
import Foundation
import SQLiteStorage

/// A temporary folder for one test.
///
/// It is removed when this object is deallocated.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        path = FileManager.default.temporaryDirectory.path + "/store-\(UUID().uuidString)/"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func bytes(of name: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: path + name)) }

    func has(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path + name) }

    func write(_ bytes: Data, to name: String) throws { try bytes.write(to: URL(fileURLWithPath: path + name)) }
}
