import FeatureKit

/// Watches a session for a command that prints only the last screen.
///
/// The observer collects the notices, and shows a spinner on a terminal.
struct SessionObserver {
    private let task: Task<[Notice], Never>

    /// Starts to watch the session.
    ///
    /// Create the observer before the session starts, so that it misses no notice.
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
                case .work(let work): spinner?.show(work)
                case .viewers: break
                }
            }
            await spinner?.stop()
            return notices
        }
    }

    /// Waits until the session is closed, erases the spinner and returns the notices in the order in which they
    /// arrived.
    func finish() async -> [Notice] { await task.value }
}
