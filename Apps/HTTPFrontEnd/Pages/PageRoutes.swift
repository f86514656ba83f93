import FeatureKit
import HTTPConnections
import HTTPTypes
import Hummingbird
import Interaction

/// The routes of the pages for people.
///
/// The extension in another file performs actions.
struct PageRoutes {
    var pages: Pages
    var features: RemoteFeatures
    let pool: SessionPool
    let streams: EventStreams
    let audit: Audit
    let calls: CallPlaces
    let browsers: Browsers
    let places: RenderingPlaces
    let departures: Departures
    let totals: RecordTotals
    let limit: Duration
    let clock: any Clock<Duration>

    init(
        pages: Pages, features: RemoteFeatures, pool: SessionPool, streams: EventStreams, audit: Audit,
        calls: CallPlaces, browsers: Browsers, places: RenderingPlaces, departures: Departures,
        totals: RecordTotals, limit: Duration, clock: any Clock<Duration>
    ) {
        (self.pages, self.features, self.pool, self.streams) = (pages, features, pool, streams)
        (self.audit, self.calls, self.browsers, self.limit, self.clock) = (audit, calls, browsers, limit, clock)
        (self.places, self.departures, self.totals) = (places, departures, totals)
    }

    var routes: [Route] {
        pages.files.routes + [
            Route(.get, "/") { request, context in
                await seen(by: context).pages.catalogue(
                    matching: (try? request.readQuery())?.texts["q"] ?? "", counting: totals.totals, for: request)
            },
            Route(.get, "/features/{feature}", visit: attended { try await seen(by: $1).arrive($0, $1) }),
            Route(
                .head, "/features/{feature}",
                visit: attended { try await seen(by: $1).arrive($0, $1).createHeadResponse() }),
            Route(
                .get, "/sessions/{session}",
                visit: attended { request, context in
                    let id = try context.parameters[part: "session"]
                    guard let live = try? pool.live(id) else {
                        return seen(by: context).pages.ended(pool.ended(id), for: request)
                    }
                    let isShared = !request.isOfScript || isShared(live, request)
                    var query = try request.readQuery()
                    return try await seen(by: context).show(
                        live, isShared: isShared, asking: DialogAddress(&query), request, context)
                }),
            Route(.get, "/sessions/{session}/live", produces: .events) { request, context in
                let live = try pool.live(context.parameters[part: "session"])
                let isShared = isShared(live, request)
                let addresses = try PageAddresses(of: live, isShared: isShared, among: seen(by: context).features)
                let log = live.log(of: isShared ? .sharedPage : .ownPage, for: live.rights(of: context.person))
                let rendering = StreamRendering(places: places, departures: departures, address: context.address)
                return try streams.open(
                    live.session, log, by: pages.encoder(at: addresses), in: rendering, for: request, context)
            },
            Route(
                .post, "/sessions/{session}/actions/{action}",
                visit: attended { try await seen(by: $1).perform($0, $1) }),
            Route(
                .post, "/sessions/{session}/lists/{list}/{action}",
                visit: attended { try await seen(by: $1).ask($0, $1) }),
            Route(
                .post, "/sessions/{session}/work/{work}/cancel",
                visit: attended { try await seen(by: $1).cancelWork($0, $1) }),
            Route(
                .get, "/sessions/{session}/running/{number}", visit: attended { try await seen(by: $1).follow($0, $1) }),
            // A browser shows these addresses after a form was sent. Reloading them redirects to the session's page.
            Route(.get, "/sessions/{session}/actions/{action}") { try await seen(by: $1).turnBack($0, $1) },
            Route(.get, "/sessions/{session}/lists/{list}/{action}") { try await seen(by: $1).turnBack($0, $1) },
        ]
    }

    /// Redirects to the page of a session.
    private func turnBack(_ request: Request, _ context: HostContext) async throws -> Response {
        let id = try context.parameters[part: "session"]
        guard let live = try? pool.live(id), !isShared(live, request) else { return .see(PageAddresses.shared(id)) }
        return .see(try pages.addresses(of: live, isShared: false, showing: await live.session.frame).page)
    }

    /// Returns the routes for the person of a request.
    private func seen(by context: HostContext) -> PageRoutes {
        var routes = self
        routes.pages = pages.seen(by: context)
        routes.features = routes.pages.features
        return routes
    }

