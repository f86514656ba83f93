import FeatureKit
import FeatureStorage

/// Parses records from a list of flat JSON objects, one object at a time.
///
/// The parser ignores keys that belong to no field, and their values. `null` means no value. An `id` may also be a
/// whole number.
struct JSONParser: RecordParser {
    private enum Expectation { case list, firstObject, commaOrEnd, nothing }

    private var object: JSONObjectReader
    private var expectation = Expectation.list
    private var number = 0
    /// The position of the next bytes in the file.
    private var place = TextPlace()

    init(fields: [FieldDescription]) {
        object = JSONObjectReader(fields: fields)
    }

    mutating func parse(_ bytes: UnsafeBufferPointer<UInt8>, isLast: Bool, into output: inout ParserOutput) -> Int {
        var scanner = JSONScanner(bytes, isLast: isLast)
        var consumed = 0
        do throws(JSONScanner.Stop) {
            while try step(&scanner, into: &output) { consumed = scanner.index }
            consumed = scanner.index
        } catch {
            if case .malformed(let index, let message) = error {
                let isInList = expectation == .firstObject || expectation == .commaOrEnd
                place.advance(over: bytes[..<index])
                let position = RecordFileError.Position(
                    index: isInList ? number : nil, line: place.line, column: place.column)
                output.end(with: .init(position, message))
                return index
            }
        }
        place.advance(over: bytes[..<consumed])
        return consumed
    }

    func refuseLongRecord() -> RecordFileError.Fault {
        .init(
            .init(index: number, line: place.line, column: place.column),
            "expected a record of at most \(grouped(RecordReader.longestRecord)) bytes, got a longer one")
    }

    /// Parses the next part of the list.
    ///
    /// Returns `false` at the end of the list.
    private mutating func step(
        _ scanner: inout JSONScanner, into output: inout ParserOutput
    ) throws(JSONScanner.Stop) -> Bool {
        switch expectation {
        case .list:
            let list = "a list of objects, [{…}, {…}]"
            guard try scanner.peek(list) == UInt8(ascii: "[") else { throw scanner.unexpected(list) }
            scanner.advance()
            expectation = .firstObject
        case .firstObject:
            if try scanner.peek("an object or ']'") == UInt8(ascii: "]") {
                scanner.advance()
                expectation = .nothing
            } else {
                try takeObject(&scanner, into: &output)
            }
        case .commaOrEnd:
            switch try scanner.peek("',' or ']' after an object") {
            case UInt8(ascii: ","):
                scanner.advance()
                if try scanner.peek("an object after ','") == UInt8(ascii: "]") {
                    throw scanner.unexpected("an object after ','")
                }
                try takeObject(&scanner, into: &output)
            case UInt8(ascii: "]"):
                scanner.advance()
                expectation = .nothing
            default: throw scanner.unexpected("',' or ']' after an object")
            }
        case .nothing:
            guard try scanner.peekOrEnd() == nil else { throw scanner.unexpected("nothing after the list") }
            return false
        }
        return true
    }

    private mutating func takeObject(
        _ scanner: inout JSONScanner, into output: inout ParserOutput
    ) throws(JSONScanner.Stop) {
        let position = RecordFileError.Position(index: number)
        try object.read(&scanner, at: position)
        number += 1
        expectation = .commaOrEnd
        for fault in object.faults { output.add(fault) }
        if object.faults.isEmpty {
            output.add(
                RecordFileRow(number: number, position: position, id: object.id, values: object.values))
        }
    }
}
