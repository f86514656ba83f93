import FeatureKit
import Testing

/// Tests how a field parses typed text.
@Suite(.timeLimit(.minutes(5))) struct FieldReadingTests {
    static let text = Field<String>("f", "F").description
    static let integer = Field<Int>("f", "F", range: -5...30).description
    static let decimal = Field<Double>("f", "F").description
    static let flag = Field<Bool>("f", "F").description
    static let day = Field<CalendarDate>("f", "F").description
    static let wait = Field<Duration>("f", "F").description
    static let source = Field<Origin>("f", "F", other: "PATH", default: .sample).description

    static let accepted: [(FieldDescription, String, FieldValue)] = [
        (text, "12", "12"), (text, " ", " "), (source, "12", "12"),
        (integer, "12", 12), (integer, "-5", -5), (integer, "+7", 7), (integer, "007", 7),
        (decimal, "1", 1.0), (decimal, "-1.50", -1.5), (decimal, "1e3", 1000.0), (decimal, "1E-3", 0.001),
        (flag, "true", true), (flag, "YES", true), (flag, "on", true), (flag, "1", true),
        (flag, "False", false), (flag, "no", false), (flag, "OFF", false), (flag, "0", false),
        (day, "2026-11-21", "2026-11-21"), (wait, "1.5m", "1.5m"),
    ]

    @Test(arguments: accepted) func `a valid typed text is parsed to a value`(
        field: FieldDescription, typed: String, value: FieldValue
    ) {
        #expect(field.read(typed) == .success(value))
    }

    static let refused: [(FieldDescription, String, String)] = [
        (integer, "", #"expected a whole number from -5 to 30, got """#),
        (integer, " 12", #"expected a whole number from -5 to 30, got " 12""#),
        (integer, "1.0", #"expected a whole number from -5 to 30, got "1.0""#),
        (integer, "0x10", #"expected a whole number from -5 to 30, got "0x10""#),
        (integer, "٣", #"expected a whole number from -5 to 30, got "٣""#),
        (integer, "31", "expected a whole number from -5 to 30, got 31"),
        (
            integer, "99999999999999999999",
            #"expected a whole number from -5 to 30, got "99999999999999999999""#
        ),
        (decimal, "1,5", #"expected a number, got "1,5""#),
        (decimal, "nan", #"expected a number, got "nan""#),
        (decimal, "-inf", #"expected a number, got "-inf""#),
        (decimal, "0x1p4", #"expected a number, got "0x1p4""#),
        (decimal, "1e999", #"expected a number, got "1e999""#),
        (decimal, "٣", #"expected a number, got "٣""#),
        (flag, "ja", #"expected true or false, got "ja""#),
        (flag, "", #"expected true or false, got """#),
        (day, "21.11.2026", #"expected a date like 2026-11-21, got "21.11.2026""#),
        (wait, "2", #"expected a duration like 250ms, 2s or 1m, got "2""#),
    ]

    @Test(arguments: refused) func `an invalid typed text is refused, and the message quotes it`(
        field: FieldDescription, typed: String, message: String
    ) {
        #expect(field.read(typed).message == message)
    }
}
