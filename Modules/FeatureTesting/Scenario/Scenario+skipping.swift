public import FeatureKit
public import Testing

extension Scenario {
    /// Skips frames on purpose, until one meets a condition: that one counts as stated.
    ///
    /// ```swift
    /// await doggy.skipFrames { $0.phase == .ready }         // whatever it shows while it loads
    /// ```
    ///
    /// - Parameters:
    ///   - sourceLocation: Where a failure is reported.
    ///   - condition: What the frame's screen must meet. It is asked for frames that come after the one that was stated
    ///     last.
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

    /// Waits until the feature has settled and skips all frames until then on purpose: the last counts as stated.
    ///
    /// - Parameter sourceLocation: Where a failure is reported.
    public func skipToSettled(sourceLocation: SourceLocation = #_sourceLocation) async {
        let session = session
        guard let settled = await patiently(patience, { try? await session.settledAtLast() }) else {
            return report(.unsettled(patience, work: await session.workText), sourceLocation)
        }
        while (frame?.revision ?? -1) < settled.revision, let next = await nextFrame() { frame = next }
    }

    /// Skips the notices that have come so far on purpose.
    public func skipNotices() {
        while let event = viewer.takeNow() { keep(event) }
        pendingNotices = []
    }

    /// Leaves unsaid on purpose whatever comes from now on: nothing that is left over fails the test.
    public func skipRest() {
        isRestSkipped = true
    }
}
