import TerminalKit
import Testing

@Suite("Keys", .timeLimit(.minutes(5)))
struct KeyDecoderTests {
    @Test(
        "Each sequence decodes to its key",
        arguments: [
            ("a", [KeyPress(.character("a"))]), ("Z", [KeyPress(.character("Z"))]), ("\r", [KeyPress(.enter)]),
            ("\t", [KeyPress(.tab)]), ("\u{7F}", [KeyPress(.backspace)]), ("\u{8}", [KeyPress(.backspace)]),
            ("\u{10}", [.control("p")]), ("\u{3}", [.control("c")]), ("\u{1A}", [.control("z")]),
            ("\u{0}", [.control(" ")]), ("한", [KeyPress(.character("한"))]), ("🐶", [KeyPress(.character("🐶"))]),
            ("é", [KeyPress(.character("é"))]),
            ("\u{1B}[A", [KeyPress(.up)]), ("\u{1B}[B", [KeyPress(.down)]), ("\u{1B}OC", [KeyPress(.right)]),
            ("\u{1B}[D", [KeyPress(.left)]), ("\u{1B}[H", [KeyPress(.home)]), ("\u{1B}OF", [KeyPress(.end)]),
            ("\u{1B}[1~", [KeyPress(.home)]), ("\u{1B}[4~", [KeyPress(.end)]), ("\u{1B}[5~", [KeyPress(.pageUp)]),
            ("\u{1B}[6~", [KeyPress(.pageDown)]), ("\u{1B}[3~", [KeyPress(.delete)]),
            ("\u{1B}[2~", [KeyPress(.insert)]),
            ("\u{1B}[Z", [KeyPress(.tab, .shift)]), ("\u{1B}[1;5A", [KeyPress(.up, .control)]),
            ("\u{1B}[1;2B", [KeyPress(.down, .shift)]), ("\u{1B}[3;3~", [KeyPress(.delete, .alt)]),
            ("\u{1B}OP", [KeyPress(.function(1))]), ("\u{1B}[15~", [KeyPress(.function(5))]),
            ("\u{1B}[24~", [KeyPress(.function(12))]), ("\u{1B}[[A", [KeyPress(.function(1))]),
            ("\u{1B}[27u", [KeyPress(.escape)]), ("\u{1B}[97;5u", [.control("a")]),
            ("\u{1B}b", [KeyPress(.character("b"), .alt)]), ("\u{1B}\r", [KeyPress(.enter, .alt)]),
            ("\u{1B}ü", [KeyPress(.character("ü"), .alt)]),
            ("\u{1B}[<66;10;5M\u{1B}[<67;1;1M", [KeyPress(.wheelLeft), KeyPress(.wheelRight)]),
            ("\u{1B}[<32;10;5M", [KeyPress(.drag(column: 9, line: 4))]), ("\u{1B}[<35;10;5M", []),
            (
                "\u{1B}]11;rgb:ffff/8080/0000\u{07}a",
                [KeyPress(.background(red: 255, green: 128, blue: 0)), KeyPress(.character("a"))]
            ),
            (
                "\u{1B}]11;rgb:f/8/0\u{1B}\\a",
                [KeyPress(.background(red: 255, green: 136, blue: 0)), KeyPress(.character("a"))]
            ),
            ("\u{1B}]11;rgb:zz/8/0\u{07}a", [KeyPress(.character("a"))]),
            ("\u{1B}]52;c;eA==\u{07}a", [KeyPress(.character("a"))]),
            ("\u{1B}]11;rgb\u{1B}[A", [KeyPress(.up)]),
            ("\u{1B}[<64;10;5M", [KeyPress(.wheelUp)]), ("\u{1B}[<65;10;5M", [KeyPress(.wheelDown)]),
            ("\u{1B}[<0;10;5M", [KeyPress(.click(column: 9, line: 4))]), ("\u{1B}[<0;10;5m", []),
            ("\u{1B}[<2;10;5M", [KeyPress(.menuClick(column: 9, line: 4))]), ("\u{1B}[<2;10;5m", []),
            ("\u{1B}[<34;10;5M", []), ("\u{1B}[<16;1;1M", [KeyPress(.click(column: 0, line: 0), .control)]),
            ("\u{1B}[200~a\u{1B}[Ab\r\u{1B}[201~c", [KeyPress(.paste("a\u{1B}[Ab\r")), KeyPress(.character("c"))]),
            // An unknown sequence is not text.
            ("\u{1B}[?1;2c", []), ("\u{1B}[99~", []), ("\u{1B}[12;40R", []), ("\u{1B}[I", []), ("\u{1B}[5n", []),
        ] as [(String, [KeyPress])])
    func sequences(text: String, keys: [KeyPress]) {
        var decoder = KeyDecoder()
        #expect(decoder.decode(text.utf8) == keys)
        #expect(!decoder.isWaiting)
        // The result is the same if each byte arrives alone.
        var bytewise = KeyDecoder()
        #expect(text.utf8.flatMap { bytewise.decode([$0]) } == keys)
    }

