import FeatureKit
import FeatureStorage
import Foundation
import RecordFiles
import Testing

/// Compares the JSON parser with Python's `json` on thousands of random files.
@Suite(.timeLimit(.minutes(5)), .enabled(if: Python.isInstalled, "python3 is not installed"))
struct PythonJSONTests {
    /// A script that prints random lists, most of them with a few changed bytes.
    ///
    /// For each list, the output contains its text. The output also contains the texts that Python finds under the keys
    /// `c0` and `c1` of each object, or nothing if the JSON is malformed.
    private static let script = #"""
        import json, random, sys

        random.seed(8259)

        def text():
            return ''.join(random.choice(['a', '가', '🐶', '"', '\\', '/', '\n', '\t', 'é', '{', ']', ',', '\x7f', ':', '\x01'])
                           for _ in range(random.choice([0, 1, 2, 5, 40])))

        def value(depth):
            kind = random.randint(0, 8 if depth < 4 else 6)
            if kind < 3: return text()
            if kind == 3: return random.choice([0, -1, 5, 12345678901234567890, 1.5, -2e30, 1e-7])
            if kind < 7: return random.choice([True, False, None])
            if kind == 7: return [value(depth + 1) for _ in range(random.randint(0, 3))]
            return {text(): value(depth + 1) for _ in range(random.randint(0, 3))}

        def record():
            def line(): return text() if random.random() < 0.05 else text().replace('\n', '')
            pairs = [('c0', line()), ('c1', line())] + [('x' + text(), value(0)) for _ in range(random.randint(0, 3))]
            random.shuffle(pairs)
            return dict(pairs)

        def spaced(document):
            return json.dumps(document, ensure_ascii=random.random() < 0.5, indent=random.choice([None, None, 0, 2]),
                              separators=random.choice([None, (',', ':'), (' ,\r\n', '\t: ')]))

        def damage(document):
            characters = list(document)
            for _ in range(random.randint(0, 2)):
                place = random.randrange(len(characters) + 1)
                how = random.randint(0, 2)
                if how == 0: characters.insert(place, random.choice('{}[]",:\\ \n0-.eEtnu1x\x01'))
                elif place < len(characters):
                    if how == 1: del characters[place]
                    else: characters[place] = random.choice('{}[]",:\\ \n0-.eEtnu1x')
            return ''.join(characters)

        def refuse(word):
            raise ValueError(word)

        def once(pairs):
            keys = [key for key, _ in pairs if key in ('c0', 'c1')]
            return 'twice' if len(keys) > len(set(keys)) else dict(pairs)

        for number in range(int(sys.argv[1])):
            document = damage(spaced([record() for _ in range(random.choice([0, 1, 2, 5]))]))
            try:
                found = json.loads(document, parse_constant=refuse, object_pairs_hook=once)
                assert isinstance(found, list)
                rows = [[row.get('c0'), row.get('c1')] if isinstance(row, dict) else 0 for row in found]
                isGood = all(row and all(isinstance(t, str) and '\0' not in t and '\n' not in t and not any(0xD800 <= ord(c) < 0xE000 for c in t)
                                         for t in row) for row in rows)
                print(json.dumps({'text': document, 'isJSON': True, 'rows': rows if isGood else None}))
            except (ValueError, AssertionError):
                print(json.dumps({'text': document, 'isJSON': False}))
        """#

    private struct File: Decodable {
        let text: String
        let isJSON: Bool
        let rows: [[String]]?
    }

    @Test func `The parser accepts and refuses the same random files as Python`() throws {
        var source = Source(format: .json)
        source.fields = ["c0", "c1"].map { Field<String>($0, $0).description }
        var counts = [0, 0, 0]
        for (number, line) in try Python.run(Self.script, "6000").split(separator: "\n").enumerated() {
            let file = try JSONDecoder().decode(File.self, from: Data(line.utf8))
            source.piece = number.isMultiple(of: 3) ? 1 + number % 50 : 1 << 18
            let comment = Comment(rawValue: "file \(number): \(file.text.debugDescription)")
            do {
                let found = try source.rows(file.text)
                    .map { row in ["c0", "c1"].map { row.values[$0]?.description ?? "" } }
                try #require(found == file.rows, comment)
                counts[0] += 1
            } catch let error as RecordFileError {
                // Only a fault in the JSON syntax has a column number.
                let isJSON = error.faults.allSatisfy { $0.position.column == nil }
                try #require(file.rows == nil && isJSON == file.isJSON, comment)
                counts[isJSON ? 1 : 2] += 1
            }
        }
        // Each outcome must be frequent. Otherwise the comparison would prove little.
        #expect(counts[0] > 2000 && counts[1] > 100 && counts[2] > 2000)
    }
}
