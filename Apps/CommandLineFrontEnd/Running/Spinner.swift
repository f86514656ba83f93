import FeatureKit
import Synchronization
import TerminalKit

/// A sign of life in the last line of a terminal while nothing can be shown yet.
package final class Spinner: Sendable {
    private final class Label: Sendable {
        let text = Mutex(Phase.loading.loadingText)
    }

    private let label = Label()
    private let line: TransientLine

    /// Creates a spinner that does not turn yet.
    init(on console: Console) {
        line = TransientLine(on: console) { [label] turn in Self.line(turn: turn, label: label.text.withLock(\.self)) }
    }

    /// Begins to turn.
    func start() async { await line.start() }

    /// Says what is on its way.
    func show(_ phase: Phase) {
        label.text.withLock { $0 = phase.isLoading ? phase.loadingText : "Working…" }
    }

    /// Stops turning and erases itself.
    func stop() async { await line.stop() }

    /// The line at one turn: a picture and as much of the label as fits on any terminal.
    package static func line(turn: Int, label: String) -> String {
        let pictures = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"]
        var text = pictures[turn % pictures.count] + " "
        for character in label.madeVisible where text.displayWidth + character.displayWidth < 40 {
            text.append(character)
        }
        return text
    }
}
