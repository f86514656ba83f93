import FeatureKit
import HTTPTypes
import Hummingbird

/// The routes of the pages for people.
struct PageRoutes {
    let pages: Pages
    let features: RemoteFeatures
    let pool: SessionPool
    let streams: EventStreams
    let metrics: HostMetrics
    let calls: CallPlaces
    let limit: Duration
    let clock: any Clock<Duration>

    private let styleSheet = StaticContent(Templates.styleSheet, ResponseFields.styleSheet)
    private let script = StaticContent(Templates.script, ResponseFields.script)

    init(
        pages: Pages, features: RemoteFeatures, pool: SessionPool, streams: EventStreams, metrics: HostMetrics,
        calls: CallPlaces, limit: Duration, clock: any Clock<Duration>
    ) {
        (self.pages, self.features, self.pool, self.streams) = (pages, features, pool, streams)
        (self.metrics, self.calls, self.limit, self.clock) = (metrics, calls, limit, clock)
    }

    var routes: [Route] {
        [
            Route(.get, "/") { _, _ in pages.catalogue() },
            Route(.get, "/style.css", isOpen: true) { request, _ in styleSheet.response(to: request) },
            Route(.get, "/live.js", isOpen: true) { request, _ in script.response(to: request) },
            Route(.get, "/features/{feature}", visit: start),
            Route(.head, "/features/{feature}") { request, context in
                try await start(request, context).createHeadResponse()
            },
            Route(.get, "/sessions/{session}", handler: show),
            Route(.get, "/sessions/{session}/live", produces: .events) { request, context in
                let live = try pool.live(context.parameters[part: "session"])
                let encoder = try pages.encoder(of: live.session)
                return try streams.open(live.session, live.pages, by: encoder, for: request, context)
            },
            Route(.post, "/sessions/{session}/actions/{action}", visit: perform),
            Route(.get, "/sessions/{session}/running/{number}", visit: follow),
            // A browser shows this address after a refused form. Reloading the address redirects to the session's page.
            Route(.get, "/sessions/{session}/actions/{action}") { _, parameters in
                .see("/sessions/\(try parameters[part: "session"])")
            },
        ]
    }

    /// Starts a session and redirects to its page.
    ///
    /// Only a person's navigation starts a session. A prefetch of this address starts no session, and a page that
    /// embeds this address starts none either. A page of another site could make a browser open this address again and
    /// again, so a link from another site shows a form first.
    @Sendable
    private func start(_ request: Request, _ context: HostContext) async throws -> Response {
        let isGuess = [HTTPField.Name.secPurpose, .purpose].contains {
            request.headers[$0]?.contains("prefetch") ?? false
        }
        if isGuess { throw Problem(.forbidden, "this address starts a session, so it cannot be prefetched") }
        if let destination = request.headers[.secFetchDest], destination != "document" {
            throw Problem(
                .forbidden,
                "this address starts a session, so only navigation may load it, not \(destination.quoted)")
        }
        let feature = try features.feature(context.parameters[part: "feature"])
        let query = try request.readQuery()
        do {
            let options = try feature.options(query, isForm: true)
            if let site = request.headers[.secFetchSite], site != "same-origin", site != "none" {
                return pages.invitation(to: feature, typed: query.shownTexts(for: feature.manifest.options))
            }
            // A HEAD request starts no session, so there is no address for a redirect.
            guard request.method == .get else { return .see(nil) }
            let session = try await pool.open(
                feature.feature, options: options, for: context.address, isOfPage: true)
            return .see("/sessions/\(session.id)")
        } catch let refusal as InputRefused {
            let typed = query.shownTexts(for: feature.manifest.options)
            // If the query has no refused option, required options are missing. The person has made no mistake but has
            // not seen the form yet.
            guard refusal.fields.keys.contains(where: { query.lists[$0] != nil }) else {
                return pages.invitation(to: feature, typed: typed)
            }
            return pages.refused(refusal, of: feature, typed: typed)
        }
    }

    /// Shows the page of a session.
    @Sendable
    private func show(_ request: Request, _ parameters: Parameters) async throws -> Response {
        let id = try parameters[part: "session"]
        guard let live = try? pool.live(id) else { return pages.ended(pool.ended(id)) }
        let session = live.session
        let frame = await session.frame
        // The page's stream continues from this frame.
        live.pages.note(frame, by: try pages.encoder(of: session))
        guard !request.isOfScript else { return try pages.live(frame, of: session, notices: []) }
        var notices = live.running.entries.map {
            NoticeView(running: $0.form.action, number: $0.number, in: id)
        }
        // Each notice is shown once. HEAD shows no notice, and neither does a loading page, which reloads itself.
        if request.method == .get, !frame.screen.phase.isLoading {
            notices += try pages.views(of: pool.takeNotices(for: id) + (await session.takeNotices()), in: session)
        }
        return try pages.session(frame, of: session, notices: notices)
    }

