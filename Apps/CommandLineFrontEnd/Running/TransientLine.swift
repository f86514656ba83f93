/// The last line of a terminal, while there is nothing to print yet.
///
/// It waits a moment before it shows itself, so that what is quick does not flicker, and leaves no trace.
actor TransientLine {
    /// How long it waits before it shows itself.
    private static let delay = Duration.milliseconds(120)
    /// How long it stands before it is drawn anew.
    private static let interval = Duration.milliseconds(80)
    /// Takes the line away: to its beginning, and erases it (ECMA-48, EL).
    private static let erasure = "\r\u{1B}[K"

    private let console: Console
    private let text: @Sendable (_ turn: Int) -> String
    private var drawing: Task<Void, Never>?
    private var shown: String?

    /// Creates a line that is not shown yet.
    ///
    /// - Parameter text: What the line says when it is drawn for the first time (0), the second time and so on.
    init(on console: Console, text: @escaping @Sendable (_ turn: Int) -> String) {
        (self.console, self.text) = (console, text)
    }

    /// Begins to draw.
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

    /// Stops drawing and erases itself.
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
