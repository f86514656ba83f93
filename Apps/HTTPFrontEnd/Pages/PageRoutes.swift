import FeatureKit
import HTTPTypes
import Hummingbird

/// What people see in a browser.
struct PageRoutes {
    let pages: Pages
    let features: RemoteFeatures
    let pool: SessionPool
    let streams: EventStreams
    let metrics: HostMetrics
    let limit: Duration
    let clock: any Clock<Duration>

    var routes: [Route] {
        [
            Route(.get, "/") { _, _ in pages.catalogue() },
            Route(.get, "/style.css", isOpen: true) { _, _ in .lasting(Templates.styleSheet, ResponseFields.styleSheet)
            },
            Route(.get, "/live.js", isOpen: true) { _, _ in .lasting(Templates.script, ResponseFields.script) },
            Route(.get, "/features/{feature}", handler: start),
            Route(.head, "/features/{feature}") { request, parameters in
                try await start(request, parameters).createHeadResponse()
            },
            Route(.get, "/sessions/{session}", handler: show),
            Route(.get, "/sessions/{session}/live", produces: .events) { request, context in
                let live = try await pool.live(context.parameters[part: "session"])
                let encoder = try pages.encoder(of: live.session)
                return try streams.open(live.session, live.pages, by: encoder, for: request, context)
            },
            Route(.post, "/sessions/{session}/actions/{action}", handler: perform),
            // Where a browser is after a form was refused, when a person asks for the address once more.
            Route(.get, "/sessions/{session}/actions/{action}") { _, parameters in
                .see("/sessions/\(try parameters[part: "session"])")
            },
        ]
    }

    /// Starts a session and goes on to its page.
    ///
    /// Only for a person who goes there: not for a browser that guesses ahead, nor for a page that embeds this address.
    /// A page elsewhere could lead a browser here again and again, so that its links get a form to start from.
    @Sendable
    private func start(_ request: Request, _ parameters: Parameters) async throws -> Response {
        let isGuess = [HTTPField.Name.secPurpose, .purpose].contains {
            request.headers[$0]?.contains("prefetch") ?? false
        }
        if isGuess { throw Problem(.forbidden, "this address starts a session, which is nothing to fetch ahead") }
        if let destination = request.headers[.secFetchDest], destination != "document" {
            throw Problem(
                .forbidden,
                "this address starts a session for a person who goes there, not for \(destination.quoted)")
        }
        let feature = try features.feature(parameters[part: "feature"])
        let query = try request.readQuery()
        do {
            let options = try feature.options(query, isForm: true)
            if let site = request.headers[.secFetchSite], site != "same-origin", site != "none" {
                return pages.invitation(to: feature, typed: query.texts)
            }
            // Who asks for the head alone starts nothing, and so there is no address to go on to.
            guard request.method == .get else { return .see(nil) }
            let session = try await pool.open(feature.feature, options: options)
            return .see("/sessions/\(session.id)")
        } catch let refusal as InputRefused {
            return pages.refused(refusal, of: feature, typed: query.texts)
        }
    }

    /// Shows what a session shows.
    @Sendable
    private func show(_ request: Request, _ parameters: Parameters) async throws -> Response {
        let id = try parameters[part: "session"]
        guard let live = try? await pool.live(id) else { return pages.ended(await pool.ended(id)) }
        let session = live.session
        let frame = await session.frame
        // The page's stream goes on from here.
        live.pages.note(frame, by: try pages.encoder(of: session))
        guard !request.isOfScript else { return try pages.live(frame, of: session, notices: []) }
        var notices: [Notice] = []
        // Notices are shown once: not to who asks for the head alone, nor on a page that goes on at once.
        if request.method == .get, !frame.screen.phase.isLoading {
            notices = await pool.takeNotices(for: id) + session.takeNotices()
        }
        return try pages.session(frame, of: session, notices: notices)
    }

    /// Performs the action of a form and goes back to the session's page; a script gets what the page shows then.
    @Sendable
    private func perform(_ request: Request, _ parameters: Parameters) async throws -> Response {
        let id = try parameters[part: "session"]
        guard let live = try? await pool.live(id) else { return pages.ended(await pool.ended(id)) }
        let session = live.session
        let action = try features.feature(session.manifest.id).action(parameters[part: "action"])
        let form = try await SentForm(request, for: action)
        let isOfScript = request.isOfScript
        do {
            let values = try form.values()
            // A double click, or a form that is sent again, acts once.
            let task = try live.actions.task(
                key: request.headers[.idempotencyKey] ?? form.key, fingerprint: [action.name: values]
            ) {
                // Others who watch get the notices too; who acted gets them from here, be it after the limit.
                let answer = try await metrics.timingAction(of: session.manifest.id, clock: clock) {
                    try await session.performTakingNotices(action.name, values)
                }
                if !isOfScript { await pool.keep(answer.notices, for: id) }
                return answer
            }
            let answer = try await value(of: task, within: limit, clock: clock)
            let pending = Notice("“\(action.title)” is still running.", tone: .accent)
            guard isOfScript else {
                if answer == nil { await pool.keep([pending], for: id) }
                return .see("/sessions/\(id)")
            }
            let frame: Frame
            if let answer { frame = answer.frame } else { frame = await session.frame }
            return try pages.live(frame, of: session, notices: answer?.notices ?? [pending])
        } catch let error as FeatureError where error.code == .closed {
            return pages.ended(await pool.ended(id))
        } catch {
            let problem = Problem(error)
            let refusal = error as? InputRefused
            let attempt = refusal.map(form.attempt)
            var notices = await pool.takeNotices(for: id) + session.takeNotices()
            if refusal == nil, !notices.contains(where: { $0.text == problem.detail }) {
                notices.append(Notice(problem.detail, tone: problem.status.kind == .serverError ? .critical : .warning))
            }
            let show = isOfScript ? pages.live : pages.session
            return try show(await session.frame, session, notices, attempt, problem.status)
        }
    }
}

extension Request {
    /// Whether the page's script asks, and not a person who goes to a page.
    fileprivate var isOfScript: Bool { headers[.accept] == "application/json" }
}

extension Response {
    /// Answers what stands under an address that changes with it.
    fileprivate static func lasting(_ bytes: [UInt8], _ fields: HTTPFields) -> Response {
        Response(status: .ok, headers: fields, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }
}
