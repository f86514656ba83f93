import FeatureKit
import HTTPTypes
import Hummingbird

struct Pages: Sendable {
    /// The program's name.
    let name: String
    let version: String
    let files: PageFiles
    let themes: Themes
    /// The host's name for people.
    private let brandName: String
    private let features: RemoteFeatures
    /// Whether pages let people sign in and out.
    private let hasLogin: Bool

    init(
        name: String, version: String, brand: HostBrand, features: RemoteFeatures, themes: Themes, hasLogin: Bool
    ) {
        (self.name, self.version, self.features, self.hasLogin) = (name, version, features, hasLogin)
        (self.themes, files, brandName) = (themes, PageFiles(brand), brand.name ?? name)
    }

    /// Makes the page that lists the features.
    ///
    /// - Parameters:
    ///   - query: A text that the listed features contain in their title, summary or id, in any case.
    ///   - totals: Returns the numbers of the features' stored records, by feature id.
    ///   - request: The request for the page.
    func catalogue(
        matching query: String = "", counting totals: ([RemoteFeature]) async -> [String: Int] = { _ in [:] },
        for request: Request
    ) async -> Response {
        let searched = query.lowercased()
        let found = features.all.filter { feature in
            let manifest = feature.manifest
            return searched.isEmpty
                || [manifest.title, manifest.summary, manifest.id].contains {
                    $0.lowercased().utf8.firstRange(of: searched.utf8) != nil
                }
        }
        // A host with very many features would count for too long.
        let totals = found.count <= Pages.sideLimit ? await totals(found) : [:]
        let entries = found.map { feature in
            CatalogueView.Entry(
                title: feature.manifest.title, summary: feature.manifest.summary, address: feature.address,
                monogram: feature.monogram, total: totals[feature.id],
                form: feature.manifest.optionsToStart.isEmpty ? nil : optionsForm(of: feature, isStart: true))
        }
        let (total, shown) = (features.all.count, entries.count)
        let count = shown == total ? "\(total) on this host" : "\(shown) of \(total)"
        let view = CatalogueView(entries: entries, count: count, query: query.isEmpty ? nil : query)
        return page(title: "Features", query: view.query, for: request) { $0.catalogue(view) }
    }

    /// Makes the navigation of a page.
    ///
    /// A host with very many features has its catalogue instead, because each page would repeat them all. A feature with
    /// a required option is started from the catalogue, where the option has a control.
    private func side(of current: String?) -> [SideView] {
        guard features.all.count <= Pages.sideLimit else { return [] }
        return features.all.filter { $0.id == current || !$0.manifest.hasRequiredOption }.map { feature in
            SideView(
                title: feature.manifest.title, address: feature.address, monogram: feature.monogram,
                isCurrent: feature.id == current)
        }
    }

    /// The maximum number of features in the navigation of a page.
    private static let sideLimit = 60

    /// Makes a page of a session.
    ///
    /// - Parameters:
    ///   - frame: The session's frame.
    ///   - addresses: The addresses on the page.
    ///   - notices: The notices to show.
    ///   - refusedForm: The form that was refused, or `nil`.
    ///   - dialog: The dialog to show, or `nil`.
    ///   - request: The request that the page answers.
    ///   - status: The status of the response.
    func session(
        _ frame: Frame, at addresses: PageAddresses, notices: [NoticeView], refusedForm: RefusedForm? = nil,
        asking dialog: DialogAddress? = nil, for request: Request, status: HTTPResponse.Status = .ok
    ) -> Response {
        let isAnswer = status != .ok
        // The answer to a form must not reload itself: the person must have time to read it, and a reload would send
        // the form again.
        let refreshes = frame.screen.phase.isLoading && !isAnswer
        var maker = maker(at: addresses, refusedForm: refusedForm, key: newKey())
        maker.place.dialog = dialog
        maker.endsWhenCancelled = true
        var notices = notices
        if let dialog, frame.screen.button(asking: dialog) == nil {
            notices.append(NoticeView(Notice("This form is no longer available.", tone: .warning)))
        }
        var shown = HTML(capacity: 64 << 10)
        maker.shown(frame.screen, isLasting: !refreshes, to: &shown)
        let view = SessionView(frame, maker: maker, notices: notices)
        let shell = shell(
            title: isAnswer ? "Refused: \(view.title.page)" : view.title.page, side: side(of: addresses.manifest.id),
            refresh: refreshes ? addresses.page : nil, isLive: true, sharing: view.sharing, for: request)
        var html = HTML(capacity: shown.count + 16 << 10)
        html.page(shell) {
            $0.up(UpView(frame.screen, maker: maker))
        } main: {
            $0.session(view, showing: shown, in: shell)
        }
        return .page(html, status: status)
    }

