import FeatureKit

/// The page of a session.
struct SessionView {
    /// Work under way.
    struct Loading {
        let message: String
        /// How much is done in percent, where it is known.
        let percent: Int?
    }

    /// What went wrong with the whole screen.
    struct Failure {
        let message: String
        let retry: ActionView?
    }

    let feature: String
    let heading: String
    let tone: ToneView?
    let notices: [NoticeView]
    /// What was refused, field by field.
    let errors: [ErrorView]
    let loading: Loading?
    let failure: Failure?
    let elements: [Any]
    /// Buttons for the whole screen, and forms that are closed until they are wanted.
    let presses: [ActionView]
    /// Forms for the whole screen.
    let asks: [ActionView]
}

extension SessionView {
    /// Describes the page of a frame.
    ///
    /// It offers what the screen offers, and nothing else: what can be done now is the presenter's to say. While the screen
    /// is loading, forms wait: the page refreshes itself and would empty them.
    ///
    /// - Parameters:
    ///   - frame: What the session shows.
    ///   - feature: Its feature.
    ///   - notices: What to say in passing.
    ///   - attempt: What was sent and refused.
    ///   - isKnown: Whether there is a feature of an id to link to.
    init(
        _ frame: Frame, of feature: RemoteFeature, notices: [Notice], attempt: Attempt?, isKnown: (String) -> Bool
    ) {
        let screen = frame.screen
        var maker = ActionMaker(manifest: feature.manifest, place: FormPlace(session: frame.session, attempt: attempt))
        self.feature = feature.manifest.title
        heading = screen.title.isEmpty ? feature.manifest.title : screen.title
        tone = ToneView(screen.tone)
        self.notices = notices.map(NoticeView.init)
        errors = attempt.map { maker.errors(of: $0) } ?? []
        switch screen.phase {
        case .ready: (loading, failure) = (nil, nil)
        case .loading(let message, let fraction):
            loading = Loading(
                message: message ?? "Loading…", percent: fraction.map { Int(min(max($0, 0), 1) * 100) })
            failure = nil
        case .failed(let message, let retry):
            loading = nil
            failure = Failure(message: message, retry: retry.map { maker.action(for: $0) })
        }
        elements = screen.elements.compactMap { maker.element($0, isKnown: isKnown) }
        let own = screen.buttons.map { maker.action(for: $0) }
        let takesForms = !screen.phase.isLoading || attempt != nil
        presses = own.filter { !$0.asks }
        asks = takesForms ? own.filter(\.asks) : []
    }
}
