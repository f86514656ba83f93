public import FeatureKit

/// A running feature whose every frame and notice a test states; made by
/// ``withScenario(of:options:clock:patience:sourceLocation:_:)``.
///
/// The person of a scenario sees the screen that the test has stated last, and acts on that one: a button is pressed
/// where it stands there, so what a test does never depends on what happens to be faster.
///
/// ## Topics
/// ### Driving
/// - ``start()``
/// - ``press(_:inRow:with:sourceLocation:_:)``
/// - ``submit(_:inRow:_:sourceLocation:_:)-(_,_,[String:FieldValue],_,_)``
/// - ``submit(_:inRow:_:sourceLocation:_:)-(_,_,[FieldEntry],_,_)``
/// - ``submit(_:inRow:_:refused:sourceLocation:)-(_,_,[String:FieldValue],_,_)``
/// - ``submit(_:inRow:_:refused:sourceLocation:)-(_,_,[FieldEntry],_,_)``
/// - ``perform(_:_:sourceLocation:)``
/// - ``begin(_:sourceLocation:)``
///
/// ### Stating
/// - ``expect(sourceLocation:_:)``
/// - ``expect(_:sourceLocation:)``
/// - ``expect(as:_:sourceLocation:)``
/// - ``expectNext(as:_:sourceLocation:)``
/// - ``expectNotice(_:tone:sourceLocation:)``
///
/// ### Leaving unsaid on purpose
/// - ``skipFrames(sourceLocation:until:)``
/// - ``skipToSettled(sourceLocation:)``
/// - ``skipNotices()``
/// - ``skipRest()``
public final class Scenario {
    /// The session that runs the feature.
    public let session: Session
    /// The frame that was stated last; `nil` before the first.
    public internal(set) var frame: Frame?
    let viewer: Viewer
    let patience: Duration
    var pendingFrames: [Frame] = []
    var pendingNotices: [Notice] = []
    var calls: [ScenarioCall] = []
    var isRestSkipped = false

    init(session: Session, viewer: Viewer, patience: Duration) {
        (self.session, self.viewer, self.patience) = (session, viewer, patience)
    }

    /// The screen that was stated last; before the first frame an empty one that is loading.
    public var screen: Screen { frame?.screen ?? Screen() }

    // MARK: - What comes

    /// Waits for the next frame; `nil` when the scenario's patience is at its end.
    func nextFrame() async -> Frame? {
        while pendingFrames.isEmpty, let event = await nextEvent() { keep(event) }
        return pendingFrames.isEmpty ? nil : pendingFrames.removeFirst()
    }

    /// Waits for the next notice; `nil` when the scenario's patience is at its end.
    func nextNotice() async -> Notice? {
        while pendingNotices.isEmpty, let event = await nextEvent() { keep(event) }
        return pendingNotices.isEmpty ? nil : pendingNotices.removeFirst()
    }

    func keep(_ event: Viewer.Event) {
        switch event {
        case .frame(let frame): pendingFrames.append(frame)
        case .notice(let notice): pendingNotices.append(notice)
        }
    }

    private func nextEvent() async -> Viewer.Event? {
        let viewer = viewer
        return await patiently(patience) { await viewer.next() }
    }
}
