import FeatureKit
import Testing

/// Tests the advice that tells a person how to correct a value, for each kind of field and each fault.
@Suite(.timeLimit(.minutes(5))) struct FieldAdviceTests {
    enum Breed: String, CaseIterable, FieldType { case bulldog = "Bulldog", labrador = "Labrador" }

    static let name = Field<String>("name", "Name", length: 1...40).description
    static let code = Field<String>("code", "Code", length: 4...4).description
    static let title = Field<String>("title", "Title", length: 3...10).description
    static let note = Field<String>("note", "Note", length: 0...20, lines: 2...3).description
    static let age = Field<Int>("age", "Age", range: 0...30).description
    static let volume = Field<Int>("volume", "Volume", range: 0...100, step: 5, slider: true).description
    static let share = Field<Double>("share", "Share", range: 0...1, step: 0.1).description
    static let number = Field<Double>("number", "Number").description
    static let tame = Field<Bool>("tame", "Tame").description
    static let breed = Field<Breed>("breed", "Breed").description
    static let born = Field<CalendarDate>("born", "Born").description
    static let wait = Field<Duration>("wait", "Wait", range: .seconds(1) ... .seconds(60)).description
    static let due = Field<Instant>("due", "Due").description
    static let tags = Field<[String]>("tags", "Tags", count: 1...2, length: 2...5).description
    static let breeds = Field<[Breed]>("breeds", "Breeds", count: 1...1).description
    static let filter = Field<[Breed]>("breed", "Breed").description
    static let order = Field<Breed>("order", "Order by").description
    static let password = Field<Secret>("password", "Password", length: 8...16).description

    static let golden: [(FieldDescription, FieldValue, String)] = [
        (name, "", "Enter a name."), (name, 3, "Enter a name."),
        (name, " ", "Enter a name that is not blank."),
        (name, .text(String(repeating: "x", count: 41)), "Shorten this to 40 characters."),
        (name, .text(String(repeating: "x", count: 99_999)), "Shorten this to 40 characters."),
        (name, "a\nb", "Put this on one line."), (name, "a\0", "Take out the character that cannot be shown."),
        (
            name, .text("e" + String(repeating: "\u{301}", count: 31)),
            "Take out some of the marks on one letter; it can have 30."
        ),
        (code, "abc", "Enter 4 characters."), (title, "ab", "Enter at least 3 characters."),
        (code, "abcde", "Shorten this to 4 characters."),
        (note, "a", "Enter at least 2 lines."), (note, "a\nb\nc\nd", "Shorten this to 3 lines."),
        (age, "", "Enter a whole number from 0 to 30."), (age, 31, "Enter a whole number from 0 to 30."),
        (age, 1.5, "Enter a whole number from 0 to 30."),
        (volume, 7, "Enter a whole number from 0 to 100 in steps of 5."),
        (share, 0.25, "Enter a number from 0 to 1 in steps of 0.1."), (number, "x", "Enter a number."),
        (tame, "maybe", "Choose yes or no."), (breed, "", "Choose a breed."), (breed, "Cat", "Choose a breed."),
        (born, "22.11.2026", "Enter a date like 2026-11-21."), (wait, "2", "Enter a duration like 250ms, 2s or 1m."),
        (wait, "2m", "Enter a duration from 1s to 1m."),
        (due, "soon", "Enter a date and time like 2026-11-22 19:46, in UTC."),
        (tags, "", "Enter tags, one on a line."), (tags, .texts([]), "Enter at least 1."),
        (tags, .texts(["aa", "bb", "cc"]), "Enter at most 2."),
        (tags, .texts(["aa", "aa"]), "Take out the second “aa”."),
        (tags, .texts(["abcdef"]), "Shorten “abcdef” to 5 characters."),
        (tags, .texts(["a"]), "Lengthen “a” to 2 characters."),
        (tags, .texts(["a\nb"]), "Put “a\nb” on one line."), (tags, .texts([""]), "Take out the empty line."),
        (breeds, .texts([]), "Choose at least 1."), (breeds, .texts(["Cat"]), "Choose breeds."),
        (breeds, .texts(["Bulldog", "Labrador"]), "Choose at most 1."),
        (filter, .texts(["Cat"]), "Choose a breed."), (order, "size", "Choose a value for “Order by”."),
        (password, "", "Enter a password."), (password, "short", "Enter at least 8 characters."),
        (password, .text(String(repeating: "x", count: 17)), "Shorten this to 16 characters."),
    ]

    @Test(arguments: golden) func `each fault has its own advice`(
        field: FieldDescription, given: FieldValue, advice: String
    ) {
        #expect(field.check(given).advice == advice)
    }

    @Test func `the example of a date is the same in the rule and in the advice`() {
        #expect(Self.born.expectation == "a date like 2026-11-21")
        #expect(Self.born.check("soon").advice == "Enter \(Self.born.expectation).")
    }

    @Test func `the advice for a date or moment outside its range names the range`() throws {
        let days = try #require(CalendarDate("2026-01-01"))...#require(CalendarDate("2026-12-31"))
        let born = Field<CalendarDate>("born", "Born", range: days).description
        #expect(born.check("2025-12-31").advice == "Enter a date from 2026-01-01 to 2026-12-31.")
        let moments = try #require(Instant("2026-01-01T00:00:00Z"))...#require(Instant("2026-12-31T12:00:01Z"))
        let due = Field<Instant>("due", "Due", range: moments).description
        #expect(
            due.check("2027-01-01T00:00:00Z").advice
                == "Enter a date and time from 2026-01-01 00:00 UTC to 2026-12-31 12:00:01 UTC.")
    }

    @Test(arguments: [
        ("Age", "an age"), ("First name", "a first name"), ("Email address", "an email address"), ("User", "a user"),
        ("Unit", "a unit"), ("Update", "an update"), ("URL", "a URL"), ("ID", "an ID"),
        ("iOS version", "an iOS version"),
        ("X", "an X"), ("Tags", "tags"), ("Other names", "other names"), ("Address", "an address"),
        ("Status", "a status"),
        ("The reason", "the reason"), ("Your name", "your name"), ("이름", "이름"), ("Order by", "a value for “Order by”"),
        ("From", "a value for “From”"), ("2nd name", "2nd name"),
    ])
    func `the advice contains the title with the correct article`(title: String, words: String) {
        #expect(Field<String>("f", title, length: 1...9).description.check("").advice == "Enter \(words).")
    }

    @Test func `the caller gets a message and advice for each invalid field`() {
        let error = #expect(throws: InputRefused.self) { try [Self.name, Self.age].check(["age": 31, "agee": 1]) }
        #expect(
            error?.advice == [
                "name": "Enter a name.", "age": "Enter a whole number from 0 to 30.",
                "agee": "there is no such field, known are name, age; did you mean 'age'?",
            ])
        #expect(error?.fields["name"] == "expected text of 1 to 40 characters, got nothing")
        #expect(error?.advice(inOrderOf: [Self.age, Self.name]).map(\.field) == ["age", "name", "agee"])
        let read = #expect(throws: InputRefused.self) {
            try [Self.name, Self.age].read(["age": "x", "name": "Rex"], isForm: true)
        }
        #expect(read?.advice == ["age": "Enter a whole number from 0 to 30."])
    }

    @Test func `the message of a presenter's error is also the advice for people`() {
        let refusal = InputRefused(["name": "'Rex' is already taken"])
        #expect(refusal.advice == refusal.fields)
        #expect(InputRefused(["a": "rule"], advice: ["a": "Do.", "b": "Stray."]).advice == ["a": "Do."])
    }
}

extension FieldCheck {
    /// The advice for a person; `nil` if the value was accepted.
    var advice: String? { if case .failure(let refusal) = self { refusal.advice } else { nil } }
}
