import CommandLineFrontEnd
import FeatureKit
import FoundationEssentials
import TerminalKit

/// Prints the costs of frames in the interactive view.
///
/// Each line has a name, the cost with 100 rows and the cost with 100,000 rows.
///
/// The cost of a frame covers all work from a key press or a new screen to the bytes for the terminal. The terminal has
/// 80 by 24 cells and full colour. Times are medians in seconds. The memory is the memory of the process without the
/// records.
@main
enum TerminalFrames {
    static func main() {
        // The first run is a warm-up and is not measured.
        _ = measure(rows: 100)
        let (few, many) = (measure(rows: 100), measure(rows: 100_000))
        for (left, right) in zip(few, many) { print(left.name, left.figure, right.figure) }
    }

    private struct Figure {
        let name: String
        let figure: Double
    }

    private static func measure(rows count: Int) -> [Figure] {
        let before = residentBytes()
        let rows = (0..<count).map(row)
        var others = rows
        others[3] = Row(id: "d3", title: "Dog number 3 of the kennel", detail: "31")
        let records = residentBytes() - before
        var view = View()
        view.show(rows)
        let first = view.paint()

        let scroll = view.median(200) { $0.press(.pageDown) }
        let step = view.median(200) { $0.press(.up) }
        let wheel = view.median(200) { $0.press(.wheelDown) }
        view.press(.home)
        _ = view.paint()
        var number = 0
        let change = view.median(50) { view in
            // Alternate between two existing arrays, because making the rows is not part of the view's work.
            number += 1
            view.show(number.isMultiple(of: 2) ? rows : others)
        }
        view.press(.character("/"))
        // Each measured letter filters all rows. No other letter costs more.
        let filter = (0..<20).map { _ in
            defer { view.press(.backspace) }
            return view.median(1) { $0.press(.character("9")) }.seconds
        }
        let memory = residentBytes() - records
        return [
            Figure(name: "first-bytes", figure: Double(first)), Figure(name: "page-seconds", figure: scroll.seconds),
            Figure(name: "page-bytes", figure: scroll.bytes), Figure(name: "key-seconds", figure: step.seconds),
            Figure(name: "key-bytes", figure: step.bytes), Figure(name: "wheel-seconds", figure: wheel.seconds),
            Figure(name: "wheel-bytes", figure: wheel.bytes), Figure(name: "change-seconds", figure: change.seconds),
            Figure(name: "change-bytes", figure: change.bytes),
            Figure(name: "filter-seconds", figure: filter.sorted()[10]),
            Figure(name: "memory-bytes", figure: Double(memory)),
        ]
    }

    private static func row(_ number: Int) -> Row {
        Row(
            id: "d\(number)", title: "Dog number \(number) of the kennel", detail: "\(number % 30)",
            values: ["age": .integer(number % 30)])
    }

    /// Returns the resident memory of the process from `/proc/self/statm` (proc(5)), or 0 if that file does not exist.
    private static func residentBytes() -> Int {
        let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
        return text?.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map { $0 * 4096 } ?? 0
    }
}

/// An interactive view with its terminal.
private struct View {
    private static let manifest = FeatureManifest(id: "doggy", title: "Doggies", summary: "Dogs.")

    private var state = InteractiveState(manifest, catalogue: [manifest], size: .init(columns: 80, lines: 24))
    private var shown: CellBuffer?
    private var revision = 0

    mutating func show(_ rows: [Row]) {
        revision += 1
        let screen = Screen(title: "Doggies", phase: .ready, elements: [.list(id: "dogs", rows: rows)])
        let frame = Frame(session: "s", feature: "doggy", revision: revision, screen: screen)
        _ = state.reduce(.source(page: 0, .frame(frame)), at: .zero)
    }

    mutating func press(_ key: KeyPress.Key) { _ = state.reduce(.key(KeyPress(key)), at: .zero) }

    /// Paints the view and returns the number of bytes for the terminal.
    mutating func paint() -> Int {
        let buffer = state.painted(depth: .full)
        defer { shown = buffer }
        return buffer.bytes(from: shown, depth: .full).count
    }

    /// Returns the median time to make a change and paint it, and the median number of painted bytes.
    mutating func median(_ count: Int, _ change: (inout View) -> Void) -> (seconds: Double, bytes: Double) {
        var (seconds, bytes): ([Double], [Int]) = ([], [])
        for _ in 0..<count {
            let start = ContinuousClock().now
            change(&self)
            bytes.append(paint())
            let time = start.duration(to: ContinuousClock().now)
            seconds.append(time / .seconds(1))
        }
        return (seconds.sorted()[count / 2], Double(bytes.sorted()[count / 2]))
    }
}
