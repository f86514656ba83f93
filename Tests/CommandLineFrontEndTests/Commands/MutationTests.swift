import CommandLineFrontEnd
import FeatureKit
import FeatureTesting
import TerminalKit
import Testing

@Suite("Random command lines", .serialized, .timeLimit(.minutes(5)))
struct MutationTests {
    /// Command lines that are valid or almost valid.
    private static let lines = [
        "list", "list --json --color always", "describe kennel --json", "launch kennel", "launch kennel --all --json",
        "launch kennel --set mood=failing --fields title,elements", "launch pound --timeout 250ms",
        "launch kennel --set mood=chatty --watch --timeout 1ms", "launch kennel --plain --color never",
        "launch kennel --watch --json",
        "perform kennel adopt name=Rex age=3 breed=Bulldog --database memory", "perform kennel fail",
        "perform kennel lose --json", "launch kennel --set mood=missing", "launch kennel --set latency=2s",
        "attach http://127.0.0.1:1/sessions/ab12 --watch", "sessions localhost:1 --json", "sessions 127.0.0.1:1",
        "import pound dogs.csv", "export strays --format csv", "export pound --set kind=cats --format json",
        "man", "help launch", "--version", "-V", "--help", "--generate-completion-script zsh",
    ]
    private static let words = [
        "", "-", "--", "---", "=", "-V", "-h", "--help", "--json", "--set", "--set=", "--timeout", "--database",
        "--token-file", "/no/such/file", "--tls-ca", "--fields", "kennel", "gallery", "mood=ready", "mood=", "=x", "0s",
        "\u{1B}[2J", "\u{202E}", "e\u{301}\u{323}", "👩‍🚀", "\r\n", "'", "\"", "\\", "%00", "$(x)", "9223372036854775808",
        "-9223372036854775809", "NaN", "1e999", "postgresql://a:b@c", "http://[", "::", "[::1", "host:99999",
        String(repeating: "x", count: 5000),
    ]
    private static let characters = Array("-=:/.,;0aZ \t\"'[]{}%\\\u{7}\u{301}한")

    /// Returns a command line with one to four random changes.
    private static func mutated(using random: inout SplitMix64) -> [String] {
        var words = lines.randomElement(using: &random)?.split(separator: " ").map(String.init) ?? []
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            let place = Int.random(in: 0...words.count, using: &random)
            switch Int.random(in: 0..<6, using: &random) {
            case 0: words.insert(Self.words.randomElement(using: &random) ?? "", at: place)
            case 1 where place < words.count: words.remove(at: place)
            case 2 where place < words.count: words[place] = Self.words.randomElement(using: &random) ?? ""
            case 3 where place < words.count: words.swapAt(place, Int.random(in: 0..<words.count, using: &random))
            case 4 where place < words.count: words.insert(words[place], at: place)
            case _ where place < words.count:
                var text = Array(words[place])
                let index = Int.random(in: 0...text.count, using: &random)
                if Bool.random(using: &random), index < text.count { text.remove(at: index) }
                let new = characters.randomElement(using: &random)
                if let new, index <= text.count { text.insert(new, at: index) }
                words[place] = String(text)
            default: words.append(Self.words.randomElement(using: &random) ?? "")
            }
        }
        return words
    }

    /// Replaces each address of another machine with an address of this machine where no server listens.
    private static func harmless(_ words: [String]) -> [String] {
        words.map {
            ["http://127.0.0.1:1", "http://localhost:1", nil].contains(ServerAddress($0)?.root) ? $0 : "127.0.0.1:1"
        }
    }

    /// Runs a command line.
    ///
    /// If the command does not end by itself, this function interrupts the command after its first output.
    private static func ending(of words: [String], isTerminal: Bool) async -> Ending {
        let recorder = RecordingConsole(
            terminals: isTerminal ? [.output, .error] : [], environment: isTerminal ? ["TERM": "xterm"] : [:])
        var console = recorder.console
        let write = console.write
        if words.contains("--watch") {
            console.write = { bytes, stream in
                try write(bytes, stream)
                recorder.interrupt()
            }
        }
        console.input = Console.Input(
            isTerminal: { isTerminal }, lines: { AsyncStream { $0.finish() } },
            takeTerminal: { _ in throw TerminalError.failed("not here") })
        let status = await CommandLineProgram<PoundHost>(console: console).run(words)
        return Ending(code: status.code, output: recorder.text(.output), errors: recorder.text(.error))
    }

    @Test("5,000 random command lines end with documented exit codes, and errors have messages", arguments: 0..<10)
    func mutations(seed: Int) async {
        var random = SplitMix64(seed: UInt64(seed))
        for _ in 0..<500 {
            let words = Self.harmless(Self.mutated(using: &random))
            let ending = await Self.ending(of: words, isTerminal: Bool.random(using: &random))
            // The exit code 70 is documented too. It reports an internal fault, and no command line may cause an
            // internal fault.
            #expect([0, 1, 64, 65, 66, 69, 130].contains(ending.code), "\(words): \(ending)")
            #expect([0, 1, 130].contains(ending.code) || !ending.errors.isEmpty, "\(words): \(ending)")
            #expect(!ending.errors.unicodeScalars.contains { $0 == "\u{202E}" || $0 == "\u{7}" }, "\(words)")
        }
    }
}
