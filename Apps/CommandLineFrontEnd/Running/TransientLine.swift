/// A temporary status line at the end of a terminal's output.
///
/// The line is erased when it stops.
///
/// The line appears after a short delay, so that it does not flicker during a fast command.
actor TransientLine {
    /// The delay before the line appears.
    private static let delay = Duration.milliseconds(120)
    /// The time between two drawings.
    private static let interval = Duration.milliseconds(80)
    /// The control sequence that moves the cursor to the beginning of the line and erases the line (ECMA-48, EL).
    static let erasure = "\r\u{1B}[K"

    private let console: Console
    private let text: @Sendable (_ turn: Int) -> String
    private var drawing: Task<Void, Never>?
    private var shown: String?

    /// Creates a line that is not shown yet.
    ///
    /// - Parameter text: Returns the text of a drawing. The first drawing has the number 0.
    init(on console: Console, text: @escaping @Sendable (_ turn: Int) -> String) {
        (self.console, self.text) = (console, text)
    }

    /// Starts to draw the line repeatedly.
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
