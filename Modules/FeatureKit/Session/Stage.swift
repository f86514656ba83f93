/// The drawing surface of a view, and the place to announce notices.
///
/// A stage belongs to one session and must be used on that session's actor, where presenters and views run. A use from
/// outside changes nothing on the stage and fails the session by name.
///
/// All that is drawn between two suspensions of the presenter becomes visible at once, as one ``Frame``.
///
/// ## Topics
/// - ``screen``
/// - ``announce(_:)``
public final class Stage {
    /// The drawn screen, for code that is known to run on the session.
    private(set) var drawn: Screen
    private let link: Link?

    /// The notices that were announced on a stage without a session, in order; empty on the stage of a session.
    public private(set) var announced: [Notice] = []

    /// Creates a stage without a session, to test a view.
    public init(_ screen: Screen = Screen()) {
        (drawn, link) = (screen, nil)
    }

    init(link: Link) {
        (drawn, self.link) = (Screen(), link)
    }

    /// The screen that the view draws.
    ///
    /// Change it in place: `stage.screen.phase = .ready`.
    public var screen: Screen {
        get {
            guard let link, !link.admitsUse() else { return drawn }
            return link.gate.shownScreen
        }
        _modify {
            if let link, !link.admitsDraw() {
                var discarded = link.gate.shownScreen
                yield &discarded
            } else {
                yield &drawn
            }
        }
    }

    /// Announces a notice to all viewers.
    ///
    /// Each viewer attached in the process gets the notice exactly once. With no viewer attached, it waits for the
    /// first one, up to ``Session/noticeLifetime``; at most ``Session/waitingNoticesLimit`` notices wait. It is never
    /// replayed. The answer to an action carries the notices that the action has announced.
    public func announce(_ notice: Notice) {
        guard let link else { return announced.append(notice) }
        guard link.admitsUse() else { return }
        link.session?.assumeIsolated { $0.announce(notice) }
    }
}

extension Stage {
    /// The connection of a stage to its session, which it does not keep alive.
    struct Link {
        let gate: SessionGate
        let probe: SessionGate.Probe

        /// Creates the link; called on the session.
        init(gate: SessionGate) {
            self.gate = gate
            probe = gate.makeProbe()
        }

        var session: Session? { gate.session }

        func admitsUse() -> Bool { gate.admits(probe) }

        func admitsDraw() -> Bool {
            guard admitsUse() else { return false }
            session?.assumeIsolated { $0.scheduleCommit() }
            return true
        }
    }
}
