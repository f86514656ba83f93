/// A status line at the end of a terminal's output, erased when it stops.
///
/// It appears after a short delay, so that a fast command does not flicker.
actor TransientLine {
    /// The delay before it appears.
    private static let delay = Duration.milliseconds(120)
    /// The interval between two drawings.
    private static let interval = Duration.milliseconds(80)
    /// Moves to the line's beginning and erases it (ECMA-48, EL).
    private static let erasure = "\r\u{1B}[K"

    private let console: Console
    private let text: @Sendable (_ turn: Int) -> String
    private var drawing: Task<Void, Never>?
    private var shown: String?

    /// Creates a line.
    ///
    /// Shows nothing.
    ///
    /// - Parameter text: Returns the text of a drawing; the first has the number 0.
    init(on console: Console, text: @escaping @Sendable (_ turn: Int) -> String) {
        (self.console, self.text) = (console, text)
    }

    /// Starts to draw.
    func start() {
        drawing = Task {
            var pause = Self.delay
            var turn = 0
            while (try? await console.clock.sleep(for: pause)) != nil {
                draw(text(turn))
                (pause, turn) = (Self.interval, turn + 1)
            }
        }
    }

    /// Stops drawing and erases the line.
    func stop() async {
        drawing?.cancel()
        await drawing?.value
        if shown != nil { write(Self.erasure) }
    }

    private func draw(_ text: String) {
        guard !Task.isCancelled, text != shown else { return }
        shown = text
        write(Self.erasure + text)
    }

    private func write(_ text: String) {
        try? console.write(Array(text.utf8), .error)
    }
}
