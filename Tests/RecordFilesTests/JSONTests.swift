import FeatureKit
import FeatureStorage
import RecordFiles
import Testing

@Suite(.timeLimit(.minutes(5))) struct JSONTests {
    private let source = Source(format: .json)

    @Test(arguments: [
        #"[{"name":"Rex","breed":"Bulldog","age":2}]"#,
        "\u{FEFF}[{\"name\":\"Rex\",\"breed\":\"Bulldog\",\"age\":2}]\n",
        " [ { \"age\" : 2 ,\r\n\t\"breed\" : \"Bulldog\" , \"name\" : \"Rex\" } ] ",
        #"[{"name":"Rex","breed":"Bulldog","age":2,"note":null,"id":null}]"#,
        #"[{"name":"Rex","breed":"Bulldog","age":2.0}]"#,
        #"[{"name":"Rex","breed":"Bulldog","age":0.2e1}]"#,
        #"[{"name":"Rex","breed":"Bulldog","age":20E-1}]"#,
        #"[{"n\u0061me":"R\u0065x","breed":"Bulldog","age":2}]"#,
        #"[{"a":[],"b":{},"c":[[{"name":[1,-2.5e3,"]",true,false,null]}]],"name":"Rex","breed":"Bulldog","age":2,"":""}]"#,
    ])
    func `The parser finds the same record in any layout of the file`(text: String) throws {
        #expect(try source.rows(text).map(\.values) == [["name": "Rex", "breed": "Bulldog", "age": 2]])
    }

    @Test(arguments: ["[]", " [ ] ", "\u{FEFF}[]"])
    func `An empty list contains no records`(text: String) throws {
        #expect(try source.rows(text).isEmpty)
    }

    @Test func `The index of the first record is 0`() throws {
        let rows = try source.rows(
            #"[{"name":"A","breed":"Bulldog","age":1}, {"name":"B","breed":"Bulldog","age":2,"id":"x"}]"#)
        #expect(rows.map(\.position.index) == [0, 1])
        #expect(rows.map(\.number) == [1, 2])
        #expect(rows.map(\.id) == [nil, "x"])
    }

    @Test(arguments: [("7", "7"), (#""7""#, "7"), ("7.0", "7"), ("-1", "-1"), (#""a b""#, "a b")])
    func `An id may be text or a whole number`(id: String, key: String) throws {
        let rows = try source.rows(#"[{"id":\#(id),"name":"A","breed":"Bulldog","age":1}]"#)
        #expect(rows.map(\.id) == [key])
    }

    @Test(arguments: [
        (#"\"\\\/\b\t"#, "\"\\/\u{8}\t"), (#"\u00e9"#, "é"), (#"\uD83D\uDC36!"#, "🐶!"), ("바둑이", "바둑이"),
        (#"\uFFFF"#, "\u{FFFF}"), ("A\u{7F}", "A\u{7F}"), (#"\\u0041"#, "\\u0041"),
    ])
    func `The parser decodes escapes`(json: String, text: String) throws {
        let rows = try source.rows(#"[{"name":"\#(json)","breed":"Bulldog","age":1}]"#)
        #expect(rows.map(\.values["name"]) == [.text(text)])
    }

    @Test(
        arguments: [
            ("1", 1), ("1.5", 1.5), ("-0", 0), ("1e2", 100), ("12345678901234567890", 12345678901234567168),
            ("9007199254740993.0", 9007199254740992), ("1E-400", 0),
        ] as [(String, Double)])
    func `A decimal field accepts any number`(json: String, number: Double) throws {
        var source = source
        source.fields = [Field<Double>("weight", "Weight").description]
        #expect(try source.rows(#"[{"weight":\#(json)}]"#).map(\.values) == [["weight": .decimal(number)]])
    }

    @Test(arguments: [
        ("9223372036854775807", Int.max), ("-9223372036854775808", Int.min), ("9007199254740991.0", 1 << 53 - 1),
    ])
    func `A whole-number field parses its number exactly`(json: String, number: Int) throws {
        var source = source
        source.fields = [Field<Int>("count", "Count").description]
        #expect(try source.rows(#"[{"count":\#(json)}]"#).map(\.values) == [["count": .integer(number)]])
    }

    @Test func `A field with a default may be absent or null`() throws {
        var source = source
        source.fields = [Field<Int>("age", "Age", default: 1).description]
        #expect(try source.rows(#"[{}, {"age":null}, {"age":2}]"#).map(\.values["age"]) == [1, 1, 2])
    }

    @Test(arguments: 1...40)
    func `The records do not depend on the pieces in which the bytes arrive`(piece: Int) throws {
        var pieces = source
        pieces.piece = piece
        let text = """
            \u{FEFF}[{"id":12,"name":"Re\\u0065\\t","breed":"Bulldog","age":20e-1,"x":[{"y":[true,null]}],"note":"바둑"},
            {"age":3,"breed":"Labrador","name":"B"}]

            """
        #expect(try pieces.rows(text) == source.rows(text))
        #expect(try source.rows(text).count == 2)
        for broken in [
            text + "x", "[12345, {}]", "[true]", String(text.dropLast(3)), text.replacing("true", with: "trae"),
        ] {
            #expect(try pieces.faults(broken) == source.faults(broken))
            #expect(try !source.faults(broken).isEmpty)
        }
    }

    @Test func `A nested value is parsed up to the maximum length of a record`() throws {
        let half = RecordReader.longestRecord / 2 - 100
        let deep = String(repeating: "[", count: half) + String(repeating: "]", count: half)
        #expect(try source.rows(#"[{"x":\#(deep),"name":"A","breed":"Bulldog","age":1}]"#).count == 1)
        #expect(try source.faults(String(repeating: "[", count: half)).count == 1)
        #expect(try source.faults(#"[{"x":"# + String(repeating: #"{"x":"#, count: half / 8)).count == 1)
    }
}
