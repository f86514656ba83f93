import FeatureKit

/// The page of a session.
///
/// It offers what the screen offers, and nothing else: what can be done now is the presenter's to say.
struct SessionView {
    let session: String
    let feature: String
    /// The frame that it shows.
    let revision: Int
    /// The address that starts the feature again with the same options.
    let again: String
    let notices: [NoticeView]
    /// What was refused, field by field.
    let errors: [ErrorView]
    /// What was typed into a form that the screen does not offer any more.
    let typed: [FieldsElement.Item]
    let title: TitleView
    let phase: PhaseView
    let elements: [ElementView]
    let presses: PressesView
    let asks: AsksView

    /// Describes the page of a frame.
    ///
    /// - Parameters:
    ///   - frame: What the session shows.
    ///   - again: The address that starts the feature again with the same options.
    ///   - maker: Makes its buttons and elements.
    ///   - notices: What to say in passing.
    ///   - attempt: What was sent and refused.
    ///   - isLasting: Whether the page stays as it is while it loads. One that refreshes itself would empty its forms, so
    ///     that it has none.
    init(
        _ frame: Frame, again: String, maker: ActionMaker, notices: [NoticeView] = [], attempt: Attempt? = nil,
        isLasting: Bool
    ) {
        var maker = maker
        let screen = frame.screen
        (session, revision, self.again, feature) = (frame.session, frame.revision, again, maker.manifest.title)
        title = TitleView(screen, of: maker.manifest)
        self.notices = notices
        errors = attempt.map { maker.errors(of: $0) } ?? []
        phase = PhaseView(screen.phase, maker: &maker)
        elements = screen.elements.map { maker.element($0) }
        let own = maker.actions(for: screen.buttons, in: "b")
        presses = PressesView(actions: own.filter { !$0.asks })
        asks = AsksView(actions: isLasting || !screen.phase.isLoading ? own.filter(\.asks) : [])
        typed = maker.place.keepsTyped || maker.place.hasShownAttempt ? [] : attempt.map(maker.typed) ?? []
    }
}

/// The heading of a session's page.
struct TitleView {
    let heading: String
    let tone: ToneView?

    init(_ screen: Screen, of manifest: FeatureManifest) {
        heading = screen.title.isEmpty ? manifest.title : screen.title
        tone = ToneView(screen.tone)
    }
}

/// How far a screen is.
struct PhaseView {
    /// Work under way.
    struct Loading {
        let message: String
        /// How much is done in percent, where it is known.
        let percent: Int?
        /// Where a person without script looks again.
        let address: String
    }

    /// What went wrong with the whole screen.
    struct Failure {
        let message: String
        let retry: ActionView?
    }

    private(set) var loading: Loading?
    private(set) var failure: Failure?

    init(_ phase: Phase, maker: inout ActionMaker) {
        switch phase {
        case .ready: break
        case .loading(let message, let fraction):
            let percent = fraction.map { Int(min(max($0, 0), 1) * 100) }
            loading = Loading(
                message: message ?? "Loading…", percent: percent, address: "/sessions/\(maker.place.session)")
        case .failed(let message, let retry):
            failure = Failure(message: message, retry: retry.map { maker.action(for: $0, id: "retry") })
        }
    }
}

/// Buttons for the whole screen.
struct PressesView {
    let actions: [ActionView]
}

/// Forms for the whole screen.
struct AsksView {
    let actions: [ActionView]
}
