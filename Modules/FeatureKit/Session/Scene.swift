/// A launched feature: its start, the handlers of its actions, and the changes it follows.
///
/// ```swift
/// Scene(owning: view, start: presenter.load, again: DoggyFeature.refresh)
///     .on(DoggyFeature.birthday) { input in try await presenter.celebrateBirthday(of: input[RecordFields.id]) }
///     .following(service.changes(), perform: presenter.follow)
/// ```
///
/// The scene alone keeps its view alive. Presenters hold views weakly, so closing the session deallocates the view at
/// once.
///
/// ## Topics
/// - ``init(owning:start:again:)``
/// - ``init(owning:start:as:)``
/// - ``on(_:overlap:perform:)``
/// - ``following(_:perform:)-(ChangeFeed<Change>?,_)``
/// - ``following(_:perform:)-(Changes?,_)``
/// - ``Overlap``
public final class Scene {
    typealias Operation = () async throws -> Void
    typealias Follower = (_ turn: @escaping (@escaping Operation) async -> Void) async -> Void

    struct Handler {
        let overlap: Overlap
        let perform: (Input) async throws -> Void
    }

    /// The view, which the scene keeps alive.
    package let view: AnyObject
    let start: Operation
    let startAction: Action?
    private(set) var handlers: [String: Handler] = [:]
    private(set) var handledTwice: [String] = []
    private(set) var followers: [Follower] = []
    private(set) var feeds: [any FollowedFeed] = []

    /// Creates a scene.
    ///
    /// - Parameters:
    ///   - view: The view. The scene keeps it alive until the session closes.
    ///   - start: The first work of the session. An error that it throws becomes a failed screen.
    ///   - action: The action that repeats `start`. Its ``Overlap`` counts `start` as an earlier call, and a failed
    ///     `start` offers it as the button that tries again.
    public init(owning view: AnyObject, start: @escaping () async throws -> Void, as action: Action? = nil) {
        (self.view, self.start, startAction) = (view, start, action)
    }

    /// Creates a scene with an action that cancels a running start and repeats it.
    ///
    /// - Parameters:
    ///   - view: The view. The scene keeps it alive until the session closes.
    ///   - start: The first work of the session, and the handler of the action.
    ///   - action: The action that repeats `start`; it needs no other handler.
    public convenience init(owning view: AnyObject, start: @escaping () async throws -> Void, again action: Action) {
        self.init(owning: view, start: start, as: action)
        on(action, overlap: .cancelPrevious) { _ in try await start() }
    }

    /// Handles an action.
    ///
    /// - Parameters:
    ///   - action: An action of the manifest; each needs exactly one handler.
    ///   - overlap: The treatment of a call while an earlier call is queued or running.
    ///   - perform: The handler. Its input has passed the action's rules. It throws ``InputRefused`` for rules that
    ///     only the presenter can check. Any error ends a loading phase and reaches the caller.
    @discardableResult
    public func on(
        _ action: Action, overlap: Overlap = .inOrder, perform: @escaping (Input) async throws -> Void
    ) -> Scene {
        if handlers.updateValue(Handler(overlap: overlap, perform: perform), forKey: action.name) != nil {
            handledTwice.append(action.name)
        }
        return self
    }

    /// Follows a feed of changes while the session runs; each change is handled as work of its own in the queue.
    ///
    /// Following never delays settling, and ends with the session. It needs no task while nothing changes.
    ///
    /// - Parameters:
    ///   - changes: The feed; it must have no other follower. `nil` follows nothing.
    ///   - perform: The handler of a change.
    @discardableResult
    public func following<Change>(
        _ changes: ChangeFeed<Change>?, perform: @escaping (Change) async throws -> Void
    ) -> Scene {
        if let changes { feeds.append(FeedFollower(changes: changes, perform: perform)) }
        return self
    }

    /// Follows a sequence of changes while the session runs; each change is handled as work of its own in the queue.
    ///
    /// Following never delays settling, and ends with the session, also while it waits for the next change. It needs a
    /// task, unlike a ``ChangeFeed``.
    ///
    /// - Parameters:
    ///   - changes: The sequence; `nil` follows nothing.
    ///   - perform: The handler of a change.
    @discardableResult
    public func following<Changes: AsyncSequence>(
        _ changes: Changes?, perform: @escaping (Changes.Element) async throws -> Void
    ) -> Scene where Changes.Failure == Never {
        guard let changes else { return self }
        followers.append { turn in
            for await change in changes {
                // A sequence that ignores cancellation would keep the presenter forever.
                guard !Task.isCancelled else { return }
                await turn { try await perform(change) }
            }
        }
        return self
    }
}

/// A feed that a scene follows, without the type of its changes.
protocol FollowedFeed {
    /// Calls a closure when changes wait.
    func whenever(_ call: @escaping @Sendable () -> Void)

    /// Removes the next change and returns the work that handles it; `nil` if none waits.
    func next() -> Scene.Operation?

    /// Stops following.
    func stop()
}

private struct FeedFollower<Change: Sendable>: FollowedFeed {
    let changes: ChangeFeed<Change>
    let perform: (Change) async throws -> Void

    func whenever(_ call: @escaping @Sendable () -> Void) { changes.whenever(call) }

    func next() -> Scene.Operation? {
        guard let change = changes.takeNow() else { return nil }
        // The type is explicit, because a closure with an inferred type would leave the session when it runs.
        let operation: Scene.Operation = { try await perform(change) }
        return operation
    }

    func stop() { changes.stop() }
}

/// The treatment of a call while an earlier call of the same action is queued or running.
public enum Overlap: Sendable, Hashable {
    /// The call waits for its turn.
    case inOrder
    /// The earlier calls are cancelled and throw ``FeatureError/Code/superseded``; the call runs when the last of them
    /// has returned.
    case cancelPrevious
    /// The call is refused with ``FeatureError/Code/busy``.
    case dropIfBusy
    /// The call starts at once, beside all running work. For a stop button or a filter.
    case alongside
}