    /// Makes the content of a session's page and its notices as JSON for the page's script.
    ///
    /// - Parameters:
    ///   - frame: The session's frame.
    ///   - addresses: The addresses on the page.
    ///   - notices: The notices to show.
    ///   - done: The notice that says that the action has succeeded, or `nil`.
    ///   - refusedForm: The form that was refused, or `nil`.
    ///   - opened: The address to which the page's person is sent.
    ///   - status: The status of the response.
    func live(
        _ frame: Frame, at addresses: PageAddresses, notices: [NoticeView], done: NoticeView? = nil,
        refusedForm: RefusedForm? = nil, opening opened: String? = nil, status: HTTPResponse.Status = .ok
    ) -> Response {
        var maker = maker(at: addresses, refusedForm: refusedForm, key: nil)
        var writer = JSONWriter(capacity: 8192)
        writer.page(frame, by: &maker, notices: notices, done: done, opened: opened)
        return .json(writer.bytes, status: status)
    }

    /// Makes an answer with what a page's stream does not bring.
    ///
    /// - Parameters:
    ///   - frame: The session's frame after the call.
    ///   - addresses: The addresses on the page.
    ///   - notices: The notices to show.
    ///   - running: The number of the running action; `nil` if the action has ended.
    ///   - done: The notice that says that the action has succeeded, or `nil`.
    ///   - opened: The address to which the page's person is sent.
    ///   - refusedForm: The form that was refused, or `nil`.
    ///   - status: The status of the response.
    func brief(
        _ frame: Frame, at addresses: PageAddresses, notices: [NoticeView] = [], running: Int? = nil,
        done: NoticeView? = nil, opening opened: String? = nil, refusedForm: RefusedForm? = nil,
        status: HTTPResponse.Status = .ok
    ) -> Response {
        var maker = maker(at: addresses, refusedForm: refusedForm, key: nil)
        var writer = JSONWriter(capacity: 256)
        writer.brief(frame, by: &maker, notices, running: running, done: done, opened: opened)
        return .json(writer.bytes, status: status)
    }

    /// Makes the dialog of a row's button as JSON for the page's script.
    func dialog(_ dialog: DialogAddress, on frame: Frame, at addresses: PageAddresses) -> Response {
        var maker = maker(at: addresses, refusedForm: nil, key: nil)
        var writer = JSONWriter(capacity: 4096)
        writer.dialog(dialog, on: frame, by: &maker)
        return .json(writer.bytes)
    }

    /// Makes the views of notices for a page of a session.
    func views(of notices: [Notice], at addresses: PageAddresses) -> [NoticeView] {
        guard !notices.isEmpty else { return [] }
        var maker = maker(at: addresses, refusedForm: nil, key: newKey())
        return notices.map { maker.notice($0) }
    }

    /// Returns the addresses on a page of a session, for the place that a frame shows.
    func addresses(of live: LiveSession, isShared: Bool, showing frame: Frame) throws -> PageAddresses {
        var addresses = try PageAddresses(of: live, isShared: isShared, among: features)
        addresses.show(frame.screen)
        return addresses
    }

    /// Makes the encoder of events for a session's page.
    func encoder(at addresses: PageAddresses) -> PageEncoder {
        PageEncoder(maker: maker(at: addresses, refusedForm: nil, key: nil))
    }

    private func maker(at addresses: PageAddresses, refusedForm: RefusedForm?, key: String?) -> ActionMaker {
        ActionMaker(
            manifest: addresses.manifest, place: FormPlace(addresses: addresses, refusedForm: refusedForm, key: key))
    }

    /// Makes a prefix for the idempotency keys of a page's forms.
    private func newKey() -> String { String(Session.randomID().prefix(8)) }

    /// Makes the page for an ended or unknown session.
    ///
    /// If a person sent a form after the session's end, the page shows the typed text.
    func ended(_ session: EndedSession?, typed: [FieldsElement.Item] = [], for request: Request) -> Response {
        var links = [MessageView.Link(address: "/", label: "All features")]
        if let session, let feature = try? features.feature(session.feature) {
            links.insert(
                .init(address: feature.address(session.options), label: "Start \(feature.manifest.title) again"), at: 0)
        }
        let view = MessageView(
            heading: "This session has ended",
            detail:
                "It was closed, or it was unused for too long. Start a new session.",
            typed: typed, links: links)
        return page(title: view.heading, for: request, status: .notFound) { $0.message(view) }
    }

    /// Makes the page for an id that no feature has.
    ///
    /// - Parameters:
    ///   - id: The id.
    ///   - folder: The path that a feature's id follows, such as `/features/`.
    ///   - request: The request for the page.
    func unknownFeature(_ id: String, in folder: String, for request: Request) -> Response {
        let nearest = nearestMatch(to: id, among: features.all.flatMap { [$0.id, $0.manifest.title] })
        let near = nearest.flatMap { name in features.all.first { $0.id == name || $0.manifest.title == name } }
        let links = near.map { [MessageView.Link(address: folder + $0.id, label: $0.manifest.title)] } ?? []
        let view = MessageView(
            heading: "There is no such feature",
            detail: "This host has no feature \(id.quoted)."
                + (near.map { " Did you mean \($0.manifest.title)?" } ?? ""),
            links: links + [MessageView.Link(address: "/", label: "All features")])
        return page(title: view.heading, for: request, status: .notFound) { $0.message(view) }
    }

