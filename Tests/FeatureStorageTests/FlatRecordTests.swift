import FeatureKit
import FeatureStorage
import Testing

@Suite(.timeLimit(.minutes(5))) struct FlatRecordTests {
    @Test func `Every property type has a plain value`() throws {
        #expect(
            try Everything.full.flatValues() == [
                "text": "바둑이", "number": 3, "decimal": 1.5, "flag": true, "length": "250ms", "day": "2026-11-21",
                "breed": "Labrador", "maybeText": "", "maybeNumber": 0, "maybeDecimal": 2.0, "maybeFlag": false,
                "maybeLength": "1h", "maybeDay": "0001-01-01", "maybeBreed": "Bulldog",
            ])
    }

    @Test(arguments: try [Everything.full, .sparse])
    func `Converting a record to its id and plain values and back gives an equal record`(record: Everything) throws {
        #expect(try Everything(id: record.id, values: record.values) == record)
    }

    @Test func `A property that is nil has no plain value`() throws {
        #expect(
            try Set(Everything.sparse.flatValues().keys) == [
                "text", "number", "decimal", "flag", "length", "day", "breed",
            ])
    }

    @Test func `The plain values do not contain the id, and a value named id is ignored`() throws {
        #expect(try Everything.full.flatValues()["id"] == nil)
        var values = try Everything.full.flatValues()
        values["id"] = "other"
        #expect(try Everything(id: "mine", values: values).id == "mine")
    }

    @Test func `A decimal property accepts a whole number`() throws {
        var values = try Everything.full.flatValues()
        values["decimal"] = 2
        #expect(try Everything(id: "1", values: values).decimal == 2)
    }

    @Test func `Values with unknown names are ignored`() throws {
        #expect(try Leaf(id: "1", values: ["name": "Oak", "colour": "green"]) == Leaf(id: "1", name: "Oak", age: nil))
    }

    @Test func `A record takes only the values that an input gives`() throws {
        let name = Field<String>("name", "Name", length: 1...40)
        let edit = Action(
            "edit", "Edit", effect: .edits, fields: Field<String>("id", "Id").role(.row), name,
            Field<Int?>("age", "Age", range: 0...30), Field<String?>("colour", "Colour"))
        var oak = Leaf(id: "1", name: "Oak", age: 3)
        try oak.update(with: Input(["id": "2", "colour": "green"], of: edit))
        #expect(oak == Leaf(id: "1", name: "Oak", age: 3))
        try oak.update(with: Input(["id": "1", "age": 4], of: edit))
        #expect(oak == Leaf(id: "1", name: "Oak", age: 4))
    }

    @Test func `A missing value is refused with the message of its field`() {
        #expect(throws: InputRefused(["name": "expected text of 1 to 40 characters, got nothing"])) {
            try Leaf(id: "1", values: [:])
        }
    }

    @Test func `A value of another type is refused with the message of its field`() {
        #expect(throws: InputRefused(["age": #"expected a whole number from 0 to 30, got "2""#])) {
            try Leaf(id: "1", values: ["name": "Oak", "age": "2"])
        }
        #expect(
            throws: InputRefused([
                "breed": #"expected one of Bulldog, Labrador, got "Labrado"; did you mean 'Labrador'?"#
            ])
        ) {
            var values = try Everything.full.flatValues()
            values["breed"] = "Labrado"
            _ = try Everything(id: "1", values: values)
        }
    }

    @Test func `A property without a field throws the error featureFault`() {
        let message = "Unnamed has the property 'name' but no field of this name; add one to its fields"
        #expect(throws: FeatureError(.featureFault, message)) { try Unnamed(id: "1", values: [:]) }
    }

    @Test func `Encoding or decoding a nested property throws the error featureFault`() throws {
        let nested = Nested(id: "1", home: Home(street: "Elm"))
        let expected = "Nested is not a flat record: its property 'home' is of the type Home; its properties may be "
        #expect(message { try nested.flatValues() }?.hasPrefix(expected) == true)
        #expect(message { try Nested(id: "1", values: ["home": "Elm"]) }?.hasPrefix(expected) == true)
        let list = message { try Listed(id: "1", tags: ["a"]).flatValues() }
        #expect(list?.contains("its property 'tags' is of the type Array<String>;") == true)
    }

    @Test func `A record that does not encode itself as properties throws the error featureFault`() {
        #expect(
            message { try Odd(id: "1", shape: .list).flatValues() }?.contains("it encodes itself as a list;") == true)
        #expect(message { try Odd(id: "1", shape: .value).flatValues() }?.contains("as a single value;") == true)
        #expect(
            message { try Odd(id: "1", shape: .parts).flatValues() }?.contains("'id' as nested values;") == true)
    }

    private func message<Value>(_ body: () throws -> Value) -> String? {
        do {
            _ = try body()
            return nil
        } catch let error as FeatureError {
            return error.code == .featureFault ? error.message : nil
        } catch {
            return nil
        }
    }
}

