import FeatureKit
import FeatureStorage
import FeatureTesting
import Foundation
import RecordFiles
import Testing

@Suite(.timeLimit(.minutes(5))) struct RecordTextTests {
    private func text(_ format: RecordFileFormat, _ pages: [StoredRow]...) -> String {
        var text = RecordText(format, fields: Dog.fields.map(\.description))
        var bytes = text.beginning
        for page in pages { bytes += text.text(of: page) }
        return String(decoding: bytes + text.end, as: UTF8.self)
    }

    private let rows = [
        StoredRow(id: "1", values: ["name": "Alfred", "breed": "Labrador", "age": 1], revision: 1),
        StoredRow(id: "b", values: ["name": "a \"b\", c", "breed": "Bulldog", "age": 2, "note": ""], revision: 2),
        StoredRow(
            id: "c", values: ["name": "두\n줄", "breed": "Bulldog", "age": 3, "more": 1, "note": "\r"], revision: 3),
    ]

    @Test func `The JSON export has one object per line, with the id first and the fields in order`() {
        let expected = #"""
            [
            {"id":"1","name":"Alfred","breed":"Labrador","age":1},
            {"id":"b","name":"a \"b\", c","breed":"Bulldog","age":2,"note":""},
            {"id":"c","name":"두\n줄","breed":"Bulldog","age":3,"note":"\r"}
            ]

            """#
        #expect(text(.json, rows) == expected)
        #expect(text(.json, [rows[0]], [], [rows[1], rows[2]]) == expected)
        #expect(text(.json) == "[]\n")
        #expect(text(.json, []) == "[]\n")
    }

    @Test func `The CSV export has a header, quotes cells as RFC 4180 says, and marks empty texts`() {
        let expected =
            "id,name,breed,age,note\r\n1,Alfred,Labrador,1,\r\nb,\"a \"\"b\"\", c\",Bulldog,2,\"\"\r\n"
            + "c,\"두\n줄\",Bulldog,3,\"\r\"\r\n"
        #expect(text(.csv, rows) == expected)
        #expect(text(.csv, [rows[0], rows[1]], [rows[2]]) == expected)
        #expect(text(.csv) == "id,name,breed,age,note\r\n")
    }

    @Test(.enabled(if: Python.isInstalled, "python3 is not installed"))
    func `Python parses thousands of exported random records correctly`() throws {
        var random = SplitMix64(seed: 4180)
        let pieces = [
            "\"", "\"\"", ",", "\n", "\r\n", "\r", "a", " ", "가", "🐶", "\t", ";", "'", "\\", "\u{1}", "\u{1B}",
        ]
        var (rows, expected) = ([StoredRow](), [[String]]())
        for number in 0..<5000 {
            func cell() -> String {
                (0..<Int(random.next() % 12)).map { _ in pieces[Int(random.next() % UInt64(pieces.count))] }.joined()
            }
            let (name, note) = (cell(), cell())
            rows.append(
                StoredRow(
                    id: "\(number)", values: ["name": .text(name), "age": .integer(number), "note": .text(note)],
                    revision: 1))
            expected.append(["\(number)", name, "", "\(number)", note])
        }
        let folder = try TemporaryFolder()
        let file = try folder.write(text(.csv, rows), to: "dogs.csv")
        let script = """
            import csv, json, sys
            with open(sys.argv[1], encoding='utf-8', newline='') as file:
                print(json.dumps(list(csv.reader(file, strict=True))))
            """
        let found = try JSONDecoder().decode([[String]].self, from: Data(Python.run(script, file).utf8))
        #expect(found.first == ["id", "name", "breed", "age", "note"])
        try #require(found.count == expected.count + 1)
        for (found, expected) in zip(found.dropFirst(), expected) { try #require(found == expected) }
    }
}
