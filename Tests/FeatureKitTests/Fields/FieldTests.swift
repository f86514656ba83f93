import FeatureKit
import Testing

/// Tests the description of a field for each initializer.
@Suite(.timeLimit(.minutes(5))) struct FieldTests {
    enum Breed: String, CaseIterable, FieldType { case bulldog = "Bulldog", doberman = "Doberman" }

    static let descriptions: [(field: any FieldDeclaration, json: String)] = [
        (
            Field<String>("name", "Name"),
            #"{"kind":"text","name":"name","required":true,"title":"Name"}"#
        ),
        (
            Field<String>("name", "Name", length: 1...40, default: "Rex", help: "Short.", local: true),
            #"{"default":"Rex","help":"Short.","kind":"text","length":{"max":40,"min":1},"local":true,"name":"name","#
                + #""required":true,"title":"Name"}"#
        ),
        (
            Field<String?>("note", "Note", length: 0...9, help: "If any."),
            #"{"help":"If any.","kind":"text","length":{"max":9,"min":0},"name":"note","required":false,"#
                + #""title":"Note"}"#
        ),
        (
            Field<Int>("age", "Age", range: 0...30, default: 3),
            #"{"default":3,"kind":"integer","name":"age","range":{"max":30,"min":0},"required":true,"title":"Age"}"#
        ),
        (
            Field<Int?>("age", "Age", range: 0...30),
            #"{"kind":"integer","name":"age","range":{"max":30,"min":0},"required":false,"title":"Age"}"#
        ),
        (
            Field<Double>("share", "Share", range: 0.25...1.5, default: 0.5),
            #"{"default":0.5,"kind":"decimal","name":"share","range":{"max":1.5,"min":0.25},"#
                + #""required":true,"title":"Share"}"#
        ),
        (
            Field<Bool>("tame", "Tame", default: true),
            #"{"default":true,"kind":"boolean","name":"tame","required":true,"title":"Tame"}"#
        ),
        (
            Field<Bool?>("tame", "Tame"),
            #"{"kind":"boolean","name":"tame","required":false,"title":"Tame"}"#
        ),
        (
            Field<Breed>("breed", "Breed", default: .doberman),
            #"{"choices":["Bulldog","Doberman"],"default":"Doberman","kind":"choice","name":"breed","required":true,"#
                + #""title":"Breed"}"#
        ),
        (
            Field<Breed?>("breed", "Breed"),
            #"{"choices":["Bulldog","Doberman"],"kind":"choice","name":"breed","required":false,"title":"Breed"}"#
        ),
        (
            Field<Origin>("source", "Source", other: "PATH", default: .sample),
            #"{"choices":["sample"],"default":"sample","kind":"choice","name":"source","other":"PATH","#
                + #""required":true,"title":"Source"}"#
        ),
        (
            Field<Duration>("latency", "Latency", range: .zero ... .seconds(90), default: .milliseconds(250)),
            #"{"default":"250ms","kind":"duration","name":"latency","range":{"max":"90s","min":"0s"},"#
                + #""required":true,"title":"Latency"}"#
        ),
    ]

    @Test(arguments: descriptions.indices)
    func `the description of a field contains its kind, its rule and its default`(index: Int) throws {
        let (field, expected) = Self.descriptions[index]
        #expect(try json(field.description) == expected)
        #expect(try value(FieldDescription.self, from: expected) == field.description)
    }

    @Test func `the description of a range of dates contains both dates`() throws {
        let days = try #require(CalendarDate("2026-01-01"))...#require(CalendarDate("2026-12-31"))
        let range = #""range":{"max":"2026-12-31","min":"2026-01-01"}"#
        #expect(
            try json(Field<CalendarDate?>("born", "Born", range: days).description)
                == #"{"kind":"date","name":"born",\#(range),"required":false,"title":"Born"}"#)
        let born = try #require(CalendarDate("2026-02-03"))
        #expect(
            try json(Field<CalendarDate>("born", "Born", range: days, default: born).description)
                == #"{"default":"2026-02-03","kind":"date","name":"born",\#(range),"required":true,"title":"Born"}"#)
    }

    @Test func `two fields are equal only if all their properties are equal`() {
        #expect(Field<Int>("age", "Age") == Field<Int>("age", "Age"))
        #expect(Field<Int>("age", "Age") != Field<Int>("age", "Age", default: 3))
        #expect(Field<Int>("age", "Age").description != Field<Int?>("age", "Age").description)
    }

    @Test func `every kind is encoded as its name`() {
        #expect(
            FieldKind.allCases.map(\.rawValue)
                == [
                    "text", "integer", "decimal", "boolean", "choice", "date", "duration", "instant", "texts",
                    "choices", "secret", "reference",
                ])
    }

    @Test func `a manifest for remote clients has no local options and its choices accept only listed texts`() {
        let local = Field<String>("token", "Token", length: 1...9, local: true)
        #expect(local.description.withoutLocalParts == nil)
        let open = Field<Origin>("source", "Source", other: "PATH", default: .sample).description
        #expect(open.withoutLocalParts?.other == nil)
        #expect(open.check("dogs.csv") == .success("dogs.csv"))
        #expect(
            open.withoutLocalParts?.check("dogs.csv").message == #"expected one of sample, got "dogs.csv""#)
        let plain = Field<Int>("age", "Age").description
        #expect(plain.withoutLocalParts == plain)
    }
}

/// A choice that also accepts texts outside its list.
enum Origin: FieldType {
    case sample
    case path(String)

    static var fieldKind: FieldKind { .choice }
    static var fieldChoices: [String]? { ["sample"] }

    init?(fieldValue: FieldValue?) {
        guard case .text(let text) = fieldValue else { return nil }
        self = text == "sample" ? .sample : .path(text)
    }

    var fieldValue: FieldValue? {
        switch self {
        case .sample: "sample"
        case .path(let path): .text(path)
        }
    }
}
