public import FeatureKit
public import Testing

extension Scenario {
    /// Skips frames until one meets a condition; that frame counts as stated.
    ///
    /// ```swift
    /// await doggy.skipFrames { $0.phase == .ready }         // whatever it shows while it loads
    /// ```
    ///
    /// - Parameters:
    ///   - sourceLocation: Where a failure is reported.
    ///   - condition: The condition on a frame's screen. Checked for each frame after the last stated one.
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

    /// Waits until the feature has settled and skips all frames until then; the last one counts as stated.
    ///
    /// - Parameter sourceLocation: Where a failure is reported.
    public func skipToSettled(sourceLocation: SourceLocation = #_sourceLocation) async {
        let session = session
        guard let settled = await withTimeLimit(patience, { try? await session.settledAtLast() }) else {
            return report(.unsettled(patience, work: await session.workText), sourceLocation)
        }
        while (frame?.revision ?? -1) < settled.revision, let next = await nextFrame() { frame = next }
    }

    /// Skips all notices so far.
    public func skipNotices() {
        while let event = viewer.takeNow() { keep(event) }
        pendingNotices = []
    }

    /// Skips everything from now on: nothing that is left over fails the test.
    public func skipRest() {
        isRestSkipped = true
    }
}
