public import FeatureKit
public import Testing

extension Scenario {
    /// Skips frames until a frame meets a condition.
    ///
    /// That frame counts as expected.
    ///
    /// ```swift
    /// await doggy.skipFrames { $0.phase == .ready }         // skips all frames of the loading phase
    /// ```
    ///
    /// - Parameters:
    ///   - sourceLocation: The source location at which a failure is reported.
    ///   - condition: The condition on a frame's screen. It is checked for each frame after the last expected frame.
    public func skipFrames(
        sourceLocation: SourceLocation = #_sourceLocation, until condition: (Screen) -> Bool
    ) async {
        var skipped: [Frame] = []
        while let next = await nextFrame() {
            frame = next
            if condition(next.screen) { return }
            skipped.append(next)
        }
        report(.neverMet(skipped, patience, work: await session.workText), sourceLocation)
    }

    /// Waits until the feature has settled and skips all frames until then.
    ///
    /// The last skipped frame counts as expected.
    ///
    /// - Parameter sourceLocation: The source location at which a failure is reported.
    public func skipToSettled(sourceLocation: SourceLocation = #_sourceLocation) async {
        let session = session
        guard let settled = await withTimeLimit(patience, { try? await session.settledAtLast() }) else {
            return report(.unsettled(patience, work: await session.workText), sourceLocation)
        }
        while (frame?.revision ?? -1) < settled.revision, let next = await nextFrame() { frame = next }
    }

    /// Skips all notices that have been shown so far.
    public func skipNotices() {
        while let event = viewer.takeNow() { keep(event) }
        pendingNotices = []
    }

    /// Skips all further frames and notices.
    ///
    /// Unexpected frames, notices and errors no longer fail the test.
    public func skipRest() {
        isRestSkipped = true
    }
}
