import FeatureKit
import FeatureStorage
import Foundation
import RecordFiles
import Testing

/// Compares the CSV parser with Python's `csv` on thousands of random files.
///
/// Python's csv module accepts a quote inside an unquoted cell, but RFC 4180 does not. For such files, a regular
/// expression of the RFC's grammar determines the expected result.
@Suite(.timeLimit(.minutes(5)), .enabled(if: Python.isInstalled, "python3 is not installed"))
struct PythonCSVTests {
    private static let script = #"""
        import base64, csv, io, json, random, re, sys

        random.seed(4180)
        CELL = r'(?:"(?:[^"\0]|"")*"|[^",\r\n\0]*)'
        BREAK = re.compile('[\n-\r\x85\u2028\u2029]')
        RECORD = re.compile(rf'({CELL}(?:,{CELL})*)(\r?\n|\Z)')
        LETTERS = ['a', 'Rex', '가', '바둑이', 'é', '🐶', 'e\u0301', ' ', '\t', ';', "'", '\\', '1', '-', '\ufeff']

        def cell(kind):
            length = random.choice([0, 0, 1, 1, 2, 3, 8, 60])
            breaks = random.choice([[], [], [], ['\n', '\r\n', '\r', '\u2028']])
            if kind == 'wild':
                return ''.join(random.choice(['"', '"', ',', '\n', '\r\n', '\r', 'a', '가', '']) for _ in range(length))
            if kind == 'plain':
                return ''.join(random.choice(LETTERS) for _ in range(length))
            return ''.join(random.choice(LETTERS + ['"', '""', ','] + breaks) for _ in range(length))

        def written():
            """Returns a file as a program writes it."""
            out = io.StringIO()
            ends = random.choice(['\n', '\r\n'])
            style = random.choice([csv.QUOTE_MINIMAL, csv.QUOTE_ALL, csv.QUOTE_NONNUMERIC])
            writer = csv.writer(out, lineterminator=ends, quoting=style)
            for _ in range(random.choice([0, 1, 2, 5, 30])):
                writer.writerow([cell(random.choice(['plain', 'any'])) for _ in range(random.choice([3] * 300 + [2, 4]))])
            text = out.getvalue()
            return text.rstrip('\r\n') if random.random() < 0.3 else text + random.choice(['', ends, ends * 3])

        def typed():
            """Returns a file that a person might write, often malformed."""
            rows = (','.join(cell('wild') for _ in range(random.choice([3, 3, 3, 2]))) for _ in range(random.randint(1, 4)))
            return random.choice(['\n', '\r\n']).join(rows)

        def judge(text):
            """Returns the records, each with its first line, or None if the file is not CSV.

            Also returns the lines of the records that are refused because a text contains a line break.
            """
            rows, refused, start, line = [], [], 0, 1
            while start < len(text):
                match = RECORD.match(text, start)
                if not match:
                    return None, []
                raw = match.group(1)
                if raw.strip(','):
                    cells = next(csv.reader([raw], strict=True)) if '\n' not in raw and '\r' not in raw else \
                        next(csv.reader(io.StringIO(raw, newline=''), strict=True))
                    if len(cells) != 3:
                        return None, []
                    rows.append([line] + cells)
                    if any(BREAK.search(cell) for cell in cells):
                        refused.append(line + 1)
                line += match.group(0).count('\n')
                start = match.end()
            whole = [row for row in csv.reader(io.StringIO(text, newline=''), strict=True) if any(row) or row == ['']]
            assert [row[1:] for row in rows if any(row[1:])] == [row for row in whole if any(row)], text
            return rows, refused

        for number in range(int(sys.argv[1])):
            body = random.choice([written, written, typed])()
            head = random.choice(['', '\ufeff']) + random.choice(['c0,c1,c2', '"c0","c1","c2"']) + random.choice(['\n', '\r\n'])
            rows, refused = judge(body)
            if rows is not None:
                for row in rows:
                    row[0] += 1
            print(json.dumps([base64.b64encode((head + body).encode()).decode(), rows, refused]))
        """#

    @Test func `The parser accepts and refuses the same random files as Python`() throws {
        var source = Source()
        source.fields = ["c0", "c1", "c2"].map { Field<String>($0, $0).description }
        var (readCount, refusedCount, brokenCount, rowCount) = (0, 0, 0, 0)
        for (number, line) in try Python.run(Self.script, "6000").split(separator: "\n").enumerated() {
            let file = try JSONDecoder().decode(File.self, from: Data(line.utf8))
            source.piece = number.isMultiple(of: 3) ? 1 + number % 50 : 1 << 18
            let comment = Comment(
                rawValue: "file \(number): \(String(decoding: file.bytes, as: UTF8.self).debugDescription)")
            do {
                let found = try source.rows(file.bytes).map {
                    File.Row(line: $0.position.line, cells: ["c0", "c1", "c2"].compactMap($0.values.text))
                }
                try #require(found == file.rows && file.refused.isEmpty, comment)
                (readCount, rowCount) = (readCount + 1, rowCount + found.count)
            } catch let error as RecordFileError where file.rows != nil {
                // The error contains the first twenty faults, one per cell.
                var lines = error.faults.compactMap(\.position.line)
                lines = lines.indices.filter { $0 == 0 || lines[$0] != lines[$0 - 1] }.map { lines[$0] }
                try #require(!lines.isEmpty && lines == Array(file.refused.prefix(lines.count)), comment)
                try #require(error.faults.count == 20 || lines == file.refused, comment)
                brokenCount += 1
            } catch is RecordFileError { refusedCount += 1 }
        }
        // Each kind of file must be frequent. Otherwise the comparison would prove little.
        #expect(
            readCount > 1000 && brokenCount > 1000 && refusedCount > 1000 && rowCount > 4_000,
            "\([readCount, brokenCount, refusedCount, rowCount])")
    }

    private struct File: Decodable {
        struct Row: Equatable {
            var line: Int?
            var cells: [String]
        }

        let bytes: Data
        let rows: [Row]?
        /// The lines of the records that are refused because a text contains a line break.
        let refused: [Int]

        init(from decoder: any Decoder) throws {
            var container = try decoder.unkeyedContainer()
            bytes = try container.decode(Data.self)
            rows =
                try container.decodeNil()
                ? nil
                : container.decode([[Cell]].self).map { row in
                    Row(line: row.first?.number, cells: row.compactMap(\.text))
                }
            refused = try container.decode([Int].self)
        }
    }

    private enum Cell: Decodable {
        case number(Int)
        case text(String)

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            self =
                if let number = try? container.decode(Int.self) { .number(number) } else {
                    .text(try container.decode(String.self))
                }
        }

        var number: Int? { if case .number(let number) = self { number } else { nil } }
        var text: String? { if case .text(let text) = self { text } else { nil } }
    }
}

extension [String: FieldValue] {
    fileprivate func text(_ name: String) -> String? {
        if case .text(let text) = self[name] { text } else { nil }
    }
}

/// Runs scripts with Python 3, if it is installed.
enum Python {
    static var isInstalled: Bool { (try? run("print(1)")) == "1\n" }

    /// Runs a Python script and returns its output.
    static func run(_ script: String, _ arguments: String...) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["python3", "-c", script] + arguments
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failure(status: process.terminationStatus) }
        return String(decoding: data, as: UTF8.self)
    }

    struct Failure: Error { let status: Int32 }
}
