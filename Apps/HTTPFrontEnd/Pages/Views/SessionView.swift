import FeatureKit

/// The page of a session.
///
/// The page offers only what the screen offers, because the presenter decides which actions are possible.
struct SessionView {
    let session: String
    let feature: String
    /// The frame's revision.
    let revision: Int
    /// What the page's script appends to a revision, so that a stream begins anew for other rights.
    var rights = ""
    /// The address of the shown place, without the session.
    let place: String
    /// The address of the session's shared page; `nil` on the shared page itself.
    let sharing: String?
    let notices: [NoticeView]
    /// The calls that take long; `nil` for none.
    var work: WorkView?
    /// The error messages of a refused form that the screen no longer has.
    let errors: [ErrorView]
    /// The typed text of a refused form that the screen no longer has.
    let typed: [FieldsElement.Item]
    let title: TitleView

    /// Creates the page of a frame.
    ///
    /// - Parameters:
    ///   - frame: The session's frame.
    ///   - maker: The maker that has written the screen.
    ///   - notices: The notices to show.
    init(_ frame: Frame, maker: ActionMaker, notices: [NoticeView]) {
        let (place, screen) = (maker.place, frame.screen)
        (session, revision, feature) = (frame.session, frame.revision, maker.manifest.title)
        (self.place, sharing) = (place.addresses.shownPlace, place.addresses.isShared ? nil : place.addresses.shared)
        title = TitleView(screen, of: maker.manifest)
        self.notices = notices
        let lost = place.hasShownRefusedForm ? nil : place.refusedForm
        errors = lost.map { maker.errors(of: $0) } ?? []
        typed = place.keepsTyped ? [] : lost.map(maker.typed) ?? []
    }
}

/// The path to the shown place: the place that contains it, and its own heading.
struct UpView {
    /// The title of the place that contains the shown place.
    ///
    /// The catalogue contains the first place of a feature.
    let words: String
    let address: String?
    let here: String

    init(_ screen: Screen, maker: ActionMaker) {
        words = screen.up.map { $0.title ?? $0.feature } ?? "Features"
        address = screen.up == nil ? "/" : maker.address(of: screen.up)
        here = TitleView(screen, of: maker.manifest).heading
    }
}

/// The heading of a session's page.
struct TitleView {
    let heading: String
    /// The title of the page: the heading, then the feature's title.
    let page: String
    let tone: ToneView?

    init(_ screen: Screen, of manifest: FeatureManifest) {
        heading = screen.title.isEmpty ? manifest.title : screen.title
        page = heading == manifest.title ? heading : "\(heading) – \(manifest.title)"
        tone = ToneView(screen.tone)
    }
}

/// The phase of a screen.
struct PhaseView {
    /// The view of a screen that is loading.
    struct Loading {
        let message: String
        /// The progress in percent, if it is known.
        let percent: Int?
        /// The address of the link with which a person without script reloads the page.
        let address: String
    }

    /// The view of a screen that has failed.
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
            let percent = fraction?.percent
            loading = Loading(
                message: message ?? "Loading…", percent: percent, address: maker.place.addresses.page)
        case .failed(let message, let retry):
            failure = Failure(message: message, retry: retry.map { maker.action(for: $0, id: "retry") })
        }
    }
}

/// The sentence below the heading of the page.
struct SummaryView {
    let words: String?

    init(_ screen: Screen) { words = screen.summary }
}

/// The view of the buttons of a screen or of a section.
struct PressesView {
    /// The id of the group of the screen's own buttons.
    static let own = "presses"

    let id: String
    let actions: [ActionView]

    init(id: String, actions: [ActionView]) { (self.id, self.actions) = (id, actions) }

    /// Creates the view of the screen's own buttons that act at once.
    init(_ own: [ActionView]) { self.init(id: Self.own, actions: own.filter { !$0.asks && $0.step == nil }) }
}

/// The view of the buttons that lead to the neighbours of the record on the page.
struct StepsView {
    static let id = "steps"

    let actions: [ActionView]

    /// Creates the view; `nil` if the screen has no such buttons.
    init?(_ own: [ActionView]) {
        actions = own.filter { $0.step != nil }
        if actions.isEmpty { return nil }
    }
}

/// The forms of the screen's own buttons.
struct AsksView {
    let actions: [ActionView]
}
