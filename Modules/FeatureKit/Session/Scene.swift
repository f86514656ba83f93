/// The result of a feature's launch: its start, the handlers of its actions, and the changes that it follows.
///
/// ```swift
/// Scene(owning: view, start: presenter.load, again: DoggyFeature.refresh)
///     .on(DoggyFeature.birthday) { input in try await presenter.celebrateBirthday(of: input[RecordFields.id]) }
///     .following(service.changes(), perform: presenter.follow)
/// ```
///
/// Only the scene holds a strong reference to the view. Presenters reference their view weakly. The view is therefore
/// deallocated as soon as the session closes.
///
/// ## Topics
/// - ``init(owning:start:again:)``
/// - ``init(owning:start:as:)``
/// - ``on(_:overlap:perform:)-(_,_,(Input)->Void)``
/// - ``on(_:overlap:perform:)-(_,_,(Input,WorkReporter)->Void)``
/// - ``beginning(with:)``
/// - ``following(_:perform:)-(ChangeFeed<Change>?,_)``
/// - ``following(_:perform:)-(Changes?,_)``
/// - ``browsing(_:changing:superseding:perform:)``
/// - ``Overlap``
public final class Scene {
    typealias Operation = () async throws -> Void
    typealias Follower = (_ turn: @escaping (@escaping Operation) async -> Void) async -> Void

    struct Handler {
        let overlap: Overlap
        /// The names of the other actions whose earlier calls the action cancels.
        var superseded: Set<String> = []
        /// Whether the handler reports the progress of its calls.
        var reports = false
        let perform: (Input) async throws -> Void
    }

    /// The handlers by the names of their actions.
    ///
    /// This is not a dictionary, because a dictionary takes twice the memory in each session.
    struct Handlers {
        private var all: [(name: String, handler: Handler)] = []

        var names: [String] { all.map(\.name) }
        var count: Int { all.count }

        /// Returns the index of a handler.
        private func index(of name: String) -> Int? {
            // A loop over the elements would copy each of them, at each launch.
            for index in all.indices where all[index].name == name { return index }
            return nil
        }

        func contains(_ name: String) -> Bool { index(of: name) != nil }

        subscript(name: String) -> Handler? { index(of: name).map { all[$0].handler } }

        /// Sets the handler of an action.
        ///
        /// Returns whether the action had one before.
        mutating func set(_ handler: Handler, for name: String) -> Bool {
            guard let index = index(of: name) else {
                all.append((name, handler))
                return false
            }
            all[index].handler = handler
            return true
        }

        /// Changes the handler of an action that has one.
        mutating func change(_ name: String, _ change: (inout Handler) -> Void) {
            if let index = index(of: name) { change(&all[index].handler) }
        }
    }

    /// The view.
    ///
    /// The scene keeps it alive.
    package let view: AnyObject
    let start: Operation
    let startAction: Action?
    private(set) var handlers = Handlers()
    private(set) var handledTwice: [String] = []
    private(set) var beginnings: [Operation] = []
    private(set) var followers: [Follower] = []
    private(set) var feeds: [any FollowedFeed] = []
    /// The lists of which an action takes back changes, which a manifest may leave out; `nil` without lists.
    var undoing: Undoing?
    /// The actions that show another place within the session, each with the options that it can change.
    private(set) var browsing: [(action: Action, options: Set<String>)] = []
    /// The lists that are loaded page by page.
    var paged: [PagedList] = []
    /// The closures that conclude each piece of work.
    var conclusions: [(_ now: Duration) -> Duration?] = []

    /// Creates a scene.
    ///
    /// - Parameters:
    ///   - view: The view. The scene keeps it alive until the session closes.
    ///   - start: The first work of the session. If it throws an error, the screen's phase becomes `failed`.
    ///   - action: The action that repeats `start`. For the ``Overlap`` of the action, `start` counts as an earlier
    ///     call. If `start` fails, the screen shows this action as the button that tries again.
    public init(owning view: AnyObject, start: @escaping () async throws -> Void, as action: Action? = nil) {
        (self.view, self.start, startAction) = (view, start, action)
    }