    /// Returns a handler that is cancelled when the client goes.
    ///
    /// A call of an action goes on.
    private func attended(_ visit: @escaping Route.Visit) -> Route.Visit {
        { request, context in
            try await departures.attending(context.channel) { try await visit(request, context) }
        }
    }

    /// Waits for a place to render a response, and compresses the response there if the client wants this.
    ///
    /// - Throws: ``Problem`` (503) if the place comes too late; `CancellationError` if the client has gone.
    func render(
        for request: Request, _ context: HostContext, _ make: @escaping @Sendable () -> Response
    ) async throws -> Response {
        try await places.render(for: context.address) {
            let response = make()
            return Gzip.isWanted(for: response, by: request) ? await Gzip.compress(response) : response
        }
    }

    /// Returns whether a request belongs to the shared page of a session.
    ///
    /// A request belongs to the own page if it comes from the browser that began the session, and not from a shared
    /// page.
    func isShared(_ live: LiveSession, _ request: Request) -> Bool {
        guard let browser = live.browser, browsers.id(in: request) == browser else { return true }
        return (try? request.readQuery())?.lists[PageAddresses.sharedName] != nil
    }

    /// Answers the address of a place.
    private func arrive(_ request: Request, _ context: HostContext) async throws -> Response {
        try Arrival.refuseGuesses(request)
        let name = try context.parameters[part: "feature"]
        guard features.contains(name) else { return pages.unknownFeature(name, in: "/features/", for: request) }
        let feature = try features.feature(name)
        let sent = SentForm.options(in: try request.readQuery())
        var query = sent.query
        let id = query.remove(FeatureManifest.reservedOption)
        let dialog = DialogAddress(&query)
        query.removeUnknown(besides: feature.feature.manifest.options.map(\.name))
        let typed = query.shownTexts(for: feature.manifest.options)
        let browser = browsers.id(in: request)
        do {
            let options = try feature.options(query, isForm: true)
            // The address of a place has no empty texts, no defaults and no prefixes.
            if sent.isSent, let id { return .see(PageAddresses.inside(feature.address(options), id)) }
            let arrival = try await Arrival(
                of: request, at: options, in: feature, session: id, from: browser, among: pool)
            switch arrival {
            case .page(let live): return try await show(live, isShared: false, asking: dialog, request, context)
            case .call(let call, let live): return try await go(call, to: typed, in: live, request, context)
            case .sharedPage(let live): return .see(PageAddresses.shared(live.session.id))
            case .invitation:
                return pages.invitation(to: feature, typed: typed, beginning: dialog?.begun, for: request)
            case .head: return .see(nil)
            case .launch: return try await launch(feature, options, asking: dialog, browser, request, context)
            }
        } catch let refusal as InputRefused {
            // The person stays in the session if the session shows the options of the refused place.
            if let live = try session(id, of: browser, in: feature),
                refusal.fields.keys.allSatisfy({ live.browses($0) && query.lists[$0] != nil })
            {
                return try await refused(refusal, at: typed, in: live, request, context)
            }
            // If the query has no refused option, required options are missing. The person has made no mistake but has
            // not seen the form yet.
            guard refusal.fields.keys.contains(where: { query.lists[$0] != nil }) else {
                return pages.invitation(to: feature, typed: typed, for: request)
            }
            return pages.refused(refusal, of: feature, typed: typed, for: request)
        }
    }

    /// How long the way to a form waits for the loaded screen that has its button.
    private static let formPatience = Duration.seconds(2)
    /// How long the way from a record to its list waits for the rows of the list.
    private static let patience = Duration.milliseconds(300)

    /// Begins a session for a browser and redirects to its page.
    private func launch(
        _ feature: RemoteFeature, _ options: [String: FieldValue], asking dialog: DialogAddress?, _ browser: String?,
        _ request: Request, _ context: HostContext
    ) async throws -> Response {
        let (browser, cookie) = browser.map { ($0, nil) } ?? browsers.welcome(request)
        let session = try await pool.open(
            feature.feature, options: options, for: context.address, browser: browser, by: context.person)
        let live = try pool.live(session.id)
        // From the page of a record, the list begins at the row of the record, if it is loaded soon enough.
        let left = request.refererPath.flatMap { $0.hasPrefix(feature.address + "?") ? $0 : nil }
        let patience = dialog?.begun != nil ? Self.formPatience : left.map { _ in Self.patience }
        if let patience { _ = try? await session.settled(within: patience) }
        let frame = await session.frame
        let addresses = try pages.addresses(of: live, isShared: false, showing: frame)
        let fragment = left.map { frame.screen.fragment(from: $0, at: addresses) } ?? ""
        var response = Response.see(addresses.page(beginning: dialog?.begun) + fragment)
        response.headers[.setCookie] = cookie
        return response
    }