    /// Performs the action of a form.
    ///
    /// Answers a browser with a redirect to the session's page, and the page's script with the new content of the page.
    @Sendable
    private func perform(_ request: Request, _ context: HostContext) async throws -> Response {
        let id = try context.parameters[part: "session"]
        guard let live = try? pool.live(id) else { return try await ended(id, request, context.parameters) }
        let session = live.session
        let (isOfScript, isBrief) = (request.isOfScript, request.isBrief)
        var sent: SentForm?
        do {
            let action = try features.feature(session.manifest.id).action(try context.parameters[part: "action"])
            let form = try await SentForm(request, for: action)
            sent = form
            let call = try form.call()
            // On a page without script, a form keeps its key even if its text is changed and the form is sent again.
            // The call's hash is therefore a part of the key.
            let key = request.headers[.idempotencyKey] ?? form.key.map { "\($0) \(call.hashValue)" }
            // After a double click or a second sending of the same form, the action is performed once.
            let (address, isUrgent) = (context.address, live.isUrgent(action.name))
            let work = try live.actions.start(key: key, fingerprint: call, from: address, isUrgent: isUrgent) {
                // Other viewers get the notices from their streams. The person who sent the form gets the notices from
                // this call, even if it exceeds the time limit.
                let answer = try await calls.counting(address, isUrgent: isUrgent) {
                    try await metrics.timingAction(of: session.manifest.id, clock: clock) {
                        try await session.perform(call, expecting: nil, takesNotices: true)
                    }
                }
                if !isOfScript { pool.keep(answer.notices, for: id) }
                return answer
            }
            let answer = try await work.value(within: limit, clock: clock)
            guard let answer else {
                let (number, isNew) = live.running.add(form, work)
                guard isOfScript else {
                    if isNew { tellRefusal(of: work, action, in: id) }
                    return .see("/sessions/\(id)")
                }
                if isBrief { return pages.brief(await session.frame.revision, running: number, status: .accepted) }
                let notice = NoticeView(running: action, number: number, in: id)
                return try pages.live(await session.frame, of: session, notices: [notice], status: .accepted)
            }
            guard isOfScript else { return .see("/sessions/\(id)") }
            let notices = try pages.views(of: answer.notices, in: session)
            if isBrief { return pages.brief(answer.frame.revision, notices: notices) }
            return try pages.live(answer.frame, of: session, notices: notices)
        } catch let error as FeatureError where error.code == .closed {
            return pages.ended(pool.ended(id))
        } catch {
            let refusal = error as? InputRefused
            // The script keeps the typed text. It only needs the error messages of the fields.
            let refusedForm = isOfScript && refusal == nil ? nil : sent?.refusedForm(refusal)
            return try await failure(error, in: live, refusedForm: refusedForm, request, context)
        }
    }

    /// Waits for the result of an action that exceeded the time limit of its request.
    ///
    /// Answers with 202 while the action is still running.
    @Sendable
    private func follow(_ request: Request, _ context: HostContext) async throws -> Response {
        let parameters = context.parameters
        let live = try pool.live(try parameters[part: "session"])
        guard let number = Int(try parameters[part: "number"]), let running = live.running[number] else {
            throw Problem(.notFound, "the result of this action is no longer available; see the session's page")
        }
        do {
            // A page requests the results of its running actions one after the other. The requests for all of them
            // together take no longer than the limit.
            let turn = limit / max(1, live.running.entries.count)
            let answer = try await running.work.value(within: turn, clock: clock)
            let frame = await live.session.frame
            let notices = try pages.views(of: answer?.notices ?? [], in: live.session)
            if request.isBrief {
                return pages.brief(
                    frame.revision, notices: notices, running: number, status: answer == nil ? .accepted : .ok)
            }
            return try pages.live(frame, of: live.session, notices: notices, status: answer == nil ? .accepted : .ok)
        } catch let error as CancellationError where Task.isCancelled {
            // Only the waiting was cancelled. The action continues.
            throw error
        } catch {
            let refusedForm = (error as? InputRefused).map { running.form.refusedForm($0) }
            return try await failure(error, in: live, refusedForm: refusedForm, request, context)
        }
    }

    /// Keeps a notice for the next page if a running action ends because its input is refused.
    ///
    /// The session's screen itself shows other failures.
    private func tellRefusal(of work: SharedWork<Answer>, _ action: Action, in id: String) {
        work.whenEnded { outcome in
            guard case .failure(let refusal as InputRefused) = outcome else { return }
            let faults = ErrorView.list(refusal, fields: action.fields).map { "\($0.field): \($0.message)" }
            let words = "“\(action.title)” was not performed. \(faults.joined(separator: " "))"
            pool.keep([Notice(words, tone: .warning)], for: id)
        }
    }

    /// Answers a failed form with the session's page and the reason.
    private func failure(
        _ error: any Error, in live: LiveSession, refusedForm: RefusedForm?, _ request: Request, _ context: HostContext
    ) async throws -> Response {
        let (session, problem) = (live.session, Problem(error))
        problem.log(context)
        var notices = pool.takeNotices(for: session.id) + (await session.takeNotices())
        if !(error is InputRefused), !notices.contains(where: { $0.text == problem.detail }) {
            notices.append(Notice(problem.detail, tone: problem.status.kind == .serverError ? .critical : .warning))
        }
        let views = try pages.views(of: notices, in: session)
        var response: Response
        if request.isBrief {
            response = pages.brief(
                await session.frame.revision, notices: views, refusal: error as? InputRefused, status: problem.status)
        } else {
            let show = request.isOfScript ? pages.live : pages.session
            response = try show(await session.frame, session, views, refusedForm, problem.status)
        }
        response.headers.append(contentsOf: problem.headers)
        return response
    }

    /// Answers a form of an ended session with a page that shows the typed text.
    private func ended(_ id: String, _ request: Request, _ parameters: Parameters) async throws -> Response {
        let past = pool.ended(id)
        guard let past, let feature = try? features.feature(past.feature),
            let action = try? feature.action(try parameters[part: "action"]),
            let form = try? await SentForm(request, for: action)
        else { return pages.ended(past) }
        return pages.ended(past, typed: form.refusedForm(nil).items(of: action.fields))
    }
}

extension Request {
    /// Whether the request comes from the page's script and not from a person's navigation.
    fileprivate var isOfScript: Bool { headers[.accept] == "application/json" }
    /// Whether the answer needs no page content, because the script gets the changes from its stream (RFC 7240, 4.2).
    fileprivate var isBrief: Bool { isOfScript && headers[.prefer] == "return=minimal" }
}
