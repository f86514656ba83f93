import FeatureKit
import FeatureStorage
import RecordFiles
import Testing

@Suite(.timeLimit(.minutes(5))) struct JSONFaultTests {
    private let source = Source(format: .json)
    private static let age = "expected a whole number from 0 to 30"
    private static let good = #"{"name":"A","breed":"Bulldog","age":1}"#

    @Test(arguments: [
        (#""age":"2""#, #"age: \#(age), got "2""#), (#""age":2.5"#, "age: \(age), got 2.5"),
        (#""age":31"#, "age: \(age), got 31"),
        (#""age":true"#, "age: \(age), got true"), (#""age":null"#, "age: \(age), got null"),
        (#""age":{"x":1}"#, "age: \(age), got an object"), (#""age":[2]"#, "age: \(age), got a list"),
        (#""years":2"#, "age: \(age), got nothing"),
        (#""Age":2"#, "age: \(age), got nothing; rename the key 'Age' to 'age'"),
        (#""age":99999999999999999999"#, "age: \(age), got 99999999999999999999"),
        (#""age":1e400"#, "age: \(age), got 1e400"),
        (#""age":2,"age":3"#, "age: expected this key once, got it twice"),
        (#""age":2,"note":5"#, "note: expected text, got 5"),
        (#""age":2,"note":["a"]"#, "note: expected text, got a list"),
        (#""age":2,"note":"\u0000""#, "note: expected text without NUL characters, got text with one"),
        (
            #""age":2,"note":"\ud83d""#,
            #"note: expected text in UTF-8, got "\ud83d"; \ud83d needs the second half of its pair"#
        ),
        (#""age":2,"id":"""#, #"id: expected a non-empty text or a whole number, got """#),
        (#""age":2,"id":1.5"#, "id: expected a non-empty text or a whole number, got 1.5"),
        (#""age":2,"id":true"#, "id: expected a non-empty text or a whole number, got true"),
    ])
    func `The error for a malformed record names its index and field`(members: String, fault: String) throws {
        let record = #"{"name":"Rex","breed":"Bulldog",\#(members)}"#
        #expect(try source.faults("[\(Self.good),\n\(record)]") == ["index 1, \(fault)"])
    }

    @Test(arguments: ["9007199254740993.0", "1e18", "-1e300", "0.5"])
    func `A number that a Double cannot represent exactly is not a whole number`(json: String) throws {
        var source = source
        source.fields = [Field<Int>("count", "Count").description]
        #expect(try source.faults("[{\"count\":\(json)}]") == ["index 0, count: expected a whole number, got \(json)"])
    }

    @Test(arguments: 0..<0x20 as Range<UInt8>)
    func `An unescaped control character in a text is refused`(byte: UInt8) throws {
        for key in ["name", "x"] {
            let fault = try source.faults(Array("[{\"\(key)\":\"a".utf8) + [byte] + Array("\"}]".utf8)).first
            #expect(fault?.contains("expected a closing quote (a line break in text is written \\n), got ") == true)
        }
    }

    @Test(arguments: [("5", "5"), ("null", "null"), (#""Rex""#, #""Rex""#), ("[1]", "a list")])
    func `The error for a record that is not an object names its index`(json: String, found: String) throws {
        #expect(try source.faults("[\(Self.good), \(json), {}]").first == "index 1: expected an object, got \(found)")
    }

    @Test func `The error contains every fault`() throws {
        #expect(
            try source.faults(#"[{"name":"","breed":"Bull"}, 5]"#) == [
                #"index 0, name: expected text of 1 to 40 characters, got """#,
                #"index 0, breed: expected one of Bulldog, Doberman, Labrador, got "Bull"; did you mean 'Bulldog'?"#,
                "index 0, age: \(Self.age), got nothing",
                "index 1: expected an object, got 5",
            ])
    }

    @Test(arguments: [
        ("", "line 1, column 1: expected a list of objects, [{…}, {…}], got the end of the file"),
        ("\n\n", "line 3, column 1: expected a list of objects, [{…}, {…}], got the end of the file"),
        ("{}", "line 1, column 1: expected a list of objects, [{…}, {…}], got '{'"),
        ("name,age", "line 1, column 1: expected a list of objects, [{…}, {…}], got name"),
        ("[\(good)", "index 1, line 1, column 40: expected ',' or ']' after an object, got the end of the file"),
        ("[\(good) \(good)]", "index 1, line 1, column 41: expected ',' or ']' after an object, got '{'"),
        ("[\(good),\n]", "index 1, line 2, column 1: expected an object after ',', got ']'"),
        ("[\(good)]\n]", "line 2, column 1: expected nothing after the list, got ']'"),
        ("[\n{\"바둑\":x}]", "index 0, line 2, column 7: expected \(any), got x"),
        ("[{\"name\":NaN}]", "index 0, line 1, column 10: expected \(any), got NaN"),
        ("[{\"name\":nil}]", "index 0, line 1, column 10: expected \(any), got nil"),
        ("[{\"name\":'a'}]", "index 0, line 1, column 10: expected \(any), got '''"),
        ("[{\"name\":01}]", "index 0, line 1, column 10: expected a number such as -1, 0.5 or 2e3, got 01"),
        ("[{\"name\":1.}]", "index 0, line 1, column 10: expected a number such as -1, 0.5 or 2e3, got 1."),
        ("[{\"name\":-}]", "index 0, line 1, column 10: expected a number such as -1, 0.5 or 2e3, got -"),
        ("[{name:1}]", "index 0, line 1, column 3: expected a key in quotes, got name"),
        ("[{\"name\",1}]", "index 0, line 1, column 9: expected ':' after the key, got ','"),
        ("[{\"name\":1,}]", "index 0, line 1, column 12: expected a key in quotes, got '}'"),
        ("[{\"name\":1 2}]", "index 0, line 1, column 12: expected ',' or '}' after a value, got 2"),
        ("[{\"x\":[1}]", "index 0, line 1, column 9: expected ',' or ']', got '}'"),
        ("[{\"x\":{\"y\":1]", "index 0, line 1, column 13: expected ',' or '}', got ']'"),
        ("[{\"x\":[,]}]", "index 0, line 1, column 8: expected \(any), got ','"),
        ("[{\"name\":\"a", "index 0, line 1, column 12: expected a closing quote, got the end of the file"),
        (
            "[{\"name\":\"a\nb\"}]",
            "index 0, line 1, column 12: expected a closing quote (a line break in text is written \\n), got a line break"
        ),
        (
            #"[{"name":"\x"}]"#,
            #"index 0, line 1, column 11: expected an escape such as \n or \u00e9 (a backslash itself is written \\), got '\'"#
        ),
        (
            #"[{"name":"\u12g4"}]"#,
            #"index 0, line 1, column 11: expected an escape such as \n or \u00e9 (a backslash itself is written \\), got '\'"#
        ),
    ])
    func `The error for malformed JSON names its line and column`(text: String, fault: String) throws {
        #expect(try source.faults(text) == [fault])
    }

    private static let any = "a value (text in quotes, a number, true, false, null, a list or an object)"

    @Test func `A column number counts characters from the last line break, even in a file read in pieces`() throws {
        let text = "[\n" + String(repeating: "\(Self.good),\n", count: 50) + "{\"note\":\"바둑이\", \"name\":?}]"
        for piece in [1, 7, 100, 1 << 18] {
            var pieces = source
            pieces.piece = piece
            #expect(try pieces.faults(text) == ["index 50, line 52, column 23: expected \(Self.any), got '?'"])
        }
    }

    @Test func `The error for text that is not UTF-8 names its index`() throws {
        let bytes = Array(#"[{"breed":"Bulldog","age":1,"name":"Ren"#.utf8) + [0xE9] + Array(#""}]"#.utf8)
        #expect(
            try source.faults(bytes) == [
                "index 0, name: expected text in UTF-8, got \"Ren\u{FFFD}\"; save the file as UTF-8"
            ])
    }

    @Test func `An overlong record is refused before it fills the memory`() throws {
        var given = 0
        let reader = RecordReader(path: "dogs.json", format: .json, fields: Dog.fields.map(\.description)) {
            given += 1
            return Array(given == 1 ? "[{\"name\":\"".utf8 : String(repeating: "xy", count: 1 << 15).utf8)
        }
        let error = #expect(throws: RecordFileError.self) { try reader.next() }
        #expect(
            error?.faults.map(\.description) == [
                "index 0, line 1, column 2: expected a record of at most 1,048,576 bytes, got a longer one"
            ])
        #expect(given == 17)
    }
}
