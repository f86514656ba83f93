/// A feature that has been wired together: what starts it, what handles its actions, what it follows.
///
/// ```swift
/// Scene(owning: view, start: presenter.load, again: DoggyFeature.refresh)
///     .on(DoggyFeature.birthday) { input in try await presenter.celebrateBirthday(of: input[RecordFields.id]) }
///     .following(service.changes(), perform: presenter.follow)
/// ```
///
/// The scene keeps its view alive, nobody else does: presenters hold views weakly, so that closing the session frees the
/// view at once.
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

    /// What the scene keeps alive.
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
    ///   - view: What the scene keeps alive, and lets go when the session closes.
    ///   - start: The first work of the session. An error that it lets through becomes a failed screen.
    ///   - action: The action that does the same again. Its next call counts `start` as an earlier one (for its
    ///     ``Overlap``), and a start that failed offers it as the button that tries again.
    public init(owning view: AnyObject, start: @escaping () async throws -> Void, as action: Action? = nil) {
        (self.view, self.start, startAction) = (view, start, action)
    }

    /// Creates a scene that an action starts again, cancelling what an earlier start still does.
    ///
    /// - Parameters:
    ///   - view: What the scene keeps alive, and lets go when the session closes.
    ///   - start: The first work of the session, and the handling of the action.
    ///   - action: The action that does the same again; it needs no other handler.
    public convenience init(owning view: AnyObject, start: @escaping () async throws -> Void, again action: Action) {
        self.init(owning: view, start: start, as: action)
        on(action, overlap: .cancelPrevious) { _ in try await start() }
    }

    /// Handles an action.
    ///
    /// - Parameters:
    ///   - action: One of the manifest's; each needs exactly one handler.
    ///   - overlap: What happens when it is called while an earlier call of it is queued or running.
    ///   - perform: The work, with input that has passed the action's rules. It throws ``InputRefused`` for what only the
    ///     presenter can know; any error leaves the screen as it was and reaches the caller.
    @discardableResult
    public func on(
        _ action: Action, overlap: Overlap = .inOrder, perform: @escaping (Input) async throws -> Void
    ) -> Scene {
        if handlers.updateValue(Handler(overlap: overlap, perform: perform), forKey: action.name) != nil {
            handledTwice.append(action.name)
        }
        return self
    }

    /// Follows a feed of changes while the session runs: each change is a turn in the queue of work.
    ///
    /// Following never delays settling, and ends with the session. It costs no task while nothing changes.
    ///
    /// - Parameters:
    ///   - changes: What is followed, by nobody else; `nil` for nothing.
    ///   - perform: The handling of a change.
    @discardableResult
    public func following<Change>(
        _ changes: ChangeFeed<Change>?, perform: @escaping (Change) async throws -> Void
    ) -> Scene {
        if let changes { feeds.append(FeedFollower(changes: changes, perform: perform)) }
        return self
    }

    /// Follows a sequence of changes while the session runs: each change is a turn in the queue of work.
    ///
    /// Following never delays settling, and ends with the session, also while it waits for the next change. What waits is
    /// a task; a ``ChangeFeed`` needs none.
    ///
    /// - Parameters:
    ///   - changes: What is followed; `nil` for nothing.
    ///   - perform: The handling of a change.
    @discardableResult
    public func following<Changes: AsyncSequence>(
        _ changes: Changes?, perform: @escaping (Changes.Element) async throws -> Void
    ) -> Scene where Changes.Failure == Never {
        guard let changes else { return self }
        followers.append { turn in
            for await change in changes {
                // A sequence that pays no heed to its cancellation would keep the presenter for ever.
                guard !Task.isCancelled else { return }
                await turn { try await perform(change) }
            }
        }
        return self
    }
}

/// A feed that a scene follows, whatever its changes are.
protocol FollowedFeed {
    /// Calls a closure when there is something to take.
    func whenever(_ call: @escaping @Sendable () -> Void)

    /// Takes the next change and returns its handling, if there is one.
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
        // With its type said: a closure that gets it by inference would leave the session when it runs.
        let operation: Scene.Operation = { try await perform(change) }
        return operation
    }

    func stop() { changes.stop() }
}

/// What happens to a call of an action while an earlier call of the same action is queued or running.
public enum Overlap: Sendable, Hashable {
    /// It waits for its turn.
    case inOrder
    /// The earlier calls are cancelled, and it runs when the last of them has returned; their callers get
    /// ``FeatureError/Code/superseded``.
    case cancelPrevious
    /// It is refused with ``FeatureError/Code/busy``.
    case dropIfBusy
    /// It starts at once, beside whatever runs: a stop button, a filter.
    case alongside
}
