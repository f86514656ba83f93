import FeatureKit

/// A sign of life in the last line of a terminal while nothing can be shown yet.
///
/// It waits a moment before it shows itself, so that what is quick does not flicker, and leaves no trace.
package actor Spinner {
    /// How long it waits before it shows itself.
    static let delay = Duration.milliseconds(120)
    /// How long each of its pictures stands.
    static let interval = Duration.milliseconds(80)
    /// Takes the line away: to its beginning, and erases it (ECMA-48, EL).
    static let erasure = "\r\u{1B}[K"

    private let console: Console
    private var label = Phase.loading.loadingText
    private var turning: Task<Void, Never>?
    private var isVisible = false

    /// Creates a spinner that does not turn yet.
    init(on console: Console) {
        self.console = console
    }

    /// Begins to turn.
    func start() {
        turning = Task {
            var pause = Spinner.delay
            var turn = 0
            while (try? await console.clock.sleep(for: pause)) != nil {
                draw(turn)
                (pause, turn) = (Spinner.interval, turn + 1)
            }
        }
    }

    /// Says what is on its way.
    func show(_ phase: Phase) {
        label = phase.isLoading ? phase.loadingText : "Working…"
    }

    /// Stops turning and erases itself.
    func stop() async {
        turning?.cancel()
        await turning?.value
        if isVisible { write(Spinner.erasure) }
    }

    /// The line at one turn: a picture and as much of the label as fits on any terminal.
    package static func line(turn: Int, label: String) -> String {
        let pictures = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"]
        var text = pictures[turn % pictures.count] + " "
        for character in label.madeVisible where text.displayWidth + character.displayWidth < 40 {
            text.append(character)
        }
        return text
    }

    private func draw(_ turn: Int) {
        guard !Task.isCancelled else { return }
        isVisible = true
        write(Spinner.erasure + Spinner.line(turn: turn, label: label))
    }

    private func write(_ text: String) {
        try? console.write(Array(text.utf8), .error)
    }
}