    @Test("A single ESC decodes to the escape key if no bytes follow")
    func escape() {
        var decoder = KeyDecoder()
        #expect(decoder.decode([0x1B]) == [])
        #expect(decoder.isWaiting)
        #expect(decoder.flush() == [KeyPress(.escape)])
        #expect(!decoder.isWaiting)
        #expect(decoder.decode([0x1B, 0x1B]) == [KeyPress(.escape)])
        #expect(decoder.flush() == [KeyPress(.escape)])
        #expect(decoder.decode([0x1B] + "[".utf8) == [])
        #expect(decoder.flush() == [KeyPress(.character("["), .alt)])
        #expect(decoder.decode("\u{1B}[1;".utf8) == [])
        #expect(decoder.flush() == [])
        #expect(decoder.decode("x".utf8) == [KeyPress(.character("x"))])
    }

    @Test("Invalid UTF-8 is skipped and the next key is decoded")
    func broken() {
        var decoder = KeyDecoder()
        #expect(decoder.decode([0xFF, 0x80, 0xC3, UInt8(ascii: "a")]) == [KeyPress(.character("a"))])
        #expect(decoder.decode([0xED, 0xA0, 0x80, UInt8(ascii: "b")]) == [KeyPress(.character("b"))])
        #expect(decoder.decode([0xE2, 0x1B] + "[A".utf8) == [KeyPress(.up)])
    }

    @Test("A paste without an end buffers a limited number of bytes and ends with Ctrl-C")
    func endlessPaste() {
        var decoder = KeyDecoder()
        #expect(decoder.decode("\u{1B}[200~".utf8) == [])
        let piece = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 18)
        for _ in 0..<12 { #expect(decoder.decode(piece) == []) }
        #expect(decoder.heldByteCount <= (1 << 20) + 16)
        #expect(decoder.decode([0x03]) == [.control("c")])
        #expect(decoder.heldByteCount == 0)
        #expect(decoder.decode("q".utf8) == [KeyPress(.character("q"))])
        // If the end of the paste arrives later, it is not text.
        #expect(decoder.decode("\u{1B}[201~".utf8) == [])
    }

    @Test("A paste that is too long is truncated, and the decoder still recognizes its end")
    func longPaste() {
        var decoder = KeyDecoder()
        let text = "a" + String(repeating: "x", count: 3 << 20)
        #expect(
            decoder.decode("\u{1B}[200~\(text)\u{1B}[201~q".utf8)
                == [KeyPress(.paste(String(text.prefix(1 << 20)))), KeyPress(.character("q"))])
    }

    @Test("A Ctrl-C inside a paste is part of the text and does not end the paste")
    func pastedInterrupt() {
        var decoder = KeyDecoder()
        #expect(decoder.decode("\u{1B}[200~a\u{3}q\u{1B}[201~".utf8) == [KeyPress(.paste("a\u{3}q"))])
    }

    @Test("A sequence without an end is discarded")
    func endless() {
        var decoder = KeyDecoder()
        let digits = String(repeating: "1", count: 100)
        #expect(decoder.decode("\u{1B}[\(digits)".utf8).count < 100)
        _ = decoder.flush()
        #expect(decoder.decode("q".utf8) == [KeyPress(.character("q"))])
    }
}
