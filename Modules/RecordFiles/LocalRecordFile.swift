import FeatureKit
import FeatureStorage

/// A record file on this machine.
///
/// Each load opens the file again, so a refresh shows changes that were saved in the meantime.
struct LocalRecordFile: RecordFile {
    /// The path as the caller gave it, for messages.
    let path: String
    /// The path to open.
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
