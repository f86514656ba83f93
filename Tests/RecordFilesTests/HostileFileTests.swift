import FeatureKit
import FeatureStorage
import FeatureTesting
import Foundation
import RecordFiles
import Testing

/// Tests of files that contain texts which are expensive to compare.
@Suite(.timeLimit(.minutes(5))) struct HostileFileTests {
    /// The place in a file where the test puts the expensive text.
    enum Place: String, CaseIterable, Sendable {
        case header, headers, cell, id, unreadCell

        func file(_ text: String) -> String {
            switch self {
            case .header: "\(text),name,breed,age\nx,Rex,Bulldog,1\n"
            case .headers: "name,breed,age,\(text),\(text.dropLast())\nRex,Bulldog,1,,\n"
            case .cell: "name,breed,age,note\nRex,Bulldog,1,\(text)\n"
            case .id: "id,name,breed,age\n\(text),Rex,Bulldog,1\n\(text)x,Rex,Bulldog,1\n"
            case .unreadCell: "name,breed,age,more\nRex,Bulldog,1,\(text)\n"
            }
        }

        func json(_ text: String) -> String {
            switch self {
            case .header: #"[{\#(text): 1, "name": "Rex", "breed": "Bulldog", "age": 1}]"#
            case .headers: #"[{\#(text): 1, "nam": "Rex", "breed": "Bulldog", "age": 1}]"#
            case .cell: #"[{"name": "Rex", "breed": "Bulldog", "age": 1, "note": \#(text)}]"#
            case .id: #"[{"id": \#(text), "name": "Rex", "breed": "Bulldog", "age": 1}]"#
            case .unreadCell: #"[{"more": \#(text), "name": "Rex", "breed": "Bulldog", "age": 1}]"#
            }
        }
    }

    @Test(arguments: Place.allCases, HostileText.allCases)
    func `The CSV parser takes linear time`(place: Place, kind: HostileText) {
        #expect(growth(from: 1 << 14, of: { Array(place.file(kind.text(ofBytes: $0)).utf8) }, read(.csv)) <= 2.5)
    }

    @Test(arguments: Place.allCases, HostileText.allCases)
    func `The JSON parser takes linear time`(place: Place, kind: HostileText) {
        func plain(_ size: Int) -> [UInt8] { Array(place.json("\"\(kind.text(ofBytes: size))\"").utf8) }
        func escaped(_ size: Int) -> [UInt8] { Array(place.json(kind.json(ofBytes: size)).utf8) }
        #expect(growth(from: 1 << 14, of: plain, read(.json)) <= 2.5)
        #expect(growth(from: 1 << 14, of: escaped, read(.json)) <= 2.5)
    }

    private func read(_ format: RecordFileFormat) -> ([UInt8]) -> Void {
        { bytes in
            var pieces = [bytes, []][...]
            let reader = RecordReader(path: "x", format: format, fields: Dog.fields.map(\.description)) {
                pieces.popFirst() ?? []
            }
            _ = try? reader.records(of: Dog.self)
        }
    }

    @Test func `a long run of combining marks is reported as a fault of its cell`() throws {
        let text = HostileText.oneRun.text(ofBytes: 1_000)
        let rule = "with no more than 30 combining marks in a row, got \(FieldValue.quote(text))"
        #expect(try Source().faults(Place.cell.file(text)) == ["line 2, note: expected text \(rule)"])
        #expect(try Source().faults(Place.id.file(text)).first == "line 2, id: expected text \(rule)")
        #expect(try Source().faults(Place.header.file(text)) == ["line 1: expected text \(rule)"])
        #expect(try Source().rows(Place.unreadCell.file(text)).count == 1)
        let json = Source(format: .json)
        #expect(try json.faults(Place.cell.json("\"\(text)\"")) == ["index 0, note: expected text \(rule)"])
        #expect(try json.faults(Place.id.json("\"\(text)\"")) == ["index 0, id: expected text \(rule)"])
        #expect(try json.rows(Place.header.json("\"\(text)\"")).count == 1)
        let escapes = HostileText.oneRun.json(ofBytes: 1_000)
        #expect(
            try json.faults(Place.cell.json(escapes)).first?.hasPrefix(
                "index 0, note: expected text with no more than 30 combining marks in a row, got") == true)
    }

    @Test func `a column with an overlong name matches no field`() throws {
        let long = String(repeating: "n", count: 10_000)
        #expect(try Source().rows("\(long),name,breed,age\nx,Rex,Bulldog,1\n").count == 1)
        let faults = try Source().faults("\(long),name,breed\nx,Rex,Bulldog\n")
        #expect(faults.count == 1 && faults[0].utf8.count < 300)
    }

    @Test(arguments: RecordFileFormat.allCases) func `a line break in a cell is a fault`(format: RecordFileFormat)
        throws
    {
        let text =
            format == .csv
            ? "name,breed,age\n\"Re\nx\",Bulldog,1\n" : #"[{"name": "Re\nx", "breed": "Bulldog", "age": 1}]"#
        let place = format == .csv ? "line 2" : "index 0"
        #expect(
            try Source(format: format).faults(text) == [
                "\(place), name: expected text of 1 to 40 characters without line breaks, got \"Re\nx\""
            ])
    }

    @Test(arguments: 1...6)
    func `a UTF-16 byte order mark after the UTF-8 mark counts as text, in any split of the bytes`(piece: Int)
        throws
    {
        let bytes = [0xEF, 0xBB, 0xBF, 0xFE, 0xFF] + Array("name,breed,age\n".utf8)
        let source = Source(piece: piece)
        let faults = try source.faults(bytes)
        #expect(faults.count == 1 && faults[0].hasPrefix("line 1: expected text in UTF-8, got"), "\(faults)")
        #expect(faults.first?.hasSuffix("save the file as UTF-8") == true && faults.first?.contains("UTF-16") == false)
    }

    @Test(arguments: [1, 7, 1 << 18]) func `a faulty id is reported regardless of how the bytes are split`(piece: Int)
        throws
    {
        let csv = "id,name,breed,age\n\u{1},A,Bulldog,1\nx,B,Poodle,2\n"
        #expect(
            try Source(piece: piece).faults(csv) == [
                "line 2, id: expected text of 1 to 200 characters, not all of them invisible, got \"\u{1}\"",
                #"line 3, breed: expected one of Bulldog, Doberman, Labrador, got "Poodle""#,
            ])
        let json = #"[{"id":"\t","name":"A","breed":"Bulldog","age":1},{"id":"x","name":"B","breed":"Poodle","age":2}]"#
        #expect(try Source(format: .json, piece: piece).faults(json).count == 2)
    }

    @Test func `a header of a million columns is parsed in linear time`() {
        func file(_ size: Int) -> [UInt8] {
            Array(((0..<size / 4).map { _ in "nam" }.joined(separator: ",") + "\n").utf8)
        }
        #expect(growth(from: 1 << 15, of: file, read(.csv)) <= 2.5)
    }

    @Test(arguments: ["a.csv", "a/b.CSV", "x.y.csv", ".csv"]) func `the extension of a path determines the format`(
        path: String
    ) {
        #expect(throws: FeatureError(.unreadableFile, "cannot read '\(path)': there is no such file")) {
            try RecordFiles(homeFolder: nil).open(path)
        }
    }
}
