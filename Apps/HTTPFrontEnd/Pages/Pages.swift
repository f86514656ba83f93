import FeatureKit
import HTTPTypes
import Hummingbird
import Interaction

struct Pages: Sendable {
    /// The program's name.
    let name: String
    let version: String
    let files: PageFiles
    let themes: Themes
    /// The host's name for people.
    private let brandName: String
    /// The features that the person of the page may use.
    private(set) var features: RemoteFeatures
    /// The person of the page; `nil` if nobody is known.
    private(set) var person: Person?
    /// Whether a reverse proxy has named the person, so that no page can sign the person out.
    private var isNamedByProxy = false
    /// Whether the host uses TLS.
    private let isSecure: Bool
    /// Whether pages let people sign in and out.
    private let hasLogin: Bool
    /// Whether the host serves only people with a sign-in.
    private let hasPersons: Bool
    /// The parts that pages have written; `nil` if each page writes all its parts.
    private let written: WrittenParts?

    init(
        name: String, version: String, brand: HostBrand, features: RemoteFeatures, themes: Themes, isSecure: Bool,
        hasLogin: Bool, hasPersons: Bool, written: WrittenParts? = WrittenParts()
    ) {
        (self.name, self.version, self.features, self.hasLogin) = (name, version, features, hasLogin)
        (self.isSecure, self.hasPersons, self.written) = (isSecure, hasPersons, written)
        (self.themes, files, brandName) = (themes, PageFiles(brand), brand.name ?? name)
    }

    /// Returns the pages for the person of a request.
    func seen(by context: HostContext) -> Pages {
        var pages = self
        pages.features = features.seen(by: context.person)
        (pages.person, pages.isNamedByProxy) = (context.person, context.isNamedByProxy)
        return pages
    }

    /// Makes the page that lists the features.
    ///
    /// - Parameters:
    ///   - query: A text that the listed features contain in their title, summary or id, in any case.
    ///   - totals: Returns the numbers of the features' stored records and their last changes, by feature id.
    ///   - request: The request for the page.
    func catalogue(
        matching query: String, counting totals: ([RemoteFeature]) async -> [String: RecordTotals.Total],
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
                title: feature.manifest.title, summary: feature.manifest.summary, address: feature.address,
                monogram: feature.monogram, isCurrent: feature.id == current)
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
    ///   - work: The calls that take long.
    ///   - refusedForm: The form that was refused, or `nil`.
    ///   - dialog: The dialog to show, or `nil`.
    ///   - request: The request that the page answers.
    ///   - status: The status of the response.
    func session(
        _ frame: Frame, at addresses: PageAddresses, notices: [NoticeView], work: [RunningWork] = [],
        refusedForm: RefusedForm? = nil, asking dialog: DialogAddress? = nil, for request: Request,
        status: HTTPResponse.Status = .ok
    ) -> Response {
        let isAnswer = status != .ok
        // The answer to a form must not reload itself: the person must have time to read it, and a reload would send
        // the form again.
        let refreshes = frame.screen.phase.isLoading && !isAnswer
        var maker = maker(at: addresses, refusedForm: refusedForm, key: newKey())
        maker.place.dialog = dialog
        maker.endsWhenCancelled = true
        var notices = notices
        if let dialog, let lack = maker.lack(of: dialog, on: frame.screen) {
            notices.append(NoticeView(Notice(lack, tone: .warning)))
        }
        var shown = HTML(capacity: 64 << 10)
        maker.shown(frame.screen, isLasting: !refreshes, to: &shown)
        var view = SessionView(frame, maker: maker, notices: notices)
        view.work = WorkView(work, at: addresses)
        view.rights = Rights(of: person, in: addresses.manifest).tag.map { "-\($0)" } ?? ""
        let shell = shell(
            title: isAnswer ? "Refused: \(view.title.page)" : view.title.page, side: side(of: addresses.manifest.id),
            refresh: refreshes ? addresses.page(beginning: dialog?.begun) : nil, isLive: true,
            sharing: SharingView(
                address: request.origin(isSecure: isSecure) + addresses.shared, opens: view.sharing), for: request)
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

    /// Makes the writer of a session's screen.
    func maker(at addresses: PageAddresses, refusedForm: RefusedForm?, key: String?) -> ActionMaker {
        ActionMaker(
            manifest: addresses.manifest, place: FormPlace(addresses: addresses, refusedForm: refusedForm, key: key),
            written: written)
    }

    /// Makes the idempotency key of a page's forms.
    private func newKey() -> String { String(Session.randomID().prefix(8)) }

    /// Makes the HTML of the page that shows a problem.
    ///
    /// - Parameters:
    ///   - problem: The problem.
    ///   - request: The request that the page answers; `nil` if the connection refused it.
    ///   - context: The context of the request.
    @Sendable
    func html(of problem: Problem, for request: Request?, in context: HostContext?) -> [UInt8] {
        let view = MessageView(
            heading: problem.status.reasonPhrase, detail: problem.detail,
            links: [.allFeatures])
        let pages = context.map(seen) ?? self
        // On a host with sign-ins, strangers see no features.
        let isStranger = request == nil || (hasPersons && pages.person == nil)
        let side = isStranger ? [] : pages.side(of: nil)
        var html = HTML(capacity: 8192)
        html.page(pages.shell(title: view.heading, side: side, canSignOut: !isStranger, for: request)) { _ in
        } main: {
            $0.message(view)
        }
        return html.withBytes { Array($0) }
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
        sharing: SharingView? = nil, canSignOut: Bool = true, for request: Request?
    ) -> PageView {
        let theme = request.map(themes.theme) ?? .system
        return PageView(
            brand: brandName, version: version,
            styles: ([files.style] + (isLive ? [] : [files.plainStyle])).map(\.address), icon: files.iconAddress,
            logo: files.logo?.address, theme: theme == .system ? nil : theme.rawValue,
            themes: ThemeView.list(chosen: theme), title: title, side: side, query: query, refresh: refresh,
            script: isLive ? files.script.address : nil, finder: files.finder.address,
            further: files.further.address, sharing: sharing, account: account(canSignOut: canSignOut))
    }

    /// Makes the view of the person who is signed in; `nil` on a page that tells no person.
    private func account(canSignOut: Bool) -> AccountView? {
        if isNamedByProxy { return AccountView(name: person?.name, canSignOut: false) }
        return hasLogin && canSignOut ? AccountView(name: person?.name, canSignOut: true) : nil
    }
}
