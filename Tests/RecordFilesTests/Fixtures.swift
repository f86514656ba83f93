import FeatureKit
import FeatureStorage
import Foundation
import RecordFiles

enum Breed: String, Codable, CaseIterable, FieldType {
    case bulldog = "Bulldog"
    case doberman = "Doberman"
    case labrador = "Labrador"
}

struct Dog: Record {
    static let sample: [Dog] = []
    static let fields: [any FieldDeclaration] = [
        Field<String>("name", "Name", length: 1...40), Field<Breed>("breed", "Breed"),
        Field<Int>("age", "Age", range: 0...30), Field<String?>("note", "Note"),
    ]

    var id: String
    var name: String
    var breed: Breed
    var age: Int
    var note: String?

    static let three = [
        Dog(id: "1", name: "Alfred", breed: .labrador, age: 1), Dog(id: "2", name: "바둑이", breed: .doberman, age: 5),
        Dog(id: "3", name: "Lucky", breed: .labrador, age: 3),
    ]
}

/// A record file in memory that is read in pieces.
struct Source {
    var format = RecordFileFormat.csv
    var fields = Dog.fields.map(\.description)
    /// The maximum number of bytes per piece.
    var piece = 1 << 18

    func rows(_ bytes: some Sequence<UInt8>) throws -> [RecordFileRow] {
        var rest = Array(bytes)[...]
        let reader = RecordReader(path: "dogs.\(format)", format: format, fields: fields) {
            defer { rest = rest.dropFirst(piece) }
            return Array(rest.prefix(piece))
        }
        var rows: [RecordFileRow] = []
        while let batch = try reader.next() { rows += batch }
        return rows
    }

    func rows(_ text: String) throws -> [RecordFileRow] { try rows(text.utf8) }

    /// Returns the faults of a malformed file as messages.
    func faults(_ bytes: some Sequence<UInt8>) throws -> [String] {
        do {
            _ = try rows(bytes)
            return []
        } catch let error as RecordFileError {
            return error.faults.map(\.description)
        }
    }

    func faults(_ text: String) throws -> [String] { try faults(text.utf8) }
}

/// A temporary folder for one test.
///
/// It is removed when this object is deallocated.
final class TemporaryFolder {
    let path: String

    init() throws {
        path = FileManager.default.temporaryDirectory.appending(path: "RecordFiles-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    @discardableResult
    func write(_ text: String, to name: String) throws -> String {
        let file = "\(path)/\(name)"
        try Data(text.utf8).write(to: URL(filePath: file))
        return file
    }
}