    /// Creates a scene with an action that cancels a running `start` and repeats it.
    ///
    /// - Parameters:
    ///   - view: The view. The scene keeps it alive until the session closes.
    ///   - start: The first work of the session. It is also the handler of the action.
    ///   - action: The action that repeats `start`. It needs no other handler.
    public convenience init(owning view: AnyObject, start: @escaping () async throws -> Void, again action: Action) {
        self.init(owning: view, start: start, as: action)
        on(action, overlap: .cancelPrevious) { _ in try await start() }
    }

    /// Sets the handler of an action.
    ///
    /// - Parameters:
    ///   - action: An action of the manifest. Each action needs exactly one handler.
    ///   - overlap: What happens to a call while an earlier call of the action is queued or running.
    ///   - perform: The handler. Its input is already validated against the rules of the action's fields. The handler
    ///     throws ``InputRefused`` for rules that only the presenter can check. Any error that it throws ends a loading
    ///     phase and reaches the caller.
    @discardableResult
    public func on(
        _ action: Action, overlap: Overlap = .inOrder, perform: @escaping (Input) async throws -> Void
    ) -> Scene {
        if handlers.set(Handler(overlap: overlap, perform: perform), for: action.name) {
            handledTwice.append(action.name)
        }
        return self
    }

    /// Sets the handler of an action that reports the progress of its calls.
    ///
    /// Viewers see the progress of each call. If the action ``Action/isCancellable``, they can cancel it too.
    ///
    /// - Parameters:
    ///   - action: An action of the manifest. Each action needs exactly one handler.
    ///   - overlap: What happens to a call while an earlier call of the action is queued or running. With
    ///     ``Overlap/besideOthers`` the session performs other actions while a call runs.
    ///   - perform: The handler. Its second parameter reports the progress.
    @discardableResult
    public func on(
        _ action: Action, overlap: Overlap = .inOrder,
        perform: @escaping (Input, WorkReporter) async throws -> Void
    ) -> Scene {
        on(action, overlap: overlap) { (input: Input) in
            try await perform(input, RunningAction.current?.reporter ?? WorkReporter())
        }
        handlers.change(action.name) { $0.reports = true }
        return self
    }

    /// Adds work that begins with the session, alongside `start`.
    ///
    /// It suits a part of the screen that must not wait for the rest:
    ///
    /// ```swift
    /// Scene(owning: view, start: presenter.load, again: DoggyFeature.refresh)
    ///     .beginning(with: counter.show)
    /// ```
    ///
    /// The work begins at the first suspension or the end of `start`. The session is settled when both have ended. An
    /// error of the work is announced as a notice.
    ///
    /// - Parameter work: The work. It may draw its part of the screen, and must leave the other parts alone.
    @discardableResult
    public func beginning(with work: @escaping () async throws -> Void) -> Scene {
        beginnings.append(work)
        return self
    }

    /// Sets the handler of an action that shows another place within the session, such as one record instead of all.
    ///
    /// A link, a bookmark or the Back button can lead to a place that differs from ``Session/address`` only in the
    /// given options. Front ends then perform the action, and do not launch a new session.
    ///
    /// - Parameters:
    ///   - action: An action of the manifest. For each of the options, the action has a field with the option's name,
    ///     and a caller may leave out this field.
    ///   - options: The names of the options. Each option belongs to at most one such action.
    ///   - superseded: The actions whose queued and running calls a new call cancels, besides earlier calls of the action
    ///     itself. With `nil` a new call waits for all earlier work.
    ///   - perform: The handler. If a field is left out, the option keeps its value. If a field is emptied
    ///     (``Input/changed``), the option gets its default. The handler assigns the new options to ``Stage/address``.
    @discardableResult
    public func browsing(
        _ action: Action, changing options: Set<String>, superseding superseded: [Action]? = nil,
        perform: @escaping (Input) async throws -> Void
    ) -> Scene {
        browsing.append((action, options))
        on(action, overlap: superseded == nil ? .inOrder : .cancelPrevious, perform: perform)
        let names = Set((superseded ?? []).map(\.name))
        handlers.change(action.name) { $0.superseded = names }
        return self
    }

