import FeatureTesting
import Synchronization
import TerminalKit

/// A terminal for tests.
///
/// A test types keys on the terminal and reads its recorded output. The terminal also records whether the program has
/// restored it.
final class TestTerminal: Sendable {
    private struct State {
        var text = ""
        var writings = 0
        var isClosed = false
        var writingsAfterClose = 0
        var size = Terminal.Size(columns: 80, lines: 24)
        var suspensions = 0
    }

    private let state = Mutex(State())
    private let events: AsyncStream<Terminal.Event>
    private let continuation: AsyncStream<Terminal.Event>.Continuation
    private let changes: AsyncStream<Void>
    private let change: AsyncStream<Void>.Continuation

    init() {
        (events, continuation) = AsyncStream.makeStream()
        (changes, change) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    var terminal: Terminal {
        Terminal(
            events: events, size: { [self] in state.withLock(\.size) },
            write: { [self] bytes in
                state.withLock { state in
                    state.text += String(decoding: bytes, as: UTF8.self)
                    state.writings += 1
                    if state.isClosed { state.writingsAfterClose += 1 }
                }
                change.yield()
            },
            suspend: { [self] in
                state.withLock { $0.suspensions += 1 }
                change.yield()
            },
            close: { [self] in state.withLock { $0.isClosed = true } })
    }

    var isClosed: Bool { state.withLock(\.isClosed) }
    var suspensionCount: Int { state.withLock(\.suspensions) }
    var writingCount: Int { state.withLock(\.writings) }
    var writingCountAfterClose: Int { state.withLock(\.writingsAfterClose) }
    /// All text that was written to the terminal.
    var text: String { state.withLock(\.text) }

    func type(_ text: String) { continuation.yield(.bytes(Array(text.utf8))) }
    func send(_ event: Terminal.Event) { continuation.yield(event) }

    func resize(_ columns: Int, _ lines: Int) {
        state.withLock { $0.size = .init(columns: columns, lines: lines) }
        continuation.yield(.resized)
    }

    /// Waits until the program has written the wanted text since the last wait.
    ///
    /// - Returns: All text that has been written since the last wait.
    @discardableResult
    func waitFor(_ wanted: String) async -> String {
        while true {
            let found = state.withLock { state -> String? in
                guard state.text.contains(wanted) else { return nil }
                defer { state.text = "" }
                return state.text
            }
            if let found { return found }
            var iterator = changes.makeAsyncIterator()
            guard await iterator.next() != nil else { return "" }
        }
    }

    /// Advances a clock until the program has written the wanted text since the last wait.
    @discardableResult
    func waitFor(_ wanted: String, moving clock: ManualClock) async -> String {
        await clock.run { await waitFor(wanted) }
    }

    /// Waits until the program has been suspended the given number of times.
    func waitForSuspensions(_ count: Int) async {
        while suspensionCount < count {
            var iterator = changes.makeAsyncIterator()
            guard await iterator.next() != nil else { return }
        }
    }
}
