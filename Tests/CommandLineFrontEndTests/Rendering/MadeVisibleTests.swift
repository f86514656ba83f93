import CommandLineFrontEnd
import TerminalKit
import Testing

@Suite("Text with visible control characters", .timeLimit(.minutes(5)))
struct MadeVisibleTests {
    @Test(
        "Control characters and bidirectional characters are replaced by visible characters",
        arguments: [
            ("a\u{1B}[31mred", "a␛[31mred"), ("\u{0}\t\r\n\u{7}", "␀␉␍␊␇"), ("\u{7F}", "␡"),
            ("\u{9B}31m", #"\u{9B}31m"#), ("\u{85}", #"\u{85}"#),
            ("invoice\u{202E}fdp.exe", #"invoice\u{202E}fdp.exe"#),
            ("\u{2066}x\u{2069}", #"\u{2066}x\u{2069}"#), ("\u{200E}\u{200F}\u{61C}", #"\u{200E}\u{200F}\u{61C}"#),
            ("\u{2028}", #"\u{2028}"#), ("\u{FEFF}", #"\u{FEFF}"#),
        ])
    func hazards(text: String, shown: String) {
        #expect(text.madeVisible == shown)
    }

    @Test(
        "All other characters stay unchanged",
        arguments: ["Rex", "", "김철수", "👩‍👩‍👧", "❤️", "שלום", "مرحبا", "नमस्ते", "e\u{301}", "می\u{200C}خواهم", "a\u{AD}b"])
    func harmless(text: String) {
        #expect(text.madeVisible == text)
    }

    @Test("No styled line contains a control character")
    func lines() {
        for code in UInt32(0)...0x2FFF {
            guard let scalar = Unicode.Scalar(code) else { continue }
            let bytes = [StyledLine("x\(scalar)y")].encoded(colored: false).dropLast()
            let text = String(decoding: bytes, as: UTF8.self)
            let controls = text.unicodeScalars.filter {
                $0.properties.generalCategory == .control || $0.properties.isBidiControl
            }
            #expect(controls.isEmpty, "U+\(String(code, radix: 16))")
        }
    }
}
