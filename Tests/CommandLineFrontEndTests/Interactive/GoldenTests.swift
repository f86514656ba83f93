import CommandLineFrontEnd
import Foundation
import TerminalKit
import Testing

/// Compares screens cell by cell with the golden files in `Golden`.
///
/// `FEATUREHOST_RECORD_GOLDEN=1 Tools/test --filter Golden` writes the files again. Read the difference before you
/// commit it.
@Suite("Golden screens", .timeLimit(.minutes(5)))
struct GoldenTests {
    @Test("Every cell of a screen equals the golden file", arguments: GoldenScreen.all, Self.sizes)
    func cells(screen: GoldenScreen, size: (columns: Int, lines: Int)) throws {
        var viewing = Viewing(screen.manifest, columns: size.columns, lines: size.lines)
        screen.course(&viewing)
        #expect(viewing.state.fault == nil)
        let actual = viewing.state.painted(depth: screen.depth).picture
        let file = Self.folder.appendingPathComponent("\(screen.name)-\(size.columns)x\(size.lines).txt")
        if ProcessInfo.processInfo.environment["FEATUREHOST_RECORD_GOLDEN"] == "1" {
            try actual.write(to: file, atomically: true, encoding: .utf8)
        }
        let expected = try String(contentsOf: file, encoding: .utf8)
        let wrong = zip(actual.split(separator: "\n"), expected.split(separator: "\n")).first { $0 != $1 }
        #expect(actual == expected, "first difference: \(wrong.map { "\($0.0)\ninstead of\n\($0.1)" } ?? "in length")")
    }

    @Test("Every golden file belongs to a screen")
    func leftovers() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path).filter {
            $0.hasSuffix(".txt")
        }
        let expected = GoldenScreen.all.flatMap { screen in
            Self.sizes.map { "\(screen.name)-\($0.columns)x\($0.lines).txt" }
        }
        #expect(Set(names) == Set(expected))
        #expect(Set(expected).count == expected.count)
    }

    private static let sizes: [(columns: Int, lines: Int)] = [(80, 24), (120, 36), (44, 14)]
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Golden")
}
