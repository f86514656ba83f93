import FeatureKit
import Testing

/// Tests which values a field accepts, and its messages for refused values.
@Suite(.timeLimit(.minutes(5))) struct FieldValidationTests {
    enum Breed: String, CaseIterable, FieldType { case bulldog = "Bulldog", labrador = "Labrador" }

    static let text = Field<String>("f", "F").description
    static let name = Field<String>("f", "F", length: 1...5).description
    static let count = Field<Int>("f", "F", range: 0...30).description
    static let number = Field<Int>("f", "F").description
    static let share = Field<Double>("f", "F", range: 0.5...1).description
    static let flag = Field<Bool>("f", "F").description
    static let breed = Field<Breed>("f", "F").description
    static let source = Field<Origin>("f", "F", other: "PATH", default: .sample).description
    static let day = Field<CalendarDate>("f", "F").description
    static let wait = Field<Duration>("f", "F", range: .milliseconds(100) ... .seconds(60)).description

    static func dates(from first: String, to last: String) throws -> FieldDescription {
        let range = try #require(CalendarDate(first))...#require(CalendarDate(last))
        return Field<CalendarDate>("f", "F", range: range).description
    }

    static let accepted: [(FieldDescription, FieldValue, FieldValue)] = [
        (text, "", ""), (text, "   ", "   "), (text, "개 🐕", "개 🐕"), (text, "a\u{1}b\t", "a\u{1}b\t"),
        (name, "a", "a"), (name, "abcde", "abcde"), (name, " a ", " a "), (name, "👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦", "👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦"),
        (count, 0, 0), (count, 30, 30), (number, .integer(.min), .integer(.min)),
        (number, .integer(.max), .integer(.max)),
        (share, 0.5, 0.5), (share, 1, 1.0), (share, 1.0, 1.0),
        (flag, true, true), (flag, false, false),
        (breed, "Labrador", "Labrador"), (source, "sample", "sample"), (source, "dogs.csv", "dogs.csv"),
        (day, "0001-01-01", "0001-01-01"), (day, "2024-02-29", "2024-02-29"),
        (wait, "100ms", "100ms"), (wait, "1m", "1m"), (wait, "0.1s", "0.1s"),
    ]

    @Test(arguments: accepted) func `a valid value is accepted`(
        field: FieldDescription, given: FieldValue, taken: FieldValue
    ) {
        #expect(field.check(given) == .success(taken))
    }

    static let refused: [(FieldDescription, FieldValue, String)] = [
        (text, 1, "expected text, got 1"),
        (text, true, "expected text, got true"),
        (name, "", #"expected text of 1 to 5 characters, got """#),
        (name, " \t\n", "expected text of 1 to 5 characters, not all of them invisible, got \" \t\n\""),
        (name, "\u{3000}", "expected text of 1 to 5 characters, not all of them invisible, got \"\u{3000}\""),
        (name, "\u{200B}", "expected text of 1 to 5 characters, not all of them invisible, got \"\u{200B}\""),
        (name, "\u{2800}", "expected text of 1 to 5 characters, not all of them invisible, got \"\u{2800}\""),
        (name, "\u{3164}", "expected text of 1 to 5 characters, not all of them invisible, got \"\u{3164}\""),
        (name, "\u{202E}", "expected text of 1 to 5 characters, not all of them invisible, got \"\u{202E}\""),
        (name, "a\0", "expected text of 1 to 5 characters without NUL, got \"a\0\""),
        (text, "\0", "expected text without NUL, got \"\0\""),
        (name, "abcdef", #"expected text of 1 to 5 characters, got "abcdef""#),
        (count, "2", #"expected a whole number from 0 to 30, got "2""#),
        (count, 1.5, "expected a whole number from 0 to 30, got 1.5"),
        (count, true, "expected a whole number from 0 to 30, got true"),
        (count, -1, "expected a whole number from 0 to 30, got -1"),
        (count, 31, "expected a whole number from 0 to 30, got 31"),
        (number, 1e19, "expected a whole number, got 1e+19"),
        (share, 0.4999, "expected a number from 0.5 to 1, got 0.4999"),
        (share, 2, "expected a number from 0.5 to 1, got 2"),
        (share, "1", #"expected a number from 0.5 to 1, got "1""#),
        (share, .decimal(.nan), "expected a number from 0.5 to 1, got nan"),
        (share, .decimal(.infinity), "expected a number from 0.5 to 1, got inf"),
        (flag, "true", #"expected true or false, got "true""#),
        (flag, 1, "expected true or false, got 1"),
        (breed, "labrador", #"expected one of Bulldog, Labrador, got "labrador"; did you mean 'Labrador'?"#),
        (breed, "Poodle", #"expected one of Bulldog, Labrador, got "Poodle""#),
        (breed, 1, "expected one of Bulldog, Labrador, got 1"),
        (source, 1, "expected one of sample, PATH, got 1"),
        (day, "2023-02-29", #"expected a date like 2026-11-21, got "2023-02-29""#),
        (day, 20_260_101, "expected a date like 2026-11-21, got 20260101"),
        (wait, "99ms", #"expected a duration like 250ms, 2s or 1m from 100ms to 1m, got "99ms""#),
        (wait, "61s", #"expected a duration like 250ms, 2s or 1m from 100ms to 1m, got "61s""#),
        (wait, 2, "expected a duration like 250ms, 2s or 1m from 100ms to 1m, got 2"),
    ]

    @Test(arguments: refused) func `an invalid value is refused with a message`(
        field: FieldDescription, given: FieldValue, message: String
    ) {
        #expect(field.check(given).message == message)
    }

    @Test func `a text field refuses text with NUL`() {
        let field = Field<String>("f", "F", length: 0...10).description
        #expect(field.check("a\0b").message?.hasPrefix("expected text of at most 10 characters without NUL, ") == true)
        #expect(field.check("ab") == .success("ab"))
    }

    @Test func `combining marks count towards the length of a text`() {
        let field = Field<String>("f", "F", length: 1...10).description
        let family: FieldValue = "👩‍👩‍👧‍👦🏴󠁧󠁢󠁳󠁣󠁴󠁿ế"
        #expect(field.check(family) == .success(family))
        // These marks have the combining class 0, so a run of them may have any length.
        #expect(field.check(.text("e" + String(repeating: "\u{FE0F}", count: 175))).message != nil)
        #expect(field.check(.text("e" + String(repeating: "\u{FE0F}", count: 150))).message == nil)
    }

    @Test func `a date field accepts only dates within its range`() throws {
        let field = try Self.dates(from: "2025-12-31", to: "2026-01-31")
        #expect(field.check("2025-12-31") == .success("2025-12-31"))
        #expect(field.check("2026-01-31") == .success("2026-01-31"))
        let expected = "expected a date like 2026-11-21 from 2025-12-31 to 2026-01-31, got "
        #expect(field.check("2025-12-30").message == expected + #""2025-12-30""#)
        #expect(field.check("2026-02-01").message == expected + #""2026-02-01""#)
    }

    @Test func `a field compares integers with its range exactly, even beyond double precision`() {
        let field = Field<Int>("f", "F", range: -9_007_199_254_740_992...9_007_199_254_740_992).description
        #expect(field.check(9_007_199_254_740_992) == .success(9_007_199_254_740_992))
        #expect(throws: FieldRefusal.self) { try field.check(9_007_199_254_740_993).get() }
        #expect(throws: FieldRefusal.self) { try field.check(-9_007_199_254_740_993).get() }
    }

    @Test func `a duration bound that is too long for the text format does not limit the field`() {
        let field = Field<Duration>("f", "F", range: .zero ... .seconds(10_000_000)).description
        #expect(field.check("1000h") == .success("1000h"))
    }

    @Test func `a decimal field obeys bounds that are integers`() throws {
        let json = #"{"name":"f","title":"F","kind":"decimal","required":true,"range":{"min":0,"max":1}}"#
        let field = try value(FieldDescription.self, from: json)
        #expect(field.check(0.5) == .success(0.5))
        #expect(field.check(1.5).message == "expected a number from 0 to 1, got 1.5")
    }

    @Test func `the message for a missing choice has no suggestion`() {
        enum Some: String, CaseIterable, FieldType { case anything, something }
        let field = Field<Some>("f", "F").description
        #expect(field.refusal(found: "nothing") == "expected one of anything, something, got nothing")
    }

    @Test func `a message truncates the quoted value`() {
        let text = String(repeating: "x", count: 61)
        #expect(
            Self.name.check(.text(text)).message == "expected text of 1 to 5 characters, got \"\(text.dropLast())…\"")
    }

    @Test func `a rule with one bound or with two equal bounds is worded in natural English`() throws {
        func expectation(_ json: String) throws -> String {
            try value(FieldDescription.self, from: #"{"name":"f","title":"F","required":true,"# + json + "}")
                .expectation
        }
        #expect(try expectation(#""kind":"text","length":{"min":3,"max":3}"#) == "text of 3 characters")
        #expect(try expectation(#""kind":"text","length":{"min":3}"#) == "text of at least 3 characters")
        #expect(try expectation(#""kind":"text","length":{"max":3}"#) == "text of at most 3 characters")
        #expect(try expectation(#""kind":"text","length":{}"#) == "text")
        #expect(try expectation(#""kind":"integer","range":{"min":1}"#) == "a whole number from 1")
        #expect(try expectation(#""kind":"integer","range":{"max":9}"#) == "a whole number up to 9")
        #expect(try expectation(#""kind":"decimal","range":{}"#) == "a number")
    }
}
