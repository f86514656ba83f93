import FeatureKit
import FeatureStorage
import RecordFiles
import Testing

/// Tests that the faults of a file do not depend on the number of bytes that are read at a time.
@Suite(.timeLimit(.minutes(5))) struct FaultOrderTests {
    private struct Note: Record {
        static let fields: [any FieldDeclaration] = [
            Field<String>("title", "Title", length: 1...40), Field<Int>("count", "Count", range: 0...9),
        ]
        static let sample: [Note] = []
        var id: String
        var title: String
        var count: Int
        var uniqueKey: String? { title }
    }

    private func faults(_ text: String, _ format: RecordFileFormat, piece: Int) -> [String] {
        var rest = Array(text.utf8)[...]
        let reader = RecordReader(path: "notes", format: format, fields: Note.fields.map(\.description)) {
            defer { rest = rest.dropFirst(piece) }
            return Array(rest.prefix(piece))
        }
        do { _ = try reader.records(of: Note.self) } catch let error as RecordFileError {
            return error.faults.map(\.description)
        } catch { return ["\(error)"] }
        return []
    }

    @Test(arguments: [
        // A record with a duplicate id precedes a faulty record.
        (
            "id,title,count\n1,a,1\n1,b,1\n3,c\n", RecordFileFormat.csv,
            ["line 3, id: expected an id that", "line 4: expected 3 cells"]
        ),
        // A record with a duplicate unique key precedes a fault that ends the parsing.
        ("title,count\na,1\na,2\nb,\"3\"x\n", .csv, ["line 3: expected a unique key", "line 4, count: expected"]),
        (
            #"[{"title":"a","count":1},{"title":"a","count":2},{"title":"b","count":99}] x"#, .json,
            ["index 1: expected a unique key", "index 2, count: expected", "line 1, column 76: expected nothing"]
        ),
    ])
    func `the faults are in the file's order, regardless of how the bytes are split`(
        text: String, format: RecordFileFormat, beginnings: [String]
    ) {
        let whole = faults(text, format, piece: 1 << 16)
        #expect(whole.count == beginnings.count)
        for (fault, beginning) in zip(whole, beginnings) { #expect(fault.hasPrefix(beginning)) }
        for piece in [1, 7, 20, 33] { #expect(faults(text, format, piece: piece) == whole) }
    }
}
