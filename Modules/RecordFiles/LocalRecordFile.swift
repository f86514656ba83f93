import FeatureKit
import FeatureStorage

/// A file of records on this machine; opened anew for each reading, so that a refresh sees what was saved meanwhile.
struct LocalRecordFile: RecordFile {
    /// The path as it was given, for messages.
    let path: String
    /// Where the file stands.
    let location: String
    let format: RecordFileFormat

    func opened() throws -> OpenFile {
        try OpenFile(location: location, path: path)
    }

    @concurrent func records<R: Record>(of type: R.Type) async throws -> [R] {
        let file = try opened()
        let reader = RecordReader(path: path, format: format, fields: R.fields.map(\.description)) {
            try file.nextChunk()
        }
        return try reader.records(of: type)
    }
}
