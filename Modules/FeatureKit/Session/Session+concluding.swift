// Notices that several calls have in common. A scene announces them at the end of a piece of work, or a moment later.

extension Scene {
    /// Sets a closure that the session calls at the end of each piece of work, on its actor.
    ///
    /// The answer of an action contains what the closure draws and announces at the end of this action.
    ///
    /// - Parameter conclude: The closure. It gets the time since the launch. It returns the time after which the session
    ///   must call it again, even if no work ends; `nil` if nothing is left to do.
    package func concluding(by conclude: @escaping (_ now: Duration) -> Duration?) {
        conclusions.append(conclude)
    }
}

extension Session {
    /// Lets the scene conclude a piece of work.
    func conclude() {
        guard let scene, !scene.conclusions.isEmpty else { return }
        let now = elapsed()
        guard let pause = scene.conclusions.compactMap({ $0(now) }).min(), conclusionPause == nil else { return }
        conclusionPause = Task { [weak self, clock] in
            guard (try? await clock.sleep(for: pause)) != nil else { return }
            await self?.concludeLater()
        }
    }

    private func concludeLater() {
        conclusionPause = nil
        // The work itself does nothing. The scene concludes it.
        if isOpen, failures.fault == nil { _ = enqueue(nil) {} }
    }
}
