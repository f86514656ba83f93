import FeatureKit
import Testing

/// Tests how plain values convert to Swift types and to JSON.
@Suite(.timeLimit(.minutes(5))) struct FieldValueTests {
    enum Breed: String, CaseIterable, FieldType { case bulldog = "Bulldog" }

    @Test(
        arguments: [
            ("Rex", #""Rex""#), ("", #""""#), (3, "3"), (.integer(.min), "-9223372036854775808"), (1.5, "1.5"),
            (true, "true"),
        ] as [(FieldValue, String)])
    func `a value keeps its JSON type when it is encoded and decoded`(given: FieldValue, text: String) throws {
        #expect(try json(given) == text)
        #expect(try value(FieldValue.self, from: text) == given)
    }

    @Test func `JSON distinguishes integers, decimals, booleans and text`() throws {
        #expect(
            try value([FieldValue].self, from: #"[1,"1",true,1.25,1e30]"#) == [
                1, "1", true, 1.25, 1e30,
            ])
        #expect(throws: DecodingError.self) { try value(FieldValue.self, from: "null") }
        #expect(throws: DecodingError.self) { try value(FieldValue.self, from: "[1]") }
        #expect(throws: DecodingError.self) { try value(FieldValue.self, from: "{}") }
    }

    @Test func `the description of a value is the text that a person types`() {
        #expect(["Rex", 3, 1.5, false].map(\FieldValue.description) == ["Rex", "3", "1.5", "false"])
        #expect(["Rex", 3].map(\FieldValue.quoted) == [#""Rex""#, "3"])
    }

    private func expectRoundTrip<Value: FieldType>(
        _ value: Value, _ plain: FieldValue?, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(value.fieldValue == plain, sourceLocation: sourceLocation)
        #expect(Value(fieldValue: plain) == value, sourceLocation: sourceLocation)
    }

    @Test func `every field type converts to a plain value and back`() throws {
        expectRoundTrip("Rex", "Rex")
        expectRoundTrip(3, 3)
        expectRoundTrip(1.5, 1.5)
        expectRoundTrip(true, true)
        expectRoundTrip(Duration.milliseconds(250), "250ms")
        expectRoundTrip(try #require(CalendarDate("2026-11-21")), "2026-11-21")
        expectRoundTrip(Breed.bulldog, "Bulldog")
        expectRoundTrip(Int?.none, nil)
        expectRoundTrip(Int?.some(3), 3)
    }

    @Test func `converting a plain value to a type that does not match returns nil`() {
        #expect(Int(fieldValue: "3") == nil)
        #expect(Int(fieldValue: 3.0) == nil)
        #expect(String(fieldValue: 3) == nil)
        #expect(Double(fieldValue: "3") == nil)
        #expect(Double(fieldValue: 3) == 3)
        #expect(Bool(fieldValue: 1) == nil)
        #expect(Duration(fieldValue: 3) == nil)
        #expect(CalendarDate(fieldValue: 3) == nil)
        #expect(Breed(fieldValue: "Poodle") == nil)
        #expect(Breed(fieldValue: 1) == nil)
        #expect(Int?(fieldValue: "3") == Int??.none)
        #expect(Int(fieldValue: nil) == nil)
    }
}
