// Implements guarantee 8 for changes: following ends with the session, and a suspended follower keeps neither the scene
// nor the view alive.

extension Session {
    /// Begins to follow the changes of a scene.
    ///
    /// The tasks are detached, because the task-local values of the caller must not outlive the call. An example of
    /// such a value is the log of a request.
    ///
    /// - Returns: The tasks that the session must cancel when it ends.
    func follow(_ scene: Scene) -> [Task<Void, Never>] {
        let priority = Task.currentPriority
        let followers = scene.followers.indices.map { index in
            Task.detached(priority: priority) { await self.follow(index) }
        }
        for index in scene.feeds.indices {
            scene.feeds[index].whenever { [weak self] in
                Task.detached(priority: priority) { await self?.followFeed(index) }
            }
        }
        return followers
    }

    /// Follows a sequence of changes until it ends or the session closes.
    private func follow(_ index: Int) async {
        guard let follow = scene?.followers[index] else { return }
        await follow { operation in await self.turn(operation) }
    }

    /// Handles the waiting changes of a feed until no change is left.
    private func followFeed(_ index: Int) async {
        while let operation = scene?.feeds[index].next() { await turn(operation) }
    }

    /// Enqueues the handler of one change, and waits until it has ended.
    private func turn(_ operation: @escaping Scene.Operation) async {
        guard isOpen, failures.fault == nil else { return }
        let (_, task) = enqueue(nil) {
            do { try await operation() } catch let error where !Task.isCancelled {
                self.restorePhase(after: error)
                self.announce(Notice("A change could not be shown: \(Failures.message(of: error))", tone: .critical))
            }
        }
        _ = await task.result
    }
}
