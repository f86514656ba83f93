import FeatureKit
import FeatureTesting
import Testing

/// Tests fields with several lines, with steps, and for moments, lists and secrets.
///
/// The tests check the limits of the fields' rules. They also check that a value is the same whether it comes from
/// typed text, a form or JSON.
@Suite(.timeLimit(.minutes(5))) struct FieldKindTests {
    enum Label: String, CaseIterable, FieldType { case red = "Red", green = "Green", blue = "Blue" }

    static let note = Field<String>("f", "F", length: 0...20, lines: 1...3).description
    static let volume = Field<Int>("f", "F", range: -5...100, step: 5).description
    static let wide = Field<Int>("f", "F", range: .min ... .max, step: 2).description
    static let share = Field<Double>("f", "F", range: 0.1...1, step: 0.1).description
    static let due = Field<Instant>("f", "F").description
    static let tags = Field<[String]>("f", "F", count: 0...3, length: 1...5).description
    static let labels = Field<[Label]>("f", "F").description
    static let some = Field<[Label]>("f", "F", count: 1...2).description
    static let password = Field<Secret>("f", "F", length: 3...8).description

    static let accepted: [(FieldDescription, FieldValue, FieldValue)] = [
        (note, "", ""), (note, "a\nb\nc", "a\nb\nc"), (note, "a\r\nb\rc", "a\nb\nc"),
        (note, "a\u{2028}b\u{B}c", "a\nb\nc"),
        (note, "\n\n", "\n\n"),
        (note, .text(String(repeating: "é", count: 20)), .text(String(repeating: "é", count: 20))),
        (volume, -5, -5), (volume, 0, 0), (volume, 100, 100),
        (wide, .integer(.min), .integer(.min)), (wide, 0, 0), (wide, .integer(.max - 1), .integer(.max - 1)),
        (share, 0.1, 0.1), (share, .decimal(0.1 + 0.2), .decimal(0.1 + 0.2)), (share, 0.7, 0.7), (share, 1, 1.0),
        (due, "2026-11-22T20:46:49+01:00", "2026-11-22T19:46:49.000Z"),
        (tags, .texts([]), .texts([])), (tags, .texts(["a", "abcde", "개"]), .texts(["a", "abcde", "개"])),
        (labels, .texts([]), .texts([])), (labels, .texts(["Blue", "Red"]), .texts(["Blue", "Red"])),
        (some, .texts(["Red"]), .texts(["Red"])), (some, .texts(["Red", "Blue"]), .texts(["Red", "Blue"])),
        (password, "abc", .secret(Secret("abc"))), (password, .secret(Secret("abcdefgh")), .secret(Secret("abcdefgh"))),
    ]

    @Test(arguments: accepted) func `a valid value is accepted in its canonical format`(
        field: FieldDescription, given: FieldValue, taken: FieldValue
    ) {
        #expect(field.check(given) == .success(taken))
        #expect(field.check(taken) == .success(taken))
    }

    static let refused: [(FieldDescription, FieldValue, String)] = [
        (note, "a\nb\nc\nd", "expected text of at most 20 characters on at most 3 lines, got \"a\nb\nc\nd\""),
        (
            note, .text(String(repeating: "é", count: 21)),
            "expected text of at most 20 characters on at most 3 lines, got \"\(String(repeating: "é", count: 21))\""
        ),
        (volume, 1, "expected a whole number from -5 to 100 in steps of 5, got 1"),
        (volume, -6, "expected a whole number from -5 to 100 in steps of 5, got -6"),
        (volume, 105, "expected a whole number from -5 to 100 in steps of 5, got 105"),
        (wide, 1, "expected a whole number from \(Int.min) to \(Int.max) in steps of 2, got 1"),
        (share, 0.15, "expected a number from 0.1 to 1 in steps of 0.1, got 0.15"),
        (share, 0.300001, "expected a number from 0.1 to 1 in steps of 0.1, got 0.300001"),
        (due, "2026-11-22T19:46:49", #"expected a date and time like 2026-11-22T19:46:49Z, got "2026-11-22T19:46:49""#),
        (due, 1, "expected a date and time like 2026-11-22T19:46:49Z, got 1"),
        (tags, "a", #"expected at most 3 different texts of 1 to 5 characters, got "a""#),
        (tags, .texts(["abcdef"]), #"expected at most 3 different texts of 1 to 5 characters, got "abcdef""#),
        (tags, .texts([""]), #"expected at most 3 different texts of 1 to 5 characters, got """#),
        (tags, .texts(["a", "b", "a"]), #"expected at most 3 different texts of 1 to 5 characters, got "a" twice"#),
        (tags, .texts(["a", "b", "c", "d"]), "expected at most 3 different texts of 1 to 5 characters, got 4"),
        (tags, .texts(["a\nb"]), "expected at most 3 different texts of 1 to 5 characters, got \"a\nb\""),
        (labels, .texts(["red"]), #"expected any of Red, Green, Blue, got "red"; did you mean 'Red'?"#),
        (labels, .texts(["Red", "Red"]), #"expected any of Red, Green, Blue, got "Red" twice"#),
        (labels, "Red", #"expected any of Red, Green, Blue, got "Red""#),
        (some, .texts([]), "expected 1 to 2 of Red, Green, Blue, got 0"),
        (some, .texts(["Red", "Green", "Blue"]), "expected 1 to 2 of Red, Green, Blue, got 3"),
        (password, "ab", "expected secret text of 3 to 8 characters, got secret text"),
        (password, "a\nbc", "expected secret text of 3 to 8 characters without line breaks, got secret text"),
        (password, 12345, "expected secret text of 3 to 8 characters, got secret text"),
    ]

    @Test(arguments: refused) func `an invalid value is refused with the exact rule`(
        field: FieldDescription, given: FieldValue, message: String
    ) {
        #expect(field.check(given).message == message)
    }

    @Test(arguments: ["a\nb", "a\rb", "a\r\nb", "a\u{B}b", "a\u{C}b", "a\u{85}b", "a\u{2028}b", "a\u{2029}b"])
    func `a text field with one line refuses every kind of line break`(text: String) {
        let field = Field<String>("f", "F", length: 0...9).description
        #expect(field.check(.text(text)).message?.hasSuffix("without line breaks, got \"\(text)\"") == true)
        #expect(field.read(text).message != nil)
        #expect(Self.note.check(.text(text)) == .success("a\nb"))
    }

    @Test func `hostile texts in lists and secrets are refused in linear time`() {
        for hostile in [HostileText.oneRun, .hiddenRun] {
            let text = hostile.text(ofBytes: 1 << 20)
            #expect(Self.tags.check(.texts([text])).message != nil)
            #expect(Self.labels.check(.texts([text])).message != nil)
            #expect(Self.password.check(.text(text)).message != nil)
            #expect(Self.due.check(.text(text)).message != nil)
        }
    }

    @Test func `a value has the same result whether it is parsed from typed text, form text or JSON`() throws {
        var random = SystemRandomNumberGenerator()
        let letters = ["a", "é", "개", "🐕", "\"", "\\", ",", "=", "&", "<", "'", " b"]
        func text(_ length: ClosedRange<Int>) -> String {
            (0..<Int.random(in: length, using: &random)).map { _ in letters.randomElement(using: &random) ?? "" }
                .joined()
        }
        let cases: [(FieldDescription, () -> FieldValue)] = [
            (
                Field<String>("f", "F", length: 0...99, lines: 1...9).description,
                {
                    .text((0..<Int.random(in: 1...5, using: &random)).map { _ in text(0...5) }.joined(separator: "\n"))
                }
            ),
            (Self.volume, { .integer(-5 + 5 * Int.random(in: 0...21, using: &random)) }),
            (Self.share, { .decimal(0.1 + Double(Int.random(in: 0...9, using: &random)) * 0.1) }),
            (
                Self.due,
                {
                    let milliseconds = Int.random(in: -62_135_596_800_000...253_402_300_799_999, using: &random)
                    return Instant(millisecondsSince1970: milliseconds)?.fieldValue ?? ""
                }
            ),
            (
                Field<[String]>("f", "F", length: 1...40).description,
                {
                    .texts(Array(Set((0..<Int.random(in: 0...5, using: &random)).map { _ in "x" + text(0...5) })))
                }
            ),
            (Self.labels, { .texts(Label.allCases.map(\.rawValue).filter { _ in Bool.random(using: &random) }) }),
        ]
        for (field, make) in cases {
            for _ in 0..<200 {
                let made = make()
                guard case .success(let value) = field.check(made) else {
                    Issue.record("\(field.kind) refuses \(made)")
                    continue
                }
                if !value.typedTexts.isEmpty { #expect(field.read(value.typedTexts) == .success(value)) }
                #expect(field.read([value.formText], isForm: true) == .success(value))
                var writer = JSONWriter()
                writer.value(value)
                let written = String(decoding: writer.bytes, as: UTF8.self)
                #expect(try json(value) == written || field.kind == .decimal)
                let again = try FeatureKitTests.value(FieldValue.self, from: written)
                #expect(field.check(again) == .success(value))
            }
        }
    }

    @Test func `a field parses lists and moments from typed text and from form text`() {
        #expect(Self.due.read("2026-11-22 19:46") == .success("2026-11-22T19:46:00.000Z"))
        #expect(Self.tags.read(["a", "b"]) == .success(.texts(["a", "b"])))
        #expect(Self.tags.read([" a \r\n\r\n\tb\n", ""], isForm: true) == .success(.texts(["a", "b"])))
        #expect(Self.tags.read(["a\nb"]).message != nil)
        #expect(Self.labels.read(["", "Red", "Blue"], isForm: true) == .success(.texts(["Red", "Blue"])))
        #expect(Self.note.read(["a", "b"]).message == "expected once, given several times")
    }

    @Test func `in a form, an empty control gives an empty value to a required list and no value to a secret`() throws {
        let note = Field<[String]?>("maybe", "Maybe", length: 1...5)
        let secret = Field<Secret?>("secret", "Secret", length: 3...8)
        let tags = Field<[String]>("tags", "Tags", length: 1...5)
        let fields = [note.description, secret.description, tags.description]
        let values = try fields.read(["maybe": "", "secret": "", "tags": ""], isForm: true)
        #expect(values == ["tags": .texts([])])
        let input = try fields.check(values)
        #expect(try input[tags] == [])
        #expect(try input[note] == nil)
        #expect(try input[secret] == nil)
        let must = Field<Secret>("secret", "Secret", length: 0...8)
        #expect(try [must.description].read(["secret": ""], isForm: true) == [:])
        #expect(throws: InputRefused.self) { try [must.description].check([:]) }
        #expect(try [must.description].check(["secret": "hush"])[must].text == "hush")
    }

    @Test func `the value of a field with several choices has the chosen cases in the given order`() throws {
        let labels = Field<[Label]>("labels", "Labels")
        #expect(try [labels.description].check(["labels": .texts(["Blue", "Red"])])[labels] == [.blue, .red])
    }

    @Test func `the description, the dump and the JSON of a secret value never contain the secret text`() throws {
        let secret = Secret("hunter2")
        let value = FieldValue.secret(secret)
        var dumped = ""
        dump(["f": value], to: &dumped)
        let input = try [Self.password].check(["f": "hunter2"])
        var writer = JSONWriter()
        writer.object(["a": value, "b": 1])
        let texts = [
            "\(secret)", String(reflecting: secret), "\(value)", String(reflecting: value), dumped, "\(input)",
            String(reflecting: input), value.quoted, value.formText, value.typedTexts.joined(),
            String(decoding: writer.bytes, as: UTF8.self), try json(["a": value]),
            "\(Self.password.check("hunter2 and more"))",
        ]
        for text in texts { #expect(!text.contains("hunter"), "\(text)") }
        #expect(String(decoding: writer.bytes, as: UTF8.self) == #"{"b":1}"#)
        #expect(value.revealed == "hunter2")
        #expect(secret.text == "hunter2")
    }

    @Test func `the declaration of a list field traps if its elements are neither texts nor choices`() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Field<[Int]>("numbers", "Numbers")
        }
        let words = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(
            words.contains(
                "the field 'numbers' cannot have the type Array<Int>; use an array of String or of choices"),
            "\(words)")
    }

    @Test func `an unknown kind decodes as text`() throws {
        let json = #"{"name":"f","title":"F","kind":"colour","required":true,"palette":3}"#
        #expect(try value(FieldDescription.self, from: json).kind == .text)
    }

    @Test func `JSONWriter encodes the rules of a field like Codable`() throws {
        let fields: [any FieldDeclaration] = [
            Field<String>("note", "Note", length: 0...2000, lines: 1...40),
            Field<Int>("volume", "Volume", range: 0...100, step: 5, slider: true, default: 50),
            Field<Double?>("share", "Share", range: 0.5...1.5, step: 0.25),
            Field<[String]>("tags", "Tags", count: 0...3, length: 1...5, default: ["a", "b"]),
            Field<[Label]?>("labels", "Labels", count: 1...2), Field<Secret>("password", "Password", length: 8...100),
            Field<Instant>("due", "Due"),
        ]
        let expected = [
            #"{"name":"note","title":"Note","kind":"text","length":{"min":0,"max":2000},"lines":{"min":1,"max":40},"required":true}"#,
            #"{"name":"volume","title":"Volume","kind":"integer","range":{"min":0,"max":100},"step":5,"slider":true,"required":true,"default":50}"#,
            #"{"name":"share","title":"Share","kind":"decimal","range":{"min":0.5,"max":1.5},"step":0.25,"required":false}"#,
            #"{"name":"tags","title":"Tags","kind":"texts","length":{"min":1,"max":5},"count":{"min":0,"max":3},"required":true,"default":["a","b"]}"#,
            #"{"name":"labels","title":"Labels","kind":"choices","count":{"min":1,"max":2},"choices":["Red","Green","Blue"],"required":false}"#,
            #"{"name":"password","title":"Password","kind":"secret","length":{"min":8,"max":100},"required":true}"#,
            #"{"name":"due","title":"Due","kind":"instant","required":true}"#,
        ]
        for (field, expected) in zip(fields, expected) {
            var writer = JSONWriter()
            writer.field(field.description)
            #expect(String(decoding: writer.bytes, as: UTF8.self) == expected)
            #expect(try value(FieldDescription.self, from: expected) == field.description)
        }
    }
}
