import FeatureKit
import FeatureStorage
import Foundation
import RecordFiles
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(5))) struct RecordExchangeTests {
    private let folder: TemporaryFolder
    private let store = MemoryRecordStore()
    private let files = RecordFiles()

    init() throws {
        folder = try TemporaryFolder()
    }

    @discardableResult
    private func load(_ text: String, _ name: String = "dogs.csv", into other: MemoryRecordStore? = nil) async throws
        -> Int
    {
        try await files.open(folder.write(text, to: name), of: Tag.self).load(into: other ?? store)
    }

    private func export(_ format: RecordFileFormat, from other: MemoryRecordStore? = nil) async throws -> String {
        let bytes = Mutex<[UInt8]>([])
        try await files.write(Tag.self, in: other ?? store, as: format) { new in bytes.withLock { $0 += new } }
        return String(decoding: bytes.withLock(\.self), as: UTF8.self)
    }

    /// Returns the messages of a refused file and checks that nothing was imported.
    private func faults(_ text: String, _ name: String = "dogs.csv") async throws -> [String] {
        let before = try await export(.json)
        let error = await #expect(throws: RecordFileError.self) { try await load(text, name) }
        #expect(try await export(.json) == before)
        return error?.faults.map(\.description) ?? []
    }

    @Test(arguments: RecordFileFormat.allCases)
    func `An export, an import and a second export give the same bytes, for any texts`(format: RecordFileFormat)
        async throws
    {
        let hostile = [
            "\"", "\"\"", ",", "a,b", " ", " a ", "'", "\\", "\\n", "한국어", "👨‍👩‍👧‍👦", "e\u{301}",
            "\u{E9}",
            "\u{FEFF}", "\u{7F}\u{80}", "=1+1", "null", "1", "true", "{}", "[", "\t",
            String(
                String.UnicodeScalarView(
                    (1..<0x20).compactMap(Unicode.Scalar.init).filter { !"\n\u{B}\u{C}\r".unicodeScalars.contains($0) })
            ),
            String(repeating: "long \"text\",\t", count: 9000),
        ]
        let writes = hostile.enumerated().map { number, text in
            RowWrite.insert(
                RowInsert(
                    id: "\(text.prefix(100))\(number)",
                    values: [
                        "text": .text(text), "note": number.isMultiple(of: 2) ? .text(text) : "",
                        "weight": .decimal(0.1),
                        "isGood": .boolean(number.isMultiple(of: 3)),
                    ]))
        }
        let bare = RowWrite.insert(
            RowInsert(id: "bare", values: ["text": "", "isGood": true, "count": .integer(.min), "weight": .decimal(2)]))
        try await store.write(writes + [bare], to: Tag.collection)
        let first = try await export(format)
        let other = MemoryRecordStore()
        #expect(try await load(first, "dogs.\(format)", into: other) == hostile.count + 1)
        #expect(try await export(format, from: other) == first)
        let (rows, others) = (
            try await store.page(of: Tag.collection, after: nil, limit: 100).rows,
            try await other.page(of: Tag.collection, after: nil, limit: 100).rows
        )
        #expect(rows == others)
    }

    @Test(arguments: RecordFileFormat.allCases)
    func `A line break in a stored text is exported, but an import refuses it`(format: RecordFileFormat) async throws {
        let row = RowInsert(id: "1", values: ["text": "a\r\nb", "isGood": true])
        try await store.write([.insert(row)], to: Tag.collection)
        let text = try await export(format)
        #expect(text.contains(format == .csv ? "\"a\r\nb\"" : #""a\r\nb""#))
        let error = await #expect(throws: RecordFileError.self) {
            try await load(text, "dogs.\(format)", into: MemoryRecordStore())
        }
        #expect(error?.faults.map(\.message) == ["expected text without line breaks, got \"a\r\nb\""])
    }

    @Test func `The export contains all pages in order`() async throws {
        try await store.write(
            (0..<2500).map { .insert(RowInsert(id: "\($0)", values: ["text": "x", "isGood": true])) },
            to: Tag.collection)
        let count = Mutex(0)
        let written = try await files.write(Tag.self, in: store, as: .csv) { _ in count.withLock { $0 += 1 } }
        #expect(written == 2500)
        #expect(count.withLock(\.self) == 5)
        let lines = try await export(.csv).split(separator: "\r\n")
        #expect(lines.dropFirst().map { $0.split(separator: ",")[0] } == (0..<2500).map { "\($0)" })
    }

    @Test func `The export of a query contains its records in its order`() async throws {
        try await store.write(
            (0..<2500).map { .insert(RowInsert(id: "\($0)", values: ["text": .text("x\($0 % 7)"), "isGood": true])) },
            to: Tag.collection)
        let index = RecordIndex(columns: [.init("text", kind: .text, isSearched: true)])
        let query = try RecordQuery(index, search: "X3", isDescending: true)
        let bytes = Mutex<[UInt8]>([])
        try await files.write(Tag.self, matching: query, in: store, as: .csv) { new in bytes.withLock { $0 += new } }
        let lines = String(decoding: bytes.withLock(\.self), as: UTF8.self).split(separator: "\r\n")
        let ids = lines.dropFirst().compactMap { $0.split(separator: ",").first.flatMap { Int($0) } }
        let expected = (0..<2500).filter { $0 % 7 == 3 }
        #expect(ids == expected.reversed())
    }

    @Test func `A record without an id gets a new id, and existing ids are kept`() async throws {
        let text = "id,text,isGood\n,a,true\nmine,b,true\n,c,true\n"
        #expect(try await load(text) == 3)
        #expect(try await load(text.replacing("mine", with: "yours")) == 3)
        let ids = try await store.page(of: Tag.collection, after: nil, limit: 10).rows.map(\.id)
        #expect(Set(ids).count == 6)
        #expect(ids[1] == "mine" && ids[4] == "yours")
        #expect(ids.allSatisfy { $0.count > 12 || ["mine", "yours"].contains($0) })
    }

    @Test func `A faulty last line rolls back all lines before it`() async throws {
        let lines = (0..<30_000).map { "\($0),text \($0),true" }
        let text = "id,text,isGood\n" + lines.joined(separator: "\n") + "\nlast,x,maybe\n"
        #expect(try await faults(text) == ["line 30002, isGood: expected true or false, got \"maybe\""])
        #expect(try await store.fillOnce(Tag.collection, with: []), "the collection must still count as never filled")
    }

    @Test func `The error counts all faulty lines and names the first twenty`() async throws {
        let text = "text,isGood\n" + String(repeating: "x,maybe\n", count: 23)
        let error = await #expect(throws: RecordFileError.self) { try await load(text) }
        #expect(error?.faults.count == 20 && error?.furtherCount == 3)
        #expect(error?.faults.last?.position.line == 21)
    }

    @Test func `A file with an already stored id is refused, and the error gives the line or the index`() async throws {
        try await load("id,text,isGood\n7,x,true\n")
        let expected =
            "expected an id that no other record has, got \"7\", which is already stored; leave the id out to add a new "
            + "record"
        #expect(try await faults("id,text,isGood\n8,x,true\n7,x,true\n") == ["line 3, id: \(expected)"])
        let json = #"[{"id":8,"text":"x","isGood":true},{"id":7,"text":"x","isGood":true}]"#
        #expect(try await faults(json, "dogs.json") == ["index 1, id: \(expected)"])
    }

    @Test func `A file that contains the same id twice is refused`() async throws {
        #expect(
            try await faults("id,text,isGood\n8,x,true\n,x,true\n8,x,true\n")
                == ["line 4, id: expected an id that no other record has, got \"8\", the id of line 2"])
    }

    @Test func `A file with a taken unique key is refused, even if the record has no id`() async throws {
        try await load("text,isGood,key\nx,true,rex\n")
        #expect(
            try await faults("text,isGood,key\nx,true,bello\nx,true,rex\n")
                == [
                    "line 3: expected a unique key, got \"rex\", which is already stored"
                ])
        #expect(
            try await faults("text,isGood,key\nx,true,bello\nx,true,\nx,true,bello\n")
                == ["line 4: expected a unique key, got \"bello\", which is also the unique key of line 2"]
        )
    }

    @Test func `A value that the record type refuses is reported as a fault of its line`() async throws {
        #expect(try await faults("text,isGood\nx,true\nforbidden,true\n") == ["line 3, text: is forbidden"])
    }

    @Test func `A missing file or a file with an unknown extension is refused before it is read`() async throws {
        try folder.write("", to: "dogs.csv")
        for (name, reason) in [
            ("dog.csv", "there is no such file; did you mean 'dogs.csv'?"),
            ("dogs.txt", "expected a path that ends in .csv or .json"),
        ] {
            let path = "\(folder.path)/\(name)"
            let error = #expect(throws: FeatureError.self) { try files.open(path, of: Tag.self) }
            #expect(error == FeatureError(.unreadableFile, "cannot read '\(path)': \(reason)"))
        }
    }

    @Test func `The progress of an import increases from 0 to 1`() async throws {
        let lines = String(repeating: "some text,true\n", count: 20_000)
        let file = try files.open(folder.write("text,isGood\n" + lines, to: "dogs.csv"), of: Tag.self)
        #expect(file.progress == 0)
        #expect(try await file.load(into: store) == 20_000)
        #expect(file.progress == 1)
        #expect(try files.open(folder.write("", to: "empty.csv"), of: Tag.self).progress == 1)
    }
}

/// A record type with every kind of value.
private struct Tag: Record {
    static let sample: [Tag] = []
    static let fields: [any FieldDeclaration] = [
        Field<String>("text", "Text"), Field<String?>("note", "Note"), Field<Int?>("count", "Count"),
        Field<Double?>("weight", "Weight"), Field<Bool>("isGood", "Good"), Field<String?>("key", "Key"),
    ]

    let id: String
    let text: String
    let note: String?
    let count: Int?
    let weight: Double?
    let isGood: Bool
    let key: String?

    var uniqueKey: String? { key }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(String.self, forKey: .id)
        text = try container.decode(String.self, forKey: .text)
        note = try container.decodeIfPresent(String.self, forKey: .note)
        count = try container.decodeIfPresent(Int.self, forKey: .count)
        weight = try container.decodeIfPresent(Double.self, forKey: .weight)
        isGood = try container.decode(Bool.self, forKey: .isGood)
        key = try container.decodeIfPresent(String.self, forKey: .key)
        if text == "forbidden" { throw InputRefused(["text": "is forbidden"]) }
    }
}
