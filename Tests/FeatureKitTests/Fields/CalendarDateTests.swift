import FeatureKit
import Testing

/// Tests dates: parsing, validation and order.
@Suite(.timeLimit(.minutes(5))) struct CalendarDateTests {
    @Test(arguments: ["0001-01-01", "2026-11-21", "2024-02-29", "2000-02-29", "9999-12-31"])
    func `parsing the text of a date returns a date with the same text`(text: String) throws {
        let date = try #require(CalendarDate(text))
        #expect(date.description == text)
        #expect(try json(date) == "\"\(text)\"")
        #expect(try value(CalendarDate.self, from: "\"\(text)\"") == date)
    }

    @Test(arguments: [
        "", "2026", "2026-11", "2026-11-21-", "2026-1-21", "26-11-21", "2026-11-1", "2026/11/21", "20261121",
        " 2026-11-21", "2026-11-21 ", "2026-11-21T00:00:00Z", "+026-11-21", "-001-01-01", "0000-01-01", "10000-01-01",
        "2026-00-01", "2026-13-01", "2026-01-00", "2026-01-32", "2026-04-31", "2023-02-29", "1900-02-29", "2026-02-30",
        "٢٠٢٦-١١-٢١", "2026-11-2１", "abcd-ef-gh", "2026-11-21\0", "2026—11—21",
    ])
    func `parsing an invalid date returns nil`(text: String) {
        #expect(CalendarDate(text) == nil)
    }

    @Test func `creating a date that does not exist returns nil`() {
        #expect(CalendarDate(year: 2024, month: 2, day: 29) != nil)
        #expect(CalendarDate(year: 2023, month: 2, day: 29) == nil)
        #expect(CalendarDate(year: 0, month: 1, day: 1) == nil)
        #expect(CalendarDate(year: .max, month: .max, day: .max) == nil)
        #expect(CalendarDate(year: 2026, month: .min, day: .min) == nil)
    }

    @Test func `every month has the correct number of days`() {
        let lengths = (1...12).map { month in (1...31).count { CalendarDate(year: 2026, month: month, day: $0) != nil }
        }
        #expect(lengths == [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31])
    }

    @Test func `an earlier date is less than a later date`() throws {
        let dates = try ["2025-12-31", "2026-01-01", "2026-01-02", "2026-02-01", "2027-01-01"].map {
            try #require(CalendarDate($0))
        }
        #expect(dates.reversed().sorted() == dates)
    }

    @Test func `decoding an invalid date throws an error with an example date`() {
        let error = #expect(throws: DecodingError.self) { try value(CalendarDate.self, from: #""soon""#) }
        guard case .dataCorrupted(let context) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(context.debugDescription == "expected a date like 2026-11-21")
    }
}
