import FeatureKit
import Testing

@Suite(.timeLimit(.minutes(5))) struct HostBrandTests {
    private enum PlainHost: BrandedHost {}

    @Test(arguments: [("#2f5bd0", "#2f5bd0"), ("#000000", "#000000"), ("#FFFFFF", "#ffffff"), ("#0A0b0C", "#0a0b0c")])
    func `a colour is # and six hexadecimal digits`(text: String, description: String) throws {
        #expect(try #require(HostBrand.Color(hex: text)).description == description)
    }

    @Test(arguments: [
        "", "#", "#fff", "2f5bd0", "#2f5bd", "#2f5bd00", "#2f5bdg", "#+2f5bd", "#-2f5bd", " 2f5bd0", "red",
        "#2f5b\u{e9}",
        "#\u{FF12}\u{FF26}", "#000;}a{", "#2f5bd\u{301}",
    ])
    func `another text is no colour`(text: String) {
        #expect(HostBrand.Color(hex: text) == nil)
    }

    @Test func `a literal that is no colour traps with a message`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = HostBrand(accent: "blue")
        }
        let words = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(
            words.contains("expected a colour as # and six hexadecimal digits, such as #2f5bd0, got \"blue\""),
            "\(words)")
    }

    @Test func `a host without a brand has no name, no colour and no images of its own`() {
        #expect(PlainHost.brand == HostBrand(name: nil, accent: nil, logo: nil, favicon: nil))
    }
}
