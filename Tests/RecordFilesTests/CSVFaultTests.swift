import FeatureKit
import FeatureStorage
import RecordFiles
import Testing

@Suite(.timeLimit(.minutes(5))) struct CSVFaultTests {
    private let head = "name,breed,age,note\n"

    @Test(arguments: [
        ("Rex,Bulldog,abc,\n", #"line 2, age: expected a whole number from 0 to 30, got "abc""#),
        ("Rex,Bulldog,31,\n", "line 2, age: expected a whole number from 0 to 30, got 31"),
        ("Rex,Bulldog,,\n", #"line 2, age: expected a whole number from 0 to 30, got """#),
        ("Rex,Poodle,2,\n", #"line 2, breed: expected one of Bulldog, Doberman, Labrador, got "Poodle""#),
        (",Bulldog,2,\n", #"line 2, name: expected text of 1 to 40 characters, got """#),
        (
            "A,Bulldog,2,\n\n\"B\n\",Bulldog,2,\nC,Bulldog,2,\n",
            "line 4, name: expected text of 1 to 40 characters without line breaks, got \"B\n\""
        ),
        ("A,Bulldog,2,\"\r\"\n", "line 2, note: expected text without line breaks, got \"\r\""),
        ("Rex,Bulldog\n", "line 2: expected 4 cells, as many as the header has, got 2"),
        ("Rex,Bulldog,2,,\n", "line 2: expected 4 cells, as many as the header has, got 5"),
        (
            "Rex \"T\",Bulldog,2,\n",
            #"line 2, name: expected quotes around a cell that contains a quote, got "Rex "T""; "#
                + "enclose the cell in quotes and double each quote inside it"
        ),
        (
            "Rex,Bulldog,2,\"a\nb\" c\n",
            "line 3, note: expected a comma or a line break after the closing quote, got more text after \"a\nb\"; "
                + "double each quote inside a cell"
        ),
        (
            "Rex,Bulldog,2,\"a\nb,\n",
            "line 2, note: expected a closing quote, got the end of the file after \"a\nb,\n\""
        ),
        (
            "Rex\r,Bulldog,2,\n",
            "line 2, name: expected lines that end in LF or CRLF, got a lone CR; save the file with LF or CRLF line ends"
        ),
        (
            "Rex,Bulldog,2,\r",
            "line 2, note: expected lines that end in LF or CRLF, got a lone CR; save the file with LF or CRLF line ends"
        ),
        ("R\0x,Bulldog,2,\n", "line 2, name: expected text, got a NUL byte; save the file as text in UTF-8"),
        ("Rex,Bulldog,2,\"\0\"\n", "line 2, note: expected text, got a NUL byte; save the file as text in UTF-8"),
    ])
    func `The error for a malformed record names its line and field`(records: String, fault: String) throws {
        #expect(try Source().faults(head + records) == [fault])
    }

    @Test(arguments: [
        ("", "line 1: expected a header row like name,breed,age,note, got an empty file"),
        ("\n\r\n", "line 1: expected a header row like name,breed,age,note, got an empty file"),
        ("\u{FEFF}", "line 1: expected a header row like name,breed,age,note, got an empty file"),
        (
            "name,breed,Age\n",
            #"line 1, age: expected a column of this name, got "name", "breed", "Age"; rename the column 'Age' to 'age'"#
        ),
        ("name,breed\n", #"line 1, age: expected a column of this name, got "name", "breed""#),
        ("name,breed,age,name\n", "line 1, name: expected one column of this name, got columns 1 and 4"),
        ("id,name,id,breed,age\n", "line 1, id: expected one column of this name, got columns 1 and 3"),
        ("name,breed,\"age", "line 1: expected a closing quote, got the end of the file after \"age\""),
    ])
    func `The error for a malformed header names line 1`(text: String, fault: String) throws {
        #expect(try Source().faults(text) == [fault])
    }

    @Test func `The error names every missing column`() throws {
        let faults = try Source().faults("age,colour\n1,red\n")
        #expect(
            faults == [
                #"line 1, name: expected a column of this name, got "age", "colour""#,
                #"line 1, breed: expected a column of this name, got "age", "colour""#,
            ])
    }

    @Test(arguments: [(";", "semicolons"), ("\t", "tabs")])
    func `The error for a wrong separator names this separator`(separator: String, name: String) throws {
        let header = ["name", "breed", "age"].joined(separator: separator)
        let fault = try #require(try Source().faults("\(header)\nRex\(separator)\n").first)
        #expect(fault.hasSuffix("; save the file with commas between the cells, not \(name)"))
    }

    @Test func `The error for text that is not UTF-8 names its line`() throws {
        let latin = Array("\(head)A,Bulldog,1,\nRen".utf8) + [0xE9] + Array(",Bulldog,2,\n".utf8)
        #expect(
            try Source().faults(latin) == [
                "line 3, name: expected text in UTF-8, got \"Ren\u{FFFD}\"; save the file as UTF-8"
            ])
        let header = [0xE9] + Array(",name,breed,age\n".utf8)
        #expect(
            try Source().faults(header) == ["line 1: expected text in UTF-8, got \"\u{FFFD}\"; save the file as UTF-8"])
        let quoted = Array("\(head)\"\"\"".utf8) + [0xC3] + Array("\",Bulldog,2,\n".utf8)
        #expect(
            try Source().faults(quoted) == [
                "line 2, name: expected text in UTF-8, got \"\"\"\u{FFFD}\"; save the file as UTF-8"
            ])
    }

    @Test(arguments: [[0xFF, 0xFE], [0xFE, 0xFF]] as [[UInt8]])
    func `The error for UTF-16 names the encoding`(mark: [UInt8]) throws {
        #expect(
            try Source().faults(mark + [0x61, 0x00]) == [
                "line 1: expected text in UTF-8, got UTF-16; save the file as UTF-8"
            ])
    }

    @Test func `All faults are found, the first twenty are kept, and the others are counted`() throws {
        let bad = String(repeating: "Rex,Poodle,x,\n", count: 15)
        let error = #expect(throws: RecordFileError.self) { try Source().rows(head + "A,Bulldog,1,\n" + bad) }
        #expect(error?.faults.count == 20)
        #expect(error?.furtherCount == 10)
        #expect(error?.faults.map(\.position.line).suffix(2) == [12, 12])
        #expect(error?.faults.map(\.field).prefix(2) == ["breed", "age"])
    }

    @Test func `The parser continues at the next line after a fault`() throws {
        let text = head + "\"Rex\" T,Bulldog,2,\nA,Bulldog,1,\nB \"b\",Bulldog,1,\nC,Bulldog,x,\n"
        #expect(try Source().faults(text).map { $0.prefix(6) } == ["line 2", "line 4", "line 5"])
    }

    @Test func `An overlong record is refused before it fills the memory`() throws {
        var given = 0
        let reader = RecordReader(path: "dogs.csv", format: .csv, fields: Dog.fields.map(\.description)) {
            given += 1
            return Array(
                given == 1 ? "name,breed,age\nA,Bulldog,1\n\"".utf8 : String(repeating: "x\n", count: 1 << 15).utf8)
        }
        _ = try reader.next()
        let error = #expect(throws: RecordFileError.self) { try reader.next() }
        #expect(
            error?.faults.map(\.description) == [
                "line 3: expected a record of at most 1,048,576 bytes, got a longer one; "
                    + "check for a missing closing quote"
            ])
        #expect(given == 17)
    }
}
