/// The object on which a view draws its screen and announces notices.
///
/// A stage belongs to one session. Use it only on that session's actor, on which presenters and views run. A use from
/// outside does not change the stage. It fails the session with an error that names the feature.
///
/// Everything that a view draws between two suspensions of the presenter becomes visible at once, as one ``Frame``.
///
/// ## Topics
/// - ``screen``
/// - ``announce(_:)``
/// - ``address``
/// - ``open(_:)``
public final class Stage {
    /// The drawn screen.
    ///
    /// Only code that runs on the session may use this property, because the property does not check the caller.
    private(set) var drawn: Screen
    private let link: Link?

    /// The notices that were announced on a stage without a session, in order.
    ///
    /// It is empty if the stage has a session.
    public private(set) var announced: [Notice] = []

    /// The places that were opened on a stage without a session, in order.
    ///
    /// It is empty if the stage has a session.
    public private(set) var opened: [FeatureLink] = []

    /// Creates a stage without a session.
    ///
    /// Use it to test a view.
    public init(_ screen: Screen = Screen()) {
        (drawn, link) = (screen, nil)
    }

    init(link: Link) {
        (drawn, self.link) = (Screen(), link)
    }

    /// The screen that the view draws.
    ///
    /// Change the screen in place: `stage.screen.phase = .ready`.
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
    /// Each attached viewer gets the notice exactly once. If no viewer is attached, the notice waits for the first
    /// viewer for at most ``Session/noticeLifetime``. At most ``Session/waitingNoticesLimit`` notices wait. A notice is
    /// never replayed. The answer to an action contains the notices that the action has announced.
    public func announce(_ notice: Notice) {
        guard let link else { return announced.append(notice) }
        guard link.admitsUse() else { return }
        link.session?.assumeIsolated { $0.announce(notice) }
    }

    /// The options with which a new launch shows the same place as this stage.
    ///
    /// At first they are the options of the session's launch. On a stage without a session they are empty at first.
    ///
    /// A view that shows another place, such as one record instead of all, assigns that place's options. Front ends
    /// make links, bookmarks and commands from these options.
    public var address: [String: FieldValue] {
        get { screen.address ?? link?.session?.options.values ?? [:] }
        set { screen.address = newValue }
    }

    /// Sends the person who performed the current action to another place.
    ///
    /// A page loads the place. A terminal opens it, and Esc leads back. The answer of the API names the place. If an
    /// action calls this method several times, the last call counts. Outside an action the call has no effect.
    public func open(_ place: FeatureLink) {
        guard let link else { return opened.append(place) }
        guard link.admitsUse() else { return }
        link.session?.assumeIsolated { $0.open(place) }
    }
}

extension Stage {
    /// The connection of a stage to its session.
    ///
    /// It does not keep the session alive.
    struct Link {
        let gate: SessionGate
        let probe: SessionGate.Probe

        /// Creates the link.
        ///
        /// Call this initializer on the session's actor.
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
