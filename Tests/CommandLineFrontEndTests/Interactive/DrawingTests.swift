import CommandLineFrontEnd
import FeatureKit
import TerminalKit
import Testing

@Suite("Drawings on a terminal", .timeLimit(.minutes(5)))
struct DrawingTests {
    private static let tap = Action(
        "tap", "Tap", fields: Field<Double>("x", "X"), Field<Double>("y", "Y"), Field<String?>("shape", "Shape"))
    private static let manifest = FeatureManifest(id: "board", title: "Board", summary: "Draws.", actions: tap)
    private static let shapes: [DrawingElement.Shape] = [
        .circle(id: "1", x: 40, y: 40, radius: 30), .rectangle(id: "2", x: 90, y: 10, width: 50, height: 60),
        .line(id: "3", x: 0, y: 119, x2: 159, y2: 80), .text(id: "4", x: 115, y: 40, "Box"),
    ]

    private static func screen(
        _ shapes: [DrawingElement.Shape] = shapes, width: Double = 160, height: Double = 120,
        tap: Button? = Button(Self.tap)
    ) -> Screen {
        Screen(
            title: "Board", phase: .ready,
            elements: [.drawing(id: "d", "Some shapes", width: width, height: height, shapes: shapes, tap: tap)],
            buttons: [])
    }

    private func viewing(_ screen: Screen = screen(), columns: Int = 80, lines: Int = 28) -> Viewing {
        var viewing = Viewing(Self.manifest, columns: columns, lines: lines)
        viewing.show(screen)
        return viewing
    }

    private func picture(_ viewing: Viewing) -> String {
        viewing.text.split(separator: "\n").filter { $0.contains("│") || $0.contains("┌") || $0.contains("└") }
            .map { $0.drop { $0 == " " || $0 == "❯" } }.joined(separator: "\n") + "\n"
    }

    @Test("Shapes are drawn with dots in a frame, and texts with their letters")
    func shapes() {
        #expect(
            picture(viewing()) == """
                ┌───────────────────────────────────────────┐
                │                                           │
                │      ⢀⡠⠤⠔⠒⠒⠤⠤⣀         ⡖⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⡆     │
                │    ⡠⠒⠁        ⠑⢄       ⡇            ⡇     │
                │   ⡔⠁            ⠱⡀     ⡇            ⡇     │
                │  ⢰⠁              ⢣     ⡇            ⡇     │
                │  ⢸               ⢸     ⡇    Box     ⡇     │
                │  ⠘⡄              ⡎     ⡇            ⡇     │
                │   ⠑⡄           ⢀⠜      ⡇            ⡇     │
                │    ⠈⠢⢄       ⣀⠔⠁       ⡇            ⡇     │
                │       ⠉⠉⠒⠒⠒⠉⠉          ⠓⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠃     │
                │                                       ⣀⣀⠤⠄│
                │                               ⣀⣀⠤⠤⠒⠒⠉⠉    │
                │                       ⣀⣀⠤⠤⠒⠒⠉⠉            │
                │               ⣀⣀⠤⠤⠒⠒⠉⠉                    │
                │       ⣀⣀⠤⠤⠒⠒⠉⠉                            │
                │⣀⠤⠤⠒⠒⠉⠉                                    │
                └───────────────────────────────────────────┘

                """)
    }

    @Test("A drawing fits every width, whatever is outside of it", arguments: [1, 2, 3, 5, 8, 13, 21, 40, 90])
    func widths(columns: Int) {
        let far: [DrawingElement.Shape] = [
            .circle(id: "1", x: 1e6, y: -1e6, radius: 1e6, isFilled: true), .circle(id: "2", x: 5, y: 5, radius: 0),
            .rectangle(id: "3", x: -1e6, y: -1e6, width: 1e6, height: 1e6, isFilled: true),
            .line(id: "4", x: -1e6, y: -1e6, x2: 1e6, y2: 1e6), .text(id: "5", x: 1e6, y: 0, "far"),
            .circle(id: "7", x: 1e300, y: .nan, radius: 1e300, isFilled: true),
            .text(id: "8", x: .infinity, y: 0, "no"),
            .text(id: "6", x: 0, y: 0, "\u{4E2D}\u{6587}\u{1B}[31m"),
        ]
        for (width, height) in [(160.0, 120.0), (10_000, 1e-3), (1e-3, 10_000), (0, -1), (.nan, 1e300)] {
            let viewing = viewing(Self.screen(far, width: width, height: height), columns: columns + 5)
            #expect(viewing.text.split(separator: "\n").allSatisfy { $0.displayWidth <= columns + 5 })
        }
    }

    @Test("The arrow keys move a cross, which says its place and its shape, and Enter taps there")
    func keys() {
        var viewing = viewing()
        viewing.press(.tab)
        #expect(viewing.text.contains("81, 64"))
        viewing.press(KeyPress(.right, .shift))
        viewing.press(.right, .right, .up)
        #expect(viewing.text.contains("107, 56  Rectangle at 90, 10, 50 × 60"))
        viewing.press(.enter)
        #expect(viewing.performed == ["tap shape=2 x=106.88 y=56.25"])
    }

    @Test("At the upper and the lower end, the arrow keys lead to other parts")
    func ends() {
        var screen = Self.screen()
        screen.elements.append(.link(id: "l", "Elsewhere", opens: FeatureLink(feature: "board")))
        var viewing = viewing(screen)
        viewing.press(.tab)
        for _ in 1...7 { viewing.press(.down) }
        #expect(viewing.text.contains("81, 116"))
        viewing.press(.down)
        #expect(!viewing.text.contains("81, 116") && viewing.text.contains("❯ Elsewhere"))
        viewing.press(.up)
        #expect(viewing.text.contains("81, 116"))
    }

    @Test("A click taps on its cell")
    func click() throws {
        var viewing = viewing()
        let lines = viewing.text.split(separator: "\n", omittingEmptySubsequences: false)
        let top = try #require(lines.firstIndex { $0.contains("┌") })
        let left = try #require(lines[top].firstIndex(of: "┌"))
        let column = lines[top].distance(from: lines[top].startIndex, to: left)
        viewing.press(.click(column: column + 1, line: top + 1))
        #expect(viewing.performed == ["tap x=1.88 y=3.75"])
    }

    @Test("A drawing without taps, or whose taps are disabled, is no part that takes keys", arguments: [true, false])
    func quiet(isDisabled: Bool) {
        var viewing = viewing(Self.screen(tap: isDisabled ? Button(Self.tap, enabled: false) : nil))
        viewing.press(.tab, .enter)
        #expect(viewing.performed == [] && viewing.text.contains("Some shapes"))
    }
}
