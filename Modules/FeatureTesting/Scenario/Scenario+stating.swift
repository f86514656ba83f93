public import FeatureKit
public import Testing

extension Scenario {
    /// Expects the next frame, described by its changes from the previous frame.
    ///
    /// ```swift
    /// await doggy.expect { $0.phase = .ready }
    /// ```
    ///
    /// - Parameters:
    ///   - sourceLocation: The source location at which a failure is reported.
    ///   - change: Changes the last expected screen into the next expected screen.
    public func expect(
        sourceLocation: SourceLocation = #_sourceLocation, _ change: (inout Screen) -> Void
    ) async {
        var expected = screen
        change(&expected)
        await expect(expected, sourceLocation: sourceLocation)
    }

    /// Expects the next frame, described as a whole.
    ///
    /// ```swift
    /// await doggy.expect(Screen(title: "Doggies", phase: .ready, elements: [.placeholder(id: "empty", "No dogs")]))
    /// ```
    ///
    /// - Parameters:
    ///   - expected: The next screen.
    ///   - sourceLocation: The source location at which a failure is reported.
    public func expect(_ expected: Screen, sourceLocation: SourceLocation = #_sourceLocation) async {
        guard let next = await nextFrame() else {
            let work = await session.workText
            return report(.noFrame(after: frame, stated: expected, patience, work: work), sourceLocation)
        }
        frame = next
        if next.screen != expected { report(.otherFrame(next, stated: expected), sourceLocation) }
    }

    /// Expects that a front end renders the last expected frame as a given text.
    ///
    /// ```swift
    /// await doggy.expect(as: .json, """
    ///     {
    ///       "session": "scenario",
    ///     …
    ///     """)
    /// ```
    ///
    /// Trailing line breaks are ignored.
    ///
    /// - Parameters:
    ///   - rendition: The front end's rendition.
    ///   - expected: The rendered text.
    ///   - sourceLocation: The source location at which a failure is reported.
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

    /// Expects that a front end renders the next frame as a given text.
    ///
    /// - Parameters:
    ///   - rendition: The front end's rendition.
    ///   - expected: The rendered text.
    ///   - sourceLocation: The source location at which a failure is reported.
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

    /// Expects the next notice.
    ///
    /// Frames and notices are checked independently, so a test can expect a notice before or after a frame. The next
    /// step can press the notice's button.
    ///
    /// - Parameters:
    ///   - text: The notice's text.
    ///   - tone: The notice's tone. The notice of a failed action is `critical`.
    ///   - button: The notice's button.
    ///   - opens: The notice's link to a feature.
    ///   - sourceLocation: The source location at which a failure is reported.
    public func expectNotice(
        _ text: String, tone: Tone = .plain, button: Button? = nil, opens: FeatureLink? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async {
        let expected = Notice(text, tone: tone, button: button, opens: opens)
        guard let notice = await nextNotice() else {
            return report(.noNotice(stated: expected, patience, work: await session.workText), sourceLocation)
        }
        self.notice = notice
        if notice != expected { report(.otherNotice(notice, stated: expected), sourceLocation) }
    }

    /// Waits until a running call reports a message.
    ///
    /// The progress of a call is no part of a frame, so it needs no ``expect(sourceLocation:_:)``.
    ///
    /// ```swift
    /// await doggy.expectWork("1 of 2 sent")
    /// ```
    ///
    /// - Parameters:
    ///   - message: The message of a report.
    ///   - sourceLocation: The source location at which a failure is reported.
    public func expectWork(_ message: String, sourceLocation: SourceLocation = #_sourceLocation) async {
        let isReported: Bool? = await withTimeLimit(patience) { [session] in
            guard let viewer = try? await session.attach() else { return nil }
            for await case .work(let work) in viewer where work.contains(where: { $0.message == message }) {
                return true
            }
            return nil
        }
        guard isReported == nil else { return }
        let reported = await session.work.map { FieldValue.quote($0.message ?? "") }
        let list =
            reported.isEmpty ? "no call takes long" : "the running calls report \(reported.joined(separator: ", "))"
        Issue.record(
            "no call reported \(FieldValue.quote(message)) within \(patience.fieldText); \(list)",
            sourceLocation: sourceLocation)
    }
}

extension Scenario {
    /// Expects that an action has opened a place (`Stage.open(_:)`).
    ///
    /// ```swift
    /// try await shop.press("Buy")
    /// shop.expectOpened(FeatureLink(feature: "order", options: ["id": "7"]))
    /// ```
    ///
    /// The places of several actions are expected in the order of the calls.
    ///
    /// - Parameters:
    ///   - place: The place.
    ///   - sourceLocation: The source location at which a failure is reported.
    public func expectOpened(_ place: FeatureLink, sourceLocation: SourceLocation = #_sourceLocation) {
        guard let call = calls.first(where: { $0.unexpectedPlace != nil }), let opened = call.unexpectedPlace else {
            return report(.noPlace(stated: place), sourceLocation)
        }
        call.isPlaceExpected = true
        if opened != place { report(.otherPlace(call.name, opened, stated: place), sourceLocation) }
    }
}

extension String {
    fileprivate var withoutLastLineEnds: String {
        var text = self
        while text.last?.isNewline == true { text.removeLast() }
        return text
    }
}
