import CommandLineFrontEnd
import Testing

@Suite("Parsing server-sent events", .timeLimit(.minutes(5)))
struct EventParserTests {
    private static let text = """
        \u{FEFF}event: frame
        : a comment
        id: 7
        data: {"a":1}

        :

        data:one
        data: two
        data

        event: nothing

        id: 8\u{0}
        retry: 1000
        zebra: 1
        event:patch
        data:  é한

        data: cut

        """
    private static let events = [
        ServerEvent(name: "frame", data: Array(#"{"a":1}"#.utf8), id: "7"),
        ServerEvent(data: Array("one\ntwo\n".utf8), id: "7"),
        ServerEvent(name: "patch", data: Array(" é한".utf8), id: "7"),
    ]

    private func parse(_ pieces: [ArraySlice<UInt8>]) throws -> [ServerEvent] {
        var parser = EventParser(limit: 1_000)
        return try pieces.flatMap { try parser.parse($0) }
    }

    @Test("The parser accepts every kind of line with each of the three line ends", arguments: ["\n", "\r", "\r\n"])
    func lines(end: String) throws {
        let bytes = Array(
            Self.text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: end).utf8)
        #expect(try parse([bytes[...]]) == Self.events)
    }

    @Test("The parser accepts bytes that are split at any position", arguments: ["\n", "\r", "\r\n"])
    func pieces(end: String) throws {
        let bytes = Array(
            Self.text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: end).utf8)
        for cut in bytes.indices { #expect(try parse([bytes[..<cut], [], bytes[cut...]]) == Self.events, "at \(cut)") }
        #expect(try parse(bytes.map { [$0] }) == Self.events)
    }

    @Test("The parser returns an event as soon as it reads the empty line that ends the event")
    func atOnce() throws {
        var parser = EventParser(limit: 100)
        #expect(try parser.parse("data: 1\r\n".utf8) == [])
        #expect(try parser.parse("\r".utf8) == [ServerEvent(data: Array("1".utf8))])
        #expect(try parser.parse("\ndata: 2\n\n".utf8) == [ServerEvent(data: Array("2".utf8))])
    }

    @Test("The parser refuses an endless event of one or many lines, but accepts any number of small events")
    func limit() throws {
        var parser = EventParser(limit: 20)
        for _ in 0..<10 { #expect(try parser.parse("data: 123456789\n\n".utf8).count == 1) }
        #expect(throws: EventParser.TooLarge.self) { try parser.parse("data: 1234567890123456789".utf8) }
        parser = EventParser(limit: 20)
        #expect(throws: EventParser.TooLarge.self) {
            for _ in 0..<5 { _ = try parser.parse("data: 1234\n".utf8) }
        }
    }
}
