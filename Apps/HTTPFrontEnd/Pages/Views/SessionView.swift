import FeatureKit

/// The page of a session.
///
/// It offers exactly what the screen offers, because the presenter decides what is possible.
struct SessionView {
    let session: String
    let feature: String
    /// The frame's revision.
    let revision: Int
    /// The address that starts the feature again with the same options.
    let again: String
    let notices: [NoticeView]
    /// The error messages of the refused form.
    let errors: [ErrorView]
    /// The text typed into a form that the screen no longer offers.
    let typed: [FieldsElement.Item]
    let title: TitleView
    let summary: SummaryView
    let phase: PhaseView
    let parts: PartsView
    let presses: PressesView
    let asks: AsksView

    /// Creates the page of a frame.
    ///
    /// - Parameters:
    ///   - frame: The session's frame.
    ///   - again: The address that starts the feature again with the same options.
    ///   - maker: Makes the views of its buttons and elements.
    ///   - notices: The notices to show.
    ///   - refusedForm: The refused form.
    ///   - isLasting: Whether the page does not reload itself while loading. A page that does has no forms, because
    ///     reloading would empty them.
    init(
        _ frame: Frame, again: String, maker: ActionMaker, notices: [NoticeView] = [], refusedForm: RefusedForm? = nil,
        isLasting: Bool
    ) {
        var maker = maker
        let screen = frame.screen
        (session, revision, self.again, feature) = (frame.session, frame.revision, again, maker.manifest.title)
        title = TitleView(screen, of: maker.manifest)
        summary = SummaryView(screen)
        self.notices = notices
        errors = refusedForm.map { maker.errors(of: $0) } ?? []
        phase = PhaseView(screen.phase, maker: &maker)
        parts = PartsView(id: PartsView.all, elements: screen.elements.map { maker.element($0) })
        let own = maker.actions(for: screen.buttons, in: "b")
        presses = PressesView(id: PressesView.own, actions: own.filter { !$0.asks })
        asks = AsksView(actions: isLasting || !screen.phase.isLoading ? own.filter(\.asks) : [])
        typed = maker.place.keepsTyped || maker.place.hasShownRefusedForm ? [] : refusedForm.map(maker.typed) ?? []
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

/// The phase of a screen.
struct PhaseView {
    /// The screen is loading.
    struct Loading {
        let message: String
        /// The progress in percent, if it is known.
        let percent: Int?
        /// The address that a person without script loads again.
        let address: String
    }

    /// The screen has failed.
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

/// The sentence below the heading.
struct SummaryView {
    let words: String?

    init(_ screen: Screen) { words = screen.summary }
}

extension PartsView {
    /// The id of the screen's own elements.
    static let all = "elements"
}

/// Buttons for the whole screen, or for a section.
struct PressesView {
    /// The id of the screen's own buttons.
    static let own = "presses"

    let id: String
    let actions: [ActionView]
}

/// The screen's forms.
struct AsksView {
    let actions: [ActionView]
}
