import FeatureKit
import Testing

/// Tests moments in UTC: parsing, encoding and texts for people.
@Suite(.timeLimit(.minutes(5))) struct InstantTests {
    static let read: [(text: String, normal: String)] = [
        ("2026-11-22T19:46:49Z", "2026-11-22T19:46:49.000Z"),
        ("2026-11-22T19:46:49.000Z", "2026-11-22T19:46:49.000Z"),
        ("2026-11-22t19:46:49z", "2026-11-22T19:46:49.000Z"),
        ("2026-11-22 19:46:49Z", "2026-11-22T19:46:49.000Z"),
        ("2026-11-22T20:46:49+01:00", "2026-11-22T19:46:49.000Z"),
        ("2026-11-22T00:16:49-05:30", "2026-11-22T05:46:49.000Z"),
        ("2026-12-31T23:30:00-01:00", "2027-01-01T00:30:00.000Z"),
        ("2024-03-01T00:30:00+01:00", "2024-02-29T23:30:00.000Z"),
        ("2026-11-22T19:46:49.5Z", "2026-11-22T19:46:49.500Z"),
        ("2026-11-22T19:46:49.12Z", "2026-11-22T19:46:49.120Z"),
        ("2026-11-22T19:46:49.1239999Z", "2026-11-22T19:46:49.123Z"),
        ("2016-12-31T23:59:60Z", "2017-01-01T00:00:00.000Z"),
        ("2017-01-01T00:59:60.9+01:00", "2017-01-01T00:00:00.000Z"),
        ("0001-01-01T00:00:00Z", "0001-01-01T00:00:00.000Z"),
        ("1969-12-31T23:59:59.999Z", "1969-12-31T23:59:59.999Z"),
        ("9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999Z"),
    ]

    @Test(arguments: read) func `a moment with any offset is encoded in UTC with milliseconds`(
        text: String, normal: String
    ) throws {
        let instant = try #require(Instant(text))
        #expect(instant.description == normal)
        #expect(Instant(normal) == instant)
        #expect(try json(instant) == "\"\(normal)\"")
        #expect(try value(Instant.self, from: "\"\(text)\"") == instant)
    }

    @Test(arguments: [
        "", "2026-11-22", "2026-11-22T19:46:49", "2026-11-22T19:46Z", "2026-11-22T24:00:00Z", "2026-11-22T19:60:00Z",
        "2026-11-22T19:46:60Z", "2026-11-22T19:46:61Z", "2026-11-22T19:46:49.Z", "2026-11-22T19:46:49+1:00",
        "2026-11-22T19:46:49+0100", "2026-11-22T19:46:49+24:00", "2026-11-22T19:46:49+01:60", "2026-11-22T19:46:49+01",
        "2026-02-29T00:00:00Z", "0001-01-01T00:00:00+00:01", "9999-12-31T23:59:59-00:01", "0000-12-31T23:59:59-01:00",
        "2026-11-22T19:46:49ZZ", " 2026-11-22T19:46:49Z", "2026-11-22T19:46:49Z ", "２026-11-22T19:46:49Z",
        "2026-11-22T19:46:49.000000000000000000000Z",
    ])
    func `parsing an invalid moment returns nil`(text: String) {
        #expect(Instant(text) == nil)
    }

    @Test(arguments: [
        ("2026-11-22T19:46", "2026-11-22T19:46:00.000Z"), ("2026-11-22 19:46", "2026-11-22T19:46:00.000Z"),
        ("2026-11-22T19:46:49.5", "2026-11-22T19:46:49.500Z"), ("2026-11-22T19:46+01:00", "2026-11-22T18:46:00.000Z"),
    ])
    func `a person may leave out the seconds and the UTC offset`(text: String, normal: String) {
        #expect(Instant(typed: text)?.description == normal)
        #expect(Instant(text) == nil)
    }

    @Test(arguments: ["2026-11-22", "2026-11-22T19", "2026-11-22T19:46+", "2026-11-22T19:46+01", "2026-11-22T19:46x"])
    func `parsing a moment with an incomplete UTC offset returns nil`(text: String) {
        #expect(Instant(typed: text) == nil)
    }

    @Test func `parsing the text of a moment returns the same moment in all years`() throws {
        #expect(Instant("1970-01-01T00:00:00Z")?.millisecondsSince1970 == 0)
        #expect(Instant("2000-02-29T12:00:00Z")?.millisecondsSince1970 == 951_825_600_000)
        #expect(Instant("2038-01-19T03:14:08Z")?.millisecondsSince1970 == 2_147_483_648_000)
        let (first, last) = (-62_135_596_800_000, 253_402_300_799_999)
        #expect(Instant(millisecondsSince1970: first - 1) == nil)
        #expect(Instant(millisecondsSince1970: last + 1) == nil)
        // The step is a prime number of milliseconds, about four months, so the moments cover all days of the year and
        // all hours of the day.
        var before: Instant?
        for milliseconds in stride(from: first, through: last, by: 9_999_999_967) {
            let instant = try #require(Instant(millisecondsSince1970: milliseconds))
            #expect(Instant(instant.description)?.millisecondsSince1970 == milliseconds)
            if let before { #expect(before < instant && before.description < instant.description) }
            before = instant
        }
    }

    @Test func `consecutive dates are exactly 24 hours apart, also in leap years`() throws {
        var day = try #require(Instant("1999-01-01T00:00:00Z")).millisecondsSince1970
        for year in 1999...2005 {
            for month in 1...12 {
                for date in (1...31).compactMap({ CalendarDate(year: year, month: month, day: $0) }) {
                    #expect(Instant("\(date)T00:00:00Z")?.millisecondsSince1970 == day)
                    #expect(Instant(millisecondsSince1970: day)?.description == "\(date)T00:00:00.000Z")
                    day += 86_400_000
                }
            }
        }
    }

    @Test func `the text for people contains the time zone`() throws {
        #expect(Instant("2026-11-22T19:46:00Z")?.shownText == "2026-11-22 19:46 UTC")
        #expect(Instant("2026-11-22T19:46:49Z")?.shownText == "2026-11-22 19:46:49 UTC")
        #expect(Instant("2026-11-22T00:00:00.5Z")?.shownText == "2026-11-22 00:00:00.500 UTC")
    }
}
