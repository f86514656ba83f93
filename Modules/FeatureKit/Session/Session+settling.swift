extension Session {
    /// Waits until `start` and every accepted action have ended and the screen is not loading.
    ///
    /// - Parameter limit: The longest time to wait.
    /// - Returns: The frame of the settled session.
    /// - Throws: ``FeatureError`` if the session is closed, is not started, or does not settle within the limit.
    ///   `CancellationError` if the task is cancelled.
    public func settled(within limit: Duration = .seconds(30)) async throws -> Frame {
        try await settled(before: limit)
    }

    /// Waits like ``settled(within:)``.
    ///
    /// With `nil` there is no time limit.
    func settled(before limit: Duration?) async throws -> Frame {
        guard isOpen else { throw FeatureError(.closed, "session \(id) is closed; launch the feature again") }
        guard isStarted else { throw FeatureError(.notStarted, "session \(id) has not been started; start it first") }
        commit()
        if isSettled { return frame }
        let (events, settler) = AsyncStream<Settlers.Event>.makeStream(bufferingPolicy: .bufferingOldest(1))
        let key = settlers.add(settler)
        let timer = limit.map { limit in
            Task { [clock] in
                try await clock.sleep(for: limit)
                settler.yield(.timedOut)
            }
        }
        defer {
            timer?.cancel()
            settlers.remove(key)
        }
        for await event in events {
            switch event {
            case .settled(let frame): return frame
            case .timedOut:
                throw FeatureError(
                    .timedOut, "feature '\(manifest.id)' was still loading after \((limit ?? .zero).fieldText)")
            }
        }
        try Task.checkCancellation()
        throw FeatureError(.closed, "session \(id) was closed before it settled")
    }
}
