import FeatureKit
import FeatureTesting
import Testing

/// Tests that fields and look-ups handle texts that would take long to compare.
@Suite(.timeLimit(.minutes(5))) struct HostileFieldTests {
    enum Breed: String, CaseIterable, FieldType { case bulldog = "Bulldog", cafe = "Caf\u{E9}" }

    static let fields = [
        Field<String>("f", "F").description, Field<String>("f", "F", length: 1...40).description,
        Field<Breed>("f", "F").description, Field<RecordPlace>("f", "F", other: "PATH", default: .here).description,
        Field<Int>("f", "F").description, Field<Double>("f", "F").description, Field<Bool>("f", "F").description,
        Field<CalendarDate>("f", "F").description, Field<Duration>("f", "F").description,
    ]

    /// A choice that also accepts texts outside its list.
    enum RecordPlace: String, CaseIterable, FieldType { case here, there }

    @Test(arguments: fields, HostileText.allCases)
    func `parsing and validating a hostile text takes linear time`(field: FieldDescription, kind: HostileText) {
        #expect(growth(from: 1 << 15, of: kind.text) { _ = field.read($0) } <= 2.5)
        #expect(growth(from: 1 << 15, of: { .text(kind.text(ofBytes: $0)) }) { _ = field.check($0) } <= 2.5)
    }

    @Test(arguments: fields) func `a field refuses a run of too many marks`(field: FieldDescription) throws {
        let text = "e" + String(repeating: "\u{301}\u{323}", count: 16)
        guard case .failure(let refusal) = field.check(.text(text)) else {
            Issue.record("\(text) was accepted")
            return
        }
        #expect(
            refusal.message
                == "expected \(field.expectation) with no more than 30 combining marks in a row, got \"\(text)\"")
        #expect(field.read(text) != .success(.text(text)))
    }

    @Test func `a text field refuses a single character of 300 KB`() {
        let field = Self.fields[1]
        let letter = "e" + String(repeating: "\u{301}", count: 30)
        #expect(field.check(.text(letter)) == .success(.text(letter)))
        #expect(field.check(.text("a" + String(repeating: "\u{FE0F}", count: 1000))) != .success("a"))
        guard case .failure = field.check(.text("a" + String(repeating: "\u{FE0F}", count: 100_000))) else {
            Issue.record("a character of 300 KB was accepted")
            return
        }
    }

    @Test func `choices are compared by their bytes`() {
        #expect(Self.fields[2].check("Caf\u{E9}") == .success("Caf\u{E9}"))
        guard case .failure = Self.fields[2].check("Cafe\u{301}") else {
            Issue.record("another text was accepted")
            return
        }
    }

    @Test(arguments: HostileText.allCases) func `looking up a name takes linear time`(kind: HostileText) throws {
        let registry = try FeatureRegistry([ProbeFeature()])
        #expect(growth(from: 1 << 15, of: kind.text) { _ = try? registry.feature($0) } <= 2.5)
        #expect(growth(from: 1 << 15, of: kind.text) { _ = try? registry.manifests[0].action($0) } <= 2.5)
        #expect(growth(from: 1 << 15, of: kind.text) { _ = nearestMatch(to: $0, among: ["one", "two"]) } <= 2.5)
        #expect(growth(from: 1 << 15, of: kind.text) { _ = nearestMatch(to: "one", among: [$0]) } <= 2.5)
        #expect(growth(from: 1 << 15, of: kind.text) { _ = FieldValue.quote($0) } <= 2.5)
    }

    @Test(arguments: ["a\nb", "a\r", "\u{B}a", "a\u{C}", "a\u{85}b", "a\u{2028}b", "\u{2029}a", "a\r\nb"])
    func `a field with one line refuses line breaks`(text: String) {
        let message = "expected text of 1 to 40 characters without line breaks, got \(FieldValue.quote(text))"
        guard case .failure(let checked) = Self.fields[1].check(.text(text)),
            case .failure(let read) = Self.fields[1].read(text)
        else {
            Issue.record("a line break was accepted")
            return
        }
        #expect(checked.message == message && read.message == message)
    }
}
