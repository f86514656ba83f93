public import FeatureKit

/// A running feature under test.
///
/// The test declares each frame and notice that it expects.
///
/// ``withScenario(of:options:clock:patience:sourceLocation:_:)`` creates a scenario. Each step acts on the screen that
/// the test expected last, so a test never depends on timing.
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
/// - ``perform(_:_:as:sourceLocation:)``
/// - ``begin(_:as:sourceLocation:)``
/// - ``person``
///
/// ### Expecting
/// - ``expect(sourceLocation:_:)``
/// - ``expect(_:sourceLocation:)``
/// - ``expect(as:_:sourceLocation:)``
/// - ``expectNext(as:_:sourceLocation:)``
/// - ``expectNotice(_:tone:button:opens:sourceLocation:)``
/// - ``expectWork(_:sourceLocation:)``
/// - ``expectOpened(_:sourceLocation:)``
///
/// ### Skipping
/// - ``skipFrames(sourceLocation:until:)``
/// - ``skipToSettled(sourceLocation:)``
/// - ``skipNotices()``
/// - ``skipRest()``
public final class Scenario {
    /// The session that runs the feature.
    public let session: Session
    /// The last frame that the test expected, or `nil` before the first.
    public internal(set) var frame: Frame?
    /// The last notice that the test expected, or `nil` before the first.
    public internal(set) var notice: Notice?
    /// The person of the calls, at first one with every role; `nil` for nobody.
    public var person: Person? = Scenario.tester
    /// A person who has every role.
    static let tester = Person(id: "tester", name: "Tester", roles: .all)
    let viewer: Viewer
    let patience: Duration
    var pendingFrames: [Frame] = []
    var pendingNotices: [Notice] = []
    var calls: [ScenarioCall] = []
    var isRestSkipped = false

    init(session: Session, viewer: Viewer, patience: Duration) {
        (self.session, self.viewer, self.patience) = (session, viewer, patience)
    }

    /// The last screen that the test expected.
    ///
    /// Before the first frame, this is an empty screen in the loading phase.
    public var screen: Screen { frame?.screen ?? Screen() }

    // MARK: - Events

    /// Returns the next frame, or `nil` if no frame arrives within the scenario's patience.
    func nextFrame() async -> Frame? {
        while pendingFrames.isEmpty, let event = await nextEvent() { keep(event) }
        return pendingFrames.isEmpty ? nil : pendingFrames.removeFirst()
    }

    /// Returns the next notice, or `nil` if no notice arrives within the scenario's patience.
    func nextNotice() async -> Notice? {
        while pendingNotices.isEmpty, let event = await nextEvent() { keep(event) }
        return pendingNotices.isEmpty ? nil : pendingNotices.removeFirst()
    }

    func keep(_ event: Viewer.Event) {
        switch event {
        case .frame(let frame): pendingFrames.append(frame)
        case .notice(let notice): pendingNotices.append(notice)
        case .work: break
        case .viewers: break
        }
    }

    private func nextEvent() async -> Viewer.Event? {
        let viewer = viewer
        return await withTimeLimit(patience) { await viewer.next() }
    }
}
