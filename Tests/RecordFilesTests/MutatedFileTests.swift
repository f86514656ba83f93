import FeatureKit
import FeatureStorage
import FeatureTesting
import RecordFiles
import Testing

/// Imports files with random damage.
///
/// Each file must either be read or be refused with its faults.
@Suite(.timeLimit(.minutes(5))) struct MutatedFileTests {
    private static let seeds: [RecordFileFormat: [String]] = [
        .csv: [
            "id,name,breed,age,note\r\n1,Alfred,Labrador,1,\r\nb,\"a \"\"b\"\", c\",Bulldog,2,\"\"\r\n",
            "\u{FEFF}age,name,breed\n2,바둑이,Doberman\n,,\n3,\"two, three\",Bulldog",
            "name;breed;age\nRex;Bulldog;1\n", "name,breed,age,\"x\ny\"\nA,Bulldog,1,\"\n\n\"\r\n\nB,Bulldog,2,\n",
        ],
        .json: [
            #"[{"id":12,"name":"Re\u0065x","breed":"Bulldog","age":20e-1,"x":[{"y":[true,null]}],"note":"바둑"}]"#,
            "\u{FEFF}[ {\"age\" : 2 ,\r\n\t\"breed\" : \"Bulldog\" , \"name\" : \"Rex\" } , {}]\n",
            #"[{"name":"\ud83d\ude00","breed":"Labrador","age":-0,"note":null},{"name":"B","breed":"Bulldog","age":30}]"#,
        ],
    ]

    private static let pieces: [[UInt8]] =
        [
            "\"", "\"\"", ",", ";", "\n", "\r", "\r\n", "\0", "{", "}", "[", "]", ":", "\\", "\\u", "\\ud83d",
            "\\u0301",
            "null", "true", "1e999", "-", "0", "99999999999999999999", "id", "name", "e\u{301}", "\u{301}\u{323}",
            "\u{F73}", "\u{FEFF}", "\u{2028}", "\u{202E}", "👨‍👩‍👧‍👦", "가",
        ].map { Array($0.utf8) } + [[0xFF], [0xFE, 0xFF], [0xC3], [0xED, 0xA0, 0x80], [0xF5, 0x80]]

    /// Changes bytes at up to eight random positions.
    private static func mutate(_ bytes: [UInt8], _ random: inout SplitMix64) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...8, using: &random) {
            let place = Int.random(in: 0...bytes.count, using: &random)
            let end = min(bytes.count, place + Int.random(in: 0...12, using: &random))
            let piece = pieces.randomElement(using: &random) ?? []
            switch Int.random(in: 0..<7, using: &random) {
            case 0: bytes.removeSubrange(place..<end)
            case 1: bytes.insert(contentsOf: bytes[place..<end], at: Int.random(in: 0...bytes.count, using: &random))
            case 2: bytes.removeSubrange(place...)
            case 3: if place < bytes.count { bytes[place] = UInt8.random(in: 0...255, using: &random) }
            case 4:
                let times = Int.random(in: 1...400, using: &random)
                bytes.insert(contentsOf: repeatElement(piece, count: times).joined(), at: place)
            default: bytes.insert(contentsOf: piece, at: place)
            }
        }
        return bytes
    }

    @Test(arguments: RecordFileFormat.allCases, 0..<10)
    func `a damaged file is either read or refused with its faults`(format: RecordFileFormat, seed: Int) throws {
        var random = SplitMix64(seed: UInt64(seed))
        let seeds = try #require(Self.seeds[format]).map { Array($0.utf8) }
        for number in 0..<250 {
            let bytes = Self.mutate(seeds.randomElement(using: &random) ?? [], &random)
            let piece = Bool.random(using: &random) ? 1 << 18 : Int.random(in: 1...40, using: &random)
            let text = Comment(rawValue: "\(number): \(String(decoding: bytes, as: UTF8.self).debugDescription)")
            do {
                let dogs = try records(bytes, format, piece: piece)
                // Accepted records are unchanged after they are encoded and parsed again.
                var writer = RecordText(format, fields: Dog.fields.map(\.description))
                let rows = dogs.map { StoredRow(id: $0.id, values: $0.values, revision: 1) }
                let written = writer.beginning + writer.text(of: rows) + writer.end
                try #require(records(written, format, piece: piece) == dogs, text)
            } catch let error as RecordFileError {
                try #require(!error.faults.isEmpty && error.faults.count <= 20, text)
                for fault in error.faults { try #require(fault.description.utf8.count < 2_000, text) }
                // The pieces in which the bytes arrive make no difference.
                try #require(throws: error, text) { try records(bytes, format, piece: 1 << 18) }
            }
        }
    }

    private func records(_ bytes: [UInt8], _ format: RecordFileFormat, piece: Int) throws -> [Dog] {
        var rest = bytes[...]
        let reader = RecordReader(path: "x", format: format, fields: Dog.fields.map(\.description)) {
            defer { rest = rest.dropFirst(piece) }
            return Array(rest.prefix(piece))
        }
        return try reader.records(of: Dog.self)
    }
}
