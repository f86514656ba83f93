import FeatureKit
import FeatureStorage
import RecordFiles
import Testing

@Suite(.timeLimit(.minutes(5))) struct CSVTests {
    private let source = Source()

    private func values(_ text: String) throws -> [[String: FieldValue]] { try source.rows(text).map(\.values) }

    @Test func `The names in the header assign each column to a field`() throws {
        let rows = try source.rows("name,breed,age\nAlfred,Labrador,1\n바둑이,Doberman,5\n")
        #expect(
            rows.map(\.values) == [
                ["name": "Alfred", "breed": "Labrador", "age": 1], ["name": "바둑이", "breed": "Doberman", "age": 5],
            ])
        #expect(rows.map(\.number) == [1, 2])
        #expect(rows.map(\.position.line) == [2, 3])
        #expect(rows.map(\.id) == [nil, nil])
    }

    @Test(arguments: [
        "name,breed,age\r\nRex,Bulldog,2\r\n",
        "name,breed,age\nRex,Bulldog,2",
        "name,breed,age\r\nRex,Bulldog,2\n",
        "name,breed,age\nRex,Bulldog,2\r\n\r\n\n",
        "\n\nname,breed,age\n\nRex,Bulldog,2\n,,\n,,",
        "\u{FEFF}name,breed,age\nRex,Bulldog,2\n",
        "\u{FEFF}\"name\",\"breed\",\"age\"\n\"Rex\",\"Bulldog\",\"2\"",
        "age,name,colour,breed\n2,Rex,\"brown, \"\"light\"\"\",Bulldog\n",
        "age,name,breed,,,\n2,Rex,Bulldog,,,\n",
        "x,age,name,breed,x\n\u{1},2,Rex,Bulldog,\u{2}\n",
    ])
    func `The parser finds the same record in any layout of the file`(text: String) throws {
        #expect(try values(text) == [["name": "Rex", "breed": "Bulldog", "age": 2]])
    }

    @Test(arguments: [
        (#""Rex""#, "Rex"), (#""a, b""#, "a, b"), (#""say ""hi""""#, #"say "hi""#), (#""""""#, "\""),
        (" Rex ", " Rex "),
        ("👨‍👩‍👧", "👨‍👩‍👧"), ("e\u{301}", "e\u{301}"), ("a\tb", "a\tb"),
    ])
    func `The parser does not change the text of a cell`(cell: String, text: String) throws {
        let found = try values("name,breed,age\n\(cell),Bulldog,2\n").first?["name"]
        #expect(found?.description.unicodeScalars.elementsEqual(text.unicodeScalars) == true)
    }

    @Test func `The line number of a record is the number of its first line`() throws {
        let rows = try source.rows("name,breed,age,\"x\ny\"\nA,Bulldog,1,\"\n\n\"\r\n\nB,Bulldog,2,\n")
        #expect(rows.map(\.position.line) == [3, 7])
    }

    @Test func `A file with only a header has no records`() throws {
        for text in ["name,breed,age", "name,breed,age\n", "name,breed,age\r\n\r\n"] {
            #expect(try source.rows(text).isEmpty)
        }
    }

    @Test func `A record has the id from the column id unless the column is missing or the cell is empty`() throws {
        #expect(try source.rows("id,name,breed,age\nx7,A,Bulldog,1\n,B,Bulldog,2\n").map(\.id) == ["x7", nil])
    }

    @Test func `In an optional column, an empty cell means no value, and two quotes mean an empty text`() throws {
        let head = "name,breed,age,note\nRex,Bulldog,2,"
        #expect(try values("\(head)\n").first?["note"] == nil)
        #expect(try values("\(head)\"\"\n").first?["note"] == "")
        var optional = Source()
        optional.fields = [Field<Int?>("age", "Age").description, Field<String>("name", "Name").description]
        #expect(try optional.rows("age,name\n\"\",\"\"\n").map(\.values) == [["name": ""]])
    }

    @Test func `A field with a default needs neither a column nor a value in its cell`() throws {
        var source = Source()
        source.fields = [
            Field<Int>("age", "Age", default: 1).description, Field<String>("name", "Name").description,
            Field<Bool>("good", "Good", default: true).description,
            Field<String>("home", "Home", default: "Seoul").description,
        ]
        #expect(
            try source.rows("name,age\nRex,\n").map(\.values) == [
                ["name": "Rex", "age": 1, "good": true, "home": "Seoul"]
            ])
        // An empty cell of a required text means an empty text. The default applies only if the column is missing.
        #expect(try source.rows("name,age,home\nRex,2,\n").map(\.values["home"]) == [""])
    }

    @Test func `A file with a single column may contain empty texts, written in quotes`() throws {
        var source = Source()
        source.fields = [Field<String>("name", "Name").description]
        #expect(try source.rows("name\nA\n\"\"\n\nB").map(\.values["name"]) == ["A", "", "B"])
    }

    @Test(arguments: 1...40)
    func `The records do not depend on the pieces in which the bytes arrive`(piece: Int) throws {
        var pieces = Source()
        pieces.piece = piece
        let text =
            "\u{FEFF}id,name,breed,age,note\r\n1,\"Re\"\"x\",Bulldog,2,\"a,b\"\r\n\r\n2,바둑이,Labrador,3,\"\"\r\n,B,Bulldog,4,"
        #expect(try pieces.rows(text) == source.rows(text))
        #expect(try pieces.faults(text + "\"") == source.faults(text + "\""))
        #expect(try source.rows(text).count == 3)
    }
}
