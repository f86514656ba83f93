import FeatureKit
import Synchronization
import TerminalKit

/// A spinner with a label.
///
/// The spinner is shown while a command waits.
package final class Spinner: Sendable {
    private final class Label: Sendable {
        let text = Mutex(Phase.loading.loadingText)
    }

    private let label = Label()
    private let line: TransientLine

    /// Creates a spinner that is not shown yet.
    init(on console: Console) {
        line = TransientLine(on: console) { [label] turn in Self.line(turn: turn, label: label.text.withLock(\.self)) }
    }

    /// Starts the spinner.
    func start() async { await line.start() }

    /// Sets the label to the text of a phase.
    func show(_ phase: Phase) {
        label.text.withLock { $0 = phase.isLoading ? phase.loadingText : "Working…" }
    }

    /// Stops and erases the spinner.
    func stop() async { await line.stop() }

    /// Returns the text of one drawing: a symbol and a label of at most 40 cells.
    package static func line(turn: Int, label: String) -> String {
        let pictures = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"]
        var text = pictures[turn % pictures.count] + " "
        for character in label.madeVisible where text.displayWidth + character.displayWidth < 40 {
            text.append(character)
        }
        return text
    }
}
