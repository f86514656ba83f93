public import FeatureKit
public import Testing

extension Scenario {
    /// States the next frame by what differs from the one before.
    ///
    /// ```swift
    /// await doggy.expect { $0.phase = .ready }
    /// ```
    ///
    /// - Parameters:
    ///   - sourceLocation: Where a failure is reported.
    ///   - change: Changes the screen that was stated last into the one that comes next.
    public func expect(
        sourceLocation: SourceLocation = #_sourceLocation, _ change: (inout Screen) -> Void
    ) async {
        var expected = screen
        change(&expected)
        await expect(expected, sourceLocation: sourceLocation)
    }

    /// States the next frame as a whole.
    ///
    /// ```swift
    /// await doggy.expect(Screen(title: "Doggies", phase: .ready, elements: [.placeholder(id: "empty", "No dogs")]))
    /// ```
    ///
    /// - Parameters:
    ///   - expected: The screen that comes next.
    ///   - sourceLocation: Where a failure is reported.
    public func expect(_ expected: Screen, sourceLocation: SourceLocation = #_sourceLocation) async {
        guard let next = await nextFrame() else {
            let work = await session.workText
            return report(.noFrame(after: frame, stated: expected, patience, work: work), sourceLocation)
        }
        frame = next
        if next.screen != expected { report(.otherFrame(next, stated: expected), sourceLocation) }
    }

    /// States the frame that was stated last in the form in which a front end shows it.
    ///
    /// ```swift
    /// await doggy.expect(as: .json, """
    ///     {
    ///       "session": "scenario",
    ///     …
    ///     """)
    /// ```
    ///
    /// Ends of lines at the end do not count.
    ///
    /// - Parameters:
    ///   - rendition: The form; front ends declare theirs.
    ///   - expected: What they show.
    ///   - sourceLocation: Where a failure is reported.
    public func expect(
        as rendition: ScreenRendition, _ expected: String, sourceLocation: SourceLocation = #_sourceLocation
    ) async {
        guard let frame else { return report(.nothingStated(rendition), sourceLocation) }
        do {
            let actual = try rendition.text(of: frame, manifest: session.manifest).withoutLastLineEnds
            let expected = expected.withoutLastLineEnds
            if actual != expected {
                report(.otherRendition(rendition, frame, stated: expected, actual: actual), sourceLocation)
            }
        } catch { report(.noRendition(rendition, frame, error), sourceLocation) }
    }

    /// States the next frame in the form in which a front end shows it.
    ///
    /// - Parameters:
    ///   - rendition: The form; front ends declare theirs.
    ///   - expected: What they show.
    ///   - sourceLocation: Where a failure is reported.
    public func expectNext(
        as rendition: ScreenRendition, _ expected: String, sourceLocation: SourceLocation = #_sourceLocation
    ) async {
        guard let next = await nextFrame() else {
            let work = await session.workText
            return report(.noFrame(after: frame, stated: nil, patience, work: work), sourceLocation)
        }
        frame = next
        await expect(as: rendition, expected, sourceLocation: sourceLocation)
    }

    /// States the next notice.
    ///
    /// Frames and notices are stated each in their own order, whichever of the two first.
    ///
    /// - Parameters:
    ///   - text: What it says.
    ///   - tone: Its mood; what a failed action says of itself is `critical`.
    ///   - sourceLocation: Where a failure is reported.
    public func expectNotice(
        _ text: String, tone: Tone = .plain, sourceLocation: SourceLocation = #_sourceLocation
    ) async {
        let expected = Notice(text, tone: tone)
        guard let notice = await nextNotice() else {
            return report(.noNotice(stated: expected, patience, work: await session.workText), sourceLocation)
        }
        if notice != expected { report(.otherNotice(notice, stated: expected), sourceLocation) }
    }
}

extension String {
    fileprivate var withoutLastLineEnds: String {
        var text = self
        while text.last?.isNewline == true { text.removeLast() }
        return text
    }
}
