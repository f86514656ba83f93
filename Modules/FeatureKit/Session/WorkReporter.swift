import Synchronization

/// Reports how far a call of an action has come.
///
/// A handler with a second parameter gets one, and passes it on to the work:
///
/// ```swift
/// Scene(owning: view, start: presenter.load, again: DoggyFeature.refresh)
///     .on(DoggyFeature.birthday, overlap: .besideOthers) { input, report in
///         report(0.5, "1 of 2 candles")
///         try await presenter.celebrateBirthday(of: input[RecordFields.id])
///     }
/// ```
///
/// The work may report from any task, and as often as it likes: viewers get the newest report, at most twenty times a
/// second. An unseen report costs a lock.
public final class WorkReporter: Sendable {
    /// The progress of a call.
    public struct Progress: Sendable, Hashable {
        /// The part that is done, from 0 to 1; `nil` if it is unknown.
        public var fraction: Double?
        /// A text about the progress; `nil` for none.
        public var message: String?
    }

    /// The greatest length of a message, in bytes of UTF-8.
    ///
    /// The end of a longer message is cut off.
    public static let messageLimit = 200

    private let state = Mutex<(progress: Progress?, isRead: Bool)>((nil, true))
    private let tell: @Sendable () -> Void

    /// Creates a reporter that only keeps the last report, to test a presenter.
    public convenience init() { self.init {} }

    /// Creates a reporter.
    ///
    /// - Parameter tell: Called for the first report, and for the first report after each call of
    ///   ``beginReading()``.
    init(_ tell: @escaping @Sendable () -> Void) { self.tell = tell }

    /// The last report; `nil` before the first one.
    public var progress: Progress? { state.withLock(\.progress) }

    /// Reports how far the work has come.
    ///
    /// - Parameters:
    ///   - fraction: The part that is done, from 0 to 1; `nil` if it is unknown. A number outside of the range counts as
    ///     the nearest one, NaN as unknown.
    ///   - message: A text about the progress, such as "300 of 1,000"; `nil` for none.
    public func callAsFunction(_ fraction: Double? = nil, _ message: String? = nil) {
        let progress = Progress(
            fraction: fraction.flatMap { $0.isNaN ? nil : min(1, max(0, $0)) },
            message: message.map { String($0.prefix(utf8Count: Self.messageLimit)) })
        let isNews = state.withLock { state in
            defer { state = (progress, false) }
            return state.isRead
        }
        if isNews { tell() }
    }

    /// Asks for a call at the next report.
    ///
    /// Call this method before you read ``progress``, so that no report is missed.
    func beginReading() { state.withLock { $0.isRead = true } }

    /// Whether there is a report since the last call of ``beginReading()``.
    var isUnread: Bool { state.withLock { !$0.isRead } }
}
