import FeatureKit
import Testing

extension Scenario {
    /// Fails for everything that was not stated, and closes the session.
    func finish(_ sourceLocation: SourceLocation) async {
        guard !isRestSkipped else { return }
        let session = session
        if await session.isStarted, await session.isOpen {
            if await patiently(patience, { try? await session.settledAtLast() }) == nil {
                report(.atWork(await session.workText, patience), sourceLocation)
            } else {
                // What a change has begun to show is part of it.
                _ = await patiently(patience) { await session.drained() }
                for call in calls where !call.isLookedAt { _ = await call.ended() }
            }
        }
        for call in calls where !call.isLookedAt {
            if case .failure(let error) = call.outcome.value { report(.unseenError(call.name, error), sourceLocation) }
        }
        await session.close()
        while let event = await viewer.next() { keep(event) }
        for left in pendingFrames {
            report(.unstatedFrame(left, after: screen), sourceLocation)
            frame = left
        }
        for notice in pendingNotices { report(.unstatedNotice(notice), sourceLocation) }
    }
}