enum Breed: String, Codable, CaseIterable, FieldType {
    case bulldog = "Bulldog"
    case labrador = "Labrador"
}

struct Everything: Record {
    static let sample: [Everything] = []
    static let fields: [any FieldDeclaration] = [
        Field<String>("text", "Text"), Field<Int>("number", "Number"), Field<Double>("decimal", "Decimal"),
        Field<Bool>("flag", "Flag"), Field<Duration>("length", "Length"), Field<CalendarDate>("day", "Day"),
        Field<Breed>("breed", "Breed"), Field<String?>("maybeText", "Text"), Field<Int?>("maybeNumber", "Number"),
        Field<Double?>("maybeDecimal", "Decimal"), Field<Bool?>("maybeFlag", "Flag"),
        Field<Duration?>("maybeLength", "Length"), Field<CalendarDate?>("maybeDay", "Day"),
        Field<Breed?>("maybeBreed", "Breed"),
    ]

    var id: String
    var text: String
    var number: Int
    var decimal: Double
    var flag: Bool
    var length: Duration
    var day: CalendarDate
    var breed: Breed
    var maybeText: String?
    var maybeNumber: Int?
    var maybeDecimal: Double?
    var maybeFlag: Bool?
    var maybeLength: Duration?
    var maybeDay: CalendarDate?
    var maybeBreed: Breed?

    static var sparse: Everything {
        get throws {
            Everything(
                id: "7", text: "바둑이", number: 3, decimal: 1.5, flag: true, length: .milliseconds(250),
                day: try #require(CalendarDate("2026-11-21")), breed: .labrador)
        }
    }

    static var full: Everything {
        get throws {
            var record = try sparse
            record.maybeText = ""
            record.maybeNumber = 0
            record.maybeDecimal = 2
            record.maybeFlag = false
            record.maybeLength = .seconds(3600)
            record.maybeDay = CalendarDate("0001-01-01")
            record.maybeBreed = .bulldog
            return record
        }
    }
}

struct Leaf: Record {
    static let sample: [Leaf] = []
    static let fields: [any FieldDeclaration] = [
        Field<String>("name", "Name", length: 1...40), Field<Int?>("age", "Age", range: 0...30),
    ]
    var id: String
    var name: String
    var age: Int?
}

private struct Unnamed: Record {
    static let sample: [Unnamed] = []
    static let fields: [any FieldDeclaration] = []
    var id: String
    var name: String
}

private struct Home: Codable, Hashable { var street: String }

private struct Nested: Record {
    static let sample: [Nested] = []
    static let fields: [any FieldDeclaration] = []
    var id: String
    var home: Home
}

private struct Listed: Record {
    static let sample: [Listed] = []
    static let fields: [any FieldDeclaration] = []
    var id: String
    var tags: [String]
}

private struct Odd: Record {
    static let sample: [Odd] = []
    enum Shape: String, Codable, Hashable { case list, value, parts }
    enum CodingKeys: CodingKey { case id }

    static let fields: [any FieldDeclaration] = []
    var id: String
    var shape: Shape

    init(id: String, shape: Shape) { (self.id, self.shape) = (id, shape) }
    init(from decoder: any Decoder) throws { self.init(id: "", shape: .list) }

    func encode(to encoder: any Encoder) throws {
        switch shape {
        case .list:
            var container = encoder.unkeyedContainer()
            try container.encode(id)
        case .value:
            var container = encoder.singleValueContainer()
            try container.encode(id)
        case .parts:
            var container = encoder.container(keyedBy: CodingKeys.self)
            var parts = container.nestedContainer(keyedBy: CodingKeys.self, forKey: .id)
            try parts.encode(id, forKey: .id)
        }
    }
}