    /// Returns a browser's own session of a feature.
    private func session(_ id: String?, of browser: String?, in feature: RemoteFeature) throws -> LiveSession? {
        guard let id, let browser, let live = try pool.session(id, of: browser) else { return nil }
        return live.session.manifest.id == feature.id ? live : nil
    }

    /// Goes to another place in a browser's own session.
    ///
    /// - Parameter typed: The options in the address of the place.
    private func go(
        _ call: Call, to typed: [String: String], in live: LiveSession, _ request: Request, _ context: HostContext
    ) async throws -> Response {
        do {
            let work = try await start(call, key: nil, in: live, for: context)
            _ = try await work.value(within: limit, clock: clock)
            return try await show(live, isShared: false, request, context)
        } catch let error as FeatureError where error.code == .closed {
            throw error
        } catch let error where error.endsVisit {
            throw error
        } catch let refusal as InputRefused {
            return try await refused(refusal, at: typed, in: live, request, context)
        } catch {
            return try await failure(error, in: live, isShared: false, refusedForm: nil, request, context)
        }
    }

    /// Shows the page of a session that cannot show another place, with the reasons.
    ///
    /// - Parameter typed: The options in the address of the other place.
    private func refused(
        _ refusal: InputRefused, at typed: [String: String], in live: LiveSession, _ request: Request,
        _ context: HostContext
    ) async throws -> Response {
        let form = await live.session.frame.screen.forms.first { live.browsed[$0.action] != nil }
        let manifest = try features.feature(live.session.manifest.id).manifest
        let action = form?.action ?? live.browsed.keys.min() ?? ""
        let fields = manifest.action(named: action)?.fields ?? []
        let texts = fields.map { field in
            let option = manifest.options.first { $0.name == field.name }
            return (field.name, typed[field.name] ?? option?.defaultValue?.formText ?? "")
        }
        let sent = RefusedForm(
            action: action, preset: [:], typed: Dictionary(texts) { $1 }, originals: [:], refusal: refusal,
            form: form?.id)
        return try await failure(refusal, in: live, isShared: false, refusedForm: sent, request, context)
    }

    /// Shows a page of a session.
    ///
    /// - Parameter dialog: The open dialog.
    func show(
        _ live: LiveSession, isShared: Bool, asking dialog: DialogAddress? = nil, _ request: Request,
        _ context: HostContext
    ) async throws -> Response {
        let session = live.session
        if !isShared { _ = live.beginShowing() }
        let rights = live.rights(of: context.person)
        let frame = rights.shown(await session.frame)
        let work = live.isPerforming ? rights.shown(await session.work) : []
        let addresses = try pages.addresses(of: live, isShared: isShared, showing: frame)
        // Each notice is shown once. HEAD shows no notice, and neither does a loading page, which reloads itself.
        let showsNotices = !request.isOfScript && request.method == .get && !frame.screen.phase.isLoading
        let waiting =
            showsNotices
            ? pool.takeNotices(for: session.id, of: context.person) + (await session.takeNotices()) : []
        let shown = waiting.map(rights.shown)
        do {
            return try await render(for: request, context) {
                // The page's stream continues from this frame.
                live.log(of: isShared ? .sharedPage : .ownPage, for: rights)
                    .note(frame, by: pages.encoder(at: addresses))
                guard !request.isOfScript else {
                    return dialog.map { pages.dialog($0, on: frame, at: addresses) }
                        ?? pages.live(frame, at: addresses, notices: [])
                }
                // The list of the calls that take long has the link that reads the page again.
                let again = work.isEmpty ? addresses.page : nil
                let running = live.running.entries.map {
                    NoticeView(running: $0.form.action, number: $0.number, again: again)
                }
                let notices = running + pages.views(of: shown, at: addresses)
                return pages.session(
                    frame, at: addresses, notices: notices, work: work, asking: dialog, for: request)
            }
        } catch {
            pool.keep(waiting, for: session.id, to: context.person)
            throw error
        }
    }
}