    /// Follows a feed of changes while the session runs.
    ///
    /// The session enqueues the handler once for each change.
    ///
    /// The session can settle while it follows changes. Following ends with the session. Following needs no task while
    /// there are no changes.
    ///
    /// - Parameters:
    ///   - changes: The feed. It must have no other follower. With `nil` the session follows nothing.
    ///   - perform: The handler of a change.
    @discardableResult
    public func following<Change>(
        _ changes: ChangeFeed<Change>?, perform: @escaping (Change) async throws -> Void
    ) -> Scene {
        if let changes { feeds.append(FeedFollower(changes: changes, perform: perform)) }
        return self
    }

    /// Follows a sequence of changes while the session runs.
    ///
    /// The session enqueues the handler once for each change.
    ///
    /// The session can settle while it follows changes. Closing the session ends the following, even while it waits for
    /// the next change. Unlike a ``ChangeFeed``, a sequence needs a task.
    ///
    /// - Parameters:
    ///   - changes: The sequence. With `nil` the session follows nothing.
    ///   - perform: The handler of a change.
    @discardableResult
    public func following<Changes: AsyncSequence>(
        _ changes: Changes?, perform: @escaping (Changes.Element) async throws -> Void
    ) -> Scene where Changes.Failure == Never {
        guard let changes else { return self }
        followers.append { turn in
            for await change in changes {
                // Without this check, a sequence that ignores cancellation would keep the presenter alive forever.
                guard !Task.isCancelled else { return }
                await turn { try await perform(change) }
            }
        }
        return self
    }
}

/// A feed that a scene follows, with the type of its changes erased.
protocol FollowedFeed {
    /// The data whose changes the feed sends; `nil` if they are unknown.
    var origin: ChangeOrigin? { get }

    /// Sets the closure that the feed calls when changes are waiting.
    func whenever(_ call: @escaping @Sendable () -> Void)

    /// Removes the next change, and returns the operation that handles it; returns `nil` if no change is waiting.
    func next() -> Scene.Operation?

    /// Stops following.
    func stop()
}

private struct FeedFollower<Change: Sendable>: FollowedFeed {
    let changes: ChangeFeed<Change>
    let perform: (Change) async throws -> Void

    var origin: ChangeOrigin? { changes.origin }

    func whenever(_ call: @escaping @Sendable () -> Void) { changes.whenever(call) }

    func next() -> Scene.Operation? {
        guard let change = changes.takeNow() else { return nil }
        // The explicit type keeps the closure on the session's actor. With an inferred type, it would run elsewhere.
        let operation: Scene.Operation = { try await perform(change) }
        return operation
    }

    func stop() { changes.stop() }
}

/// The rule for a call of an action while an earlier call of the same action is queued or running.
public enum Overlap: Sendable, Hashable {
    /// The call waits until all earlier work has ended.
    case inOrder
    /// The session cancels the earlier calls, which throw ``FeatureError/Code/superseded``.
    ///
    /// The new call runs when the last of the earlier calls has returned.
    case cancelPrevious
    /// The session refuses the new call with ``FeatureError/Code/busy``.
    case dropIfBusy
    /// The call waits for the earlier calls of the same action, and runs alongside all other work.
    ///
    /// This suits work that takes long.
    case besideOthers
    /// The call starts at once, alongside all running work.
    ///
    /// This suits a stop button or a filter.
    case alongside
}
