extension Session {
    enum Settling {
        case settled(Frame)
        case timedOut
    }

    /// Waits until `start` and every accepted action have ended and the phase is not loading.
    ///
    /// - Parameter limit: How long to wait.
    /// - Returns: The frame at that moment.
    /// - Throws: ``FeatureError`` if the session is closed, was not started or did not settle in time;
    ///   `CancellationError` if the task is cancelled.
    public func settled(within limit: Duration = .seconds(30)) async throws -> Frame {
        try await settled(before: limit)
    }

    /// Waits like ``settled(within:)``, for ever if there is no limit.
    func settled(before limit: Duration?) async throws -> Frame {
        guard isOpen else { throw FeatureError(.closed, "session \(id) is closed; launch the feature again") }
        guard isStarted else { throw FeatureError(.notStarted, "session \(id) was not started yet; start it first") }
        commit()
        if isSettled { return frame }
        let key = nextKey()
        let (settlings, settler) = AsyncStream<Settling>.makeStream(bufferingPolicy: .bufferingOldest(1))
        settlers[key] = settler
        let timer = limit.map { limit in
            Task { [clock] in
                try await clock.sleep(for: limit)
                settler.yield(.timedOut)
            }
        }
        defer {
            timer?.cancel()
            settlers[key] = nil
            if settlers.isEmpty { settlers = [:] }
        }
        for await settling in settlings {
            switch settling {
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
