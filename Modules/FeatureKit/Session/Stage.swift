/// Where a view draws, and where passing messages are announced.
///
/// A stage belongs to one session and is used on that session's actor alone, where presenters and views run by
/// themselves. Using it from anywhere else changes nothing here: it fails the session by name.
///
/// What is drawn between two suspensions of the presenter becomes visible at once, as one ``Frame``.
///
/// ## Topics
/// - ``screen``
/// - ``announce(_:)``
public final class Stage {
    /// What the view shows, for those who are on the session for sure.
    private(set) var drawn: Screen
    private let link: Link?

    /// The notices that a stage without a session was given, in order; empty on a session's stage.
    public private(set) var announced: [Notice] = []

    /// Creates a stage of its own, to test a view without a session.
    public init(_ screen: Screen = Screen()) {
        (drawn, link) = (screen, nil)
    }

    init(link: Link) {
        (drawn, self.link) = (Screen(), link)
    }

    /// What the view shows.
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

    /// Says something in passing to everybody who watches, once.
    ///
    /// Each viewer attached in the process gets it exactly once. With none attached it waits for the first that comes, up
    /// to ``Session/noticeLifetime``, and no more than ``Session/waitingNoticesLimit`` of them; it is never repeated. The
    /// answer to an action carries the notices that the action caused.
    public func announce(_ notice: Notice) {
        guard let link else { return announced.append(notice) }
        guard link.admitsUse() else { return }
        link.session?.assumeIsolated { $0.announce(notice) }
    }
}

extension Stage {
    /// A stage's way to its session, which it does not keep alive.
    struct Link {
        let gate: SessionGate
        let probe: SessionGate.Probe

        /// Creates the link, on the session.
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
