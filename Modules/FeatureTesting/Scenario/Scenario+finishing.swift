import FeatureKit
import Testing

extension Scenario {
    /// Records an issue for each frame, notice, place and error that the test did not expect, and closes the session.
    func finish(_ sourceLocation: SourceLocation) async {
        guard !isRestSkipped else { return }
        let session = session
        if await session.isStarted, await session.isOpen {
            if await withTimeLimit(patience, { try? await session.settledAtLast() }) == nil {
                report(.atWork(await session.workText, patience), sourceLocation)
            } else {
                // The frames of a change that has begun still belong to the scenario, so wait for them.
                _ = await withTimeLimit(patience) { await session.drained() }
                for call in calls where !call.isAnswerRead { _ = await call.ended() }
            }
        }
        for call in calls where !call.isAnswerRead {
            if case .failure(let error) = call.outcome.value { report(.unseenError(call.name, error), sourceLocation) }
        }
        for call in calls {
            if let place = call.unexpectedPlace { report(.unstatedPlace(call.name, place), sourceLocation) }
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
