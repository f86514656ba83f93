import FeatureKit
import FeatureStorage

/// Parses records from comma-separated values.
///
/// The parser skips blank records anywhere in the file. It keeps spaces around cells, as RFC 4180 requires. An empty
/// cell means no value, unless its field requires a text. An empty cell in quotes means an empty text if the field
/// allows an empty text.
struct CSVParser: RecordParser {
    private let fields: [FieldDescription]
    private var scanner = CSVScanner()
    private var columns: CSVColumns?
    private var line = 1
    private var number = 0

    init(fields: [FieldDescription]) {
        self.fields = fields
    }

    mutating func parse(_ bytes: UnsafeBufferPointer<UInt8>, isLast: Bool, into output: inout ParserOutput) -> Int {
        var start = 0
        while start < bytes.count, output.end == nil,
            let end = scanner.scan(bytes, from: start, isLast: isLast)
        {
            if !scanner.isBlank { takeRecord(bytes, into: &output) }
            line += scanner.lineBreaks
            start = end
        }
        if isLast, columns == nil, output.end == nil {
            let names = fields.map(\.name).joined(separator: ",")
            output.end(with: .init(.init(line: 1), "expected a header row like \(names), got an empty file"))
        }
        return start
    }

    func refuseLongRecord() -> RecordFileError.Fault {
        .init(
            .init(line: line),
            "expected a record of at most \(grouped(RecordReader.longestRecord)) bytes, got a longer one; "
                + "check for a missing closing quote")
    }

    private mutating func takeRecord(_ bytes: UnsafeBufferPointer<UInt8>, into output: inout ParserOutput) {
        if let columns {
            number += 1
            if let fault = scanner.fault {
                let isFatal = fault.kind == .unclosedQuote
                let fault = describe(fault, columns: columns.names, bytes)
                if isFatal { output.end(with: fault) } else { output.add(fault) }
            } else {
                takeRow(bytes, columns: columns, into: &output)
            }
        } else if let fault = scanner.fault {
            output.end(with: describe(fault, columns: [], bytes))
        } else {
            takeHeader(bytes, into: &output)
        }
    }

    private mutating func takeHeader(_ bytes: UnsafeBufferPointer<UInt8>, into output: inout ParserOutput) {
        var names: [String] = []
        names.reserveCapacity(scanner.cells.count)
        for cell in scanner.cells {
            do throws(TextFault) {
                let name = try cell.text(in: bytes)
                // A name above this limit matches no field. Keep only its beginning, because messages shorten long
                // names too.
                let isShort = name.utf8.count <= StreamSafeText.nameLimit
                names.append(isShort ? name : "\(name.prefix(utf8Count: StreamSafeText.nameLimit))…")
            } catch {
                return output.end(with: .init(.init(line: line), error.message(found: cell.quoted(in: bytes))))
            }
        }
        let columns = CSVColumns(names: names, fields: fields)
        let faults = columns.faults(line: line)
        for fault in faults.dropLast() { output.add(fault) }
        if let last = faults.last { output.end(with: last) }
        self.columns = columns
    }

    private func takeRow(_ bytes: UnsafeBufferPointer<UInt8>, columns: CSVColumns, into output: inout ParserOutput) {
        let position = RecordFileError.Position(line: line)
        let cells = scanner.cells
        guard cells.count == columns.names.count else {
            let count = columns.names.count
            let expected = count == 1 ? "1 cell, as the header has" : "\(count) cells, as many as the header has"
            return output.add(.init(position, "expected \(expected), got \(cells.count)"))
        }
        var values = Dictionary<String, FieldValue>(minimumCapacity: fields.count)
        for (name, value) in columns.absentDefaults { values[name] = value }
        var id: String?
        var isGood = true
        func refuse(_ name: String, _ message: String) {
            output.add(.init(position, field: name, message))
            isGood = false
        }
        if let column = columns.id, cells[column].start < cells[column].end {
            do throws(TextFault) {
                let text = try cells[column].text(in: bytes)
                if case .failure(let refusal) = RecordFields.id.description.check(.text(text)) {
                    refuse("id", refusal.message)
                }
                id = text
            } catch {
                refuse("id", error.message(found: cells[column].quoted(in: bytes)))
            }
        }
        for index in columns.used.indices {
            // Access the column by its index, because copying a column takes longer than parsing most cells.
            let column = columns.used[index]
            let cell = cells[column.index]
            if cell.start == cell.end, let value = column.empty(isQuoted: cell.isQuoted) {
                values[column.name] = value
                continue
            }
            do throws(TextFault) {
                switch column.field.read(try cell.text(in: bytes)) {
                case .success(let value): values[column.name] = value
                case .failure(let refusal): refuse(column.name, refusal.message)
                }
            } catch { refuse(column.name, error.message(found: cell.quoted(in: bytes))) }
        }
        if isGood { output.add(RecordFileRow(number: number, position: position, id: id, values: values)) }
    }

    private func describe(
        _ fault: CSVScanner.Fault, columns: [String], _ bytes: UnsafeBufferPointer<UInt8>
    ) -> RecordFileError.Fault {
        let name = columns.indices.contains(fault.cell) ? columns[fault.cell] : ""
        let cell = scanner.cells[fault.cell]
        let message =
            switch fault.kind {
            case .bareQuote:
                "expected quotes around a cell that contains a quote, got \(cell.quoted(in: bytes)); "
                    + "enclose the cell in quotes and double each quote inside it"
            case .textAfterQuote:
                "expected a comma or a line break after the closing quote, got more text after "
                    + "\(cell.quoted(in: bytes)); double each quote inside a cell"
            case .unclosedQuote:
                "expected a closing quote, got the end of the file after \(cell.quoted(in: bytes))"
            case .loneCarriageReturn:
                "expected lines that end in LF or CRLF, got a lone CR; save the file with LF or CRLF line ends"
            case .nul: "expected text, got a NUL byte; save the file as text in UTF-8"
            }
        return .init(.init(line: line + fault.lineOffset), field: name.isEmpty ? nil : name, message)
    }
}
