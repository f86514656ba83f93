import FeatureKit

/// Watches a session on behalf of a command that prints its end alone: keeps notices, and turns a spinner on a terminal.
struct SessionObserver {
    private let task: Task<[Notice], Never>

    /// Begins to watch; before the session starts, or it would miss something.
    init(of session: Session, on console: Console) async throws {
        let viewer = try await session.attach()
        task = Task {
            let spinner = console.canAnimate ? Spinner(on: console) : nil
            await spinner?.start()
            var notices: [Notice] = []
            for await event in viewer {
                switch event {
                case .frame(let frame): spinner?.show(frame.screen.phase)
                case .notice(let notice): notices.append(notice)
                }
            }
            await spinner?.stop()
            return notices
        }
    }

    /// Waits until the session is closed, takes the spinner away and returns the notices, in order.
    func finish() async -> [Notice] { await task.value }
}