    /// Makes the page that offers to start a feature.
    ///
    /// It appears after a link from another site, and when required options are missing.
    func invitation(to feature: RemoteFeature, typed: [String: String], for request: Request) -> Response {
        let view = MessageView(
            heading: feature.manifest.title, detail: feature.manifest.summary,
            form: optionsForm(of: feature, typed: typed),
            links: [MessageView.Link(address: "/", label: "All features")])
        return page(title: view.heading, in: feature.id, for: request) { $0.message(view) }
    }

    /// Makes the page for refused options, with a form to correct them.
    ///
    /// The form shows only the refused options. It keeps the other ones and leaves out unknown ones.
    func refused(
        _ refusal: InputRefused, of feature: RemoteFeature, typed: [String: String], for request: Request
    ) -> Response {
        let options = feature.manifest.options
        let view = MessageView(
            heading: feature.manifest.title, detail: "Please correct the options of this address.",
            errors: ErrorView.list(refusal, fields: options, in: feature.id, of: feature.manifest),
            form: optionsForm(of: feature, typed: typed, refusal: refusal),
            links: [MessageView.Link(address: "/", label: "All features")])
        return page(
            title: "Refused: \(view.heading)", in: feature.id, for: request, status: .unprocessableContent
        ) { $0.message(view) }
    }

    /// Makes the HTML of the page that shows a problem.
    ///
    /// - Parameters:
    ///   - problem: The problem.
    ///   - request: The request that the page answers; `nil` if the connection refused it.
    @Sendable
    func html(of problem: Problem, for request: Request?) -> [UInt8] {
        let view = MessageView(
            heading: problem.status.reasonPhrase, detail: problem.detail,
            links: [MessageView.Link(address: "/", label: "All features")])
        // People who are not signed in do not see the features.
        let side = hasLogin || request == nil ? [] : side(of: nil)
        var html = HTML(capacity: 8192)
        html.page(shell(title: view.heading, side: side, for: request)) { _ in
        } main: {
            $0.message(view)
        }
        return html.withBytes { Array($0) }
    }

    private func optionsForm(
        of feature: RemoteFeature, typed: [String: String]? = nil, refusal: InputRefused? = nil, isStart: Bool = false
    ) -> FormView {
        let options = isStart ? feature.manifest.optionsToStart : feature.manifest.options
        let shown = refusal.map { refusal in options.filter { refusal.advice[$0.name] != nil } } ?? options
        let controls = shown.map { option in
            ControlView(
                option, id: "\(feature.id):\(option.name)", typed: typed?[option.name],
                error: refusal?.advice[option.name], isPosted: false)
        }
        let kept = options.filter { option in !shown.contains { $0.name == option.name } }.flatMap { option in
            let text = typed?[option.name]
            let texts = option.kind.isList ? text?.formLines ?? [] : text.map { [$0] } ?? []
            return texts.map { HiddenControl(name: option.name, value: $0) }
        }
        return FormView(
            method: "get", address: feature.address, submit: "Start \(feature.manifest.title)",
            role: refusal == nil ? nil : "primary",
            disabled: false, controls: controls.focusingFirstError, refused: refusal != nil, kept: kept)
    }

    /// Makes a page without a session.
    ///
    /// - Parameters:
    ///   - title: The title of the page.
    ///   - feature: The id of the feature to which the page belongs.
    ///   - hasSide: Whether the page has a navigation, and offers to sign out.
    ///   - query: The text for which a person searched among the features.
    ///   - request: The request for the page.
    ///   - status: The status of the response.
    ///   - fields: Further header fields of the response.
    ///   - crumbs: Writes the path to the page.
    ///   - main: Writes the content of the page.
    func page(
        title: String, in feature: String? = nil, hasSide: Bool = true, query: String? = nil, for request: Request,
        status: HTTPResponse.Status = .ok, _ fields: HTTPFields = [:], crumbs: (inout HTML) -> Void = { _ in },
        main: (inout HTML) -> Void
    ) -> Response {
        var html = HTML(capacity: 16 << 10)
        let shell = shell(
            title: title, side: hasSide ? side(of: feature) : [], query: query, canSignOut: hasSide, for: request)
        html.page(shell, crumbs: crumbs, main: main)
        return .page(html, status: status, fields)
    }

    /// Makes what surrounds the content of a page.
    private func shell(
        title: String, side: [SideView], query: String? = nil, refresh: String? = nil, isLive: Bool = false,
        sharing: String? = nil, canSignOut: Bool = true, for request: Request?
    ) -> PageView {
        let theme = request.map(themes.theme) ?? .system
        return PageView(
            brand: brandName, version: version,
            styles: ([files.style] + (isLive ? [] : [files.plainStyle])).map(\.address), icon: files.iconAddress,
            logo: files.logo?.address, theme: theme == .system ? nil : theme.rawValue,
            themes: ThemeView.list(chosen: theme), title: title, side: side, query: query, refresh: refresh,
            script: isLive ? files.script.address : nil, finder: files.finder.address, sharing: sharing,
            hasLogin: hasLogin && canSignOut)
    }
}
