public import FeatureKit

/// A running feature.
///
/// The test states each of its frames and notices. Created by
/// ``withScenario(of:options:clock:patience:sourceLocation:_:)``.
///
/// Each step acts on the screen that the test stated last, so a test never depends on timing.
///
/// ## Topics
/// ### Driving
/// - ``start()``
/// - ``press(_:inRow:with:sourceLocation:_:)``
/// - ``submit(_:inRow:_:sourceLocation:_:)-(_,_,[String:FieldValue],_,_)``
/// - ``submit(_:inRow:_:sourceLocation:_:)-(_,_,[FieldEntry],_,_)``
/// - ``submit(_:inRow:_:refused:sourceLocation:)-(_,_,[String:FieldValue],_,_)``
/// - ``submit(_:inRow:_:refused:sourceLocation:)-(_,_,[FieldEntry],_,_)``
/// - ``fill(_:with:emptying:sourceLocation:_:)``
/// - ``fill(_:with:sourceLocation:_:)``
/// - ``fill(_:with:emptying:refused:sourceLocation:)``
/// - ``select(_:in:sourceLocation:_:)``
/// - ``perform(_:_:sourceLocation:)``
/// - ``begin(_:sourceLocation:)``
///
/// ### Stating
/// - ``expect(sourceLocation:_:)``
/// - ``expect(_:sourceLocation:)``
/// - ``expect(as:_:sourceLocation:)``
/// - ``expectNext(as:_:sourceLocation:)``
/// - ``expectNotice(_:tone:button:opens:sourceLocation:)``
///
/// ### Skipping
/// - ``skipFrames(sourceLocation:until:)``
/// - ``skipToSettled(sourceLocation:)``
/// - ``skipNotices()``
/// - ``skipRest()``
public final class Scenario {
    /// The session that runs the feature.
    public let session: Session
    /// The last stated frame; `nil` before the first.
    public internal(set) var frame: Frame?
    /// The last stated notice; `nil` before the first.
    public internal(set) var notice: Notice?
    let viewer: Viewer
    let patience: Duration
    var pendingFrames: [Frame] = []
    var pendingNotices: [Notice] = []
    var calls: [ScenarioCall] = []
    var isRestSkipped = false

    init(session: Session, viewer: Viewer, patience: Duration) {
        (self.session, self.viewer, self.patience) = (session, viewer, patience)
    }

    /// The last stated screen; before the first frame, an empty one that is loading.
    public var screen: Screen { frame?.screen ?? Screen() }

    // MARK: - Events

    /// Returns the next frame; `nil` if none comes within the scenario's patience.
    func nextFrame() async -> Frame? {
        while pendingFrames.isEmpty, let event = await nextEvent() { keep(event) }
        return pendingFrames.isEmpty ? nil : pendingFrames.removeFirst()
    }

    /// Returns the next notice; `nil` if none comes within the scenario's patience.
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
        return await withTimeLimit(patience) { await viewer.next() }
    }
}
