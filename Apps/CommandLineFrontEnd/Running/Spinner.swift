import FeatureKit
import Synchronization
import TerminalKit

/// A spinner with a label.
///
/// The spinner is shown while a command waits.
package final class Spinner: Sendable {
    private final class Label: Sendable {
        let text = Mutex((words: Phase.loading.loadingText, limit: Spinner.phaseLimit))
    }

    /// The greatest width of the text of a phase, in cells.
    package static let phaseLimit = 40

    private let label = Label()
    private let line: TransientLine

    /// Creates a spinner that is not shown yet.
    init(on console: Console) {
        line = TransientLine(on: console) { [label] turn in
            let (words, limit) = label.text.withLock(\.self)
            return Self.line(turn: turn, label: words, limit: limit)
        }
    }

    /// Starts the spinner.
    func start() async { await line.start() }

    /// Sets the label to the text of a phase.
    func show(_ phase: Phase) {
        label.text.withLock { $0 = (phase.isLoading ? phase.loadingText : "Working…", Self.phaseLimit) }
    }

    /// Sets the label to the progress of the call that takes long.
    func show(_ work: [RunningWork]) {
        guard let call = work.last else { return show(.ready) }
        let bar = call.fraction.map { ProgressBar.line(share: $0) }
        label.text.withLock {
            $0 = ([call.title, bar, call.message].compactMap(\.self).joined(separator: " "), 76)
        }
    }

    /// Stops and erases the spinner.
    func stop() async { await line.stop() }

    /// Returns the text of one drawing: a symbol and a label of at most `limit` cells.
    package static func line(turn: Int, label: String, limit: Int = phaseLimit) -> String {
        let pictures = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"]
        var text = pictures[turn % pictures.count] + " "
        for character in label.madeVisible where text.displayWidth + character.displayWidth < limit {
            text.append(character)
        }
        return text
    }
}
