import Synchronization

/// The call of an action that a session performs.
///
/// A store notes it in the history of the records that the call changes.
public final class RunningAction: Sendable {
    /// The call for which the current task works; `nil` for a start, a followed change, and everything outside of a
    /// session.
    @TaskLocal public static var current: RunningAction?

    /// The manifest of the feature.
    public let manifest: FeatureManifest
    /// The action's name.
    public let action: String
    /// The caller; `nil` if nobody is known.
    public let person: Person?
    /// The values that the caller has given, by field name, with secrets.
    public let arguments: [String: FieldValue]
    /// The names of the fields that the caller has emptied.
    package let emptied: Set<String>

    /// When the call was accepted, in time since the launch of the session.
    let since: Duration
    /// Reports the progress; `nil` if the handler does not report.
    let reporter: WorkReporter?

    /// Ends the waiting of the caller of a call that can be cancelled; `nil` for any other call.
    let ending: AsyncStream<Never>.Continuation?

    private let numbers = Mutex<(change: Int64?, undone: Int64?, hasEnded: Bool, isCancelled: Bool)>(
        (nil, nil, false, false))

    /// Creates a call, for tests and for programs that write outside of a session, such as an import.
    ///
    /// - Parameters:
    ///   - action: The action's name.
    ///   - manifest: The manifest of the feature.
    ///   - person: The caller; `nil` if nobody is known.
    public convenience init(_ action: String, of manifest: FeatureManifest, by person: Person?) {
        self.init(Call(action), of: manifest, by: person)
    }

    /// Creates the call that a session performs.
    package init(
        _ call: Call, of manifest: FeatureManifest, by person: Person?, since: Duration = .zero,
        reporter: WorkReporter? = nil, ending: AsyncStream<Never>.Continuation? = nil
    ) {
        (self.since, self.reporter, self.ending) = (since, reporter, ending)
        (action, arguments, emptied) = (call.action, call.arguments, call.emptied)
        (self.manifest, self.person) = (manifest, person)
    }

    /// The number of the change that the call has made; `nil` as long as it has changed no record.
    ///
    /// All records that the call changes belong to one change. A task that the call has left behind makes changes of its own.
    public var change: Int64? { numbers.withLock { $0.hasEnded ? nil : $0.change } }

    /// The number of the change that the call takes back; `nil` if it takes back none.
    public var undone: Int64? { numbers.withLock(\.undone) }

    /// Notes the number of the change, unless the call has made a change already.
    public func note(change: Int64) { numbers.withLock { $0.change = $0.change ?? change } }

    /// Notes that the call has ended.
    func end() { numbers.withLock { $0.hasEnded = true } }

    /// Ends the waiting of the caller.
    func release() { ending?.finish() }

    /// Notes that somebody has cancelled the call.
    func cancel() { numbers.withLock { $0.isCancelled = true } }

    /// Whether somebody has cancelled the call.
    var isCancelled: Bool { numbers.withLock(\.isCancelled) }

    /// Whether the handler has ended.
    var hasEnded: Bool { numbers.withLock(\.hasEnded) }

    /// Notes that the call takes back a change.
    public func note(undone: Int64) { numbers.withLock { $0.undone = undone } }
}
