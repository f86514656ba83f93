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
    let calls: CallPlaces
    let limit: Duration
    let clock: any Clock<Duration>

    var routes: [Route] {
        [
            Route(.get, "/") { _, _ in pages.catalogue() },
            Route(.get, "/style.css", isOpen: true) { _, _ in .lasting(Templates.styleSheet, ResponseFields.styleSheet)
            },
            Route(.get, "/live.js", isOpen: true) { _, _ in .lasting(Templates.script, ResponseFields.script) },
            Route(.get, "/features/{feature}", visit: start),
            Route(.head, "/features/{feature}") { request, context in
                try await start(request, context).createHeadResponse()
            },
            Route(.get, "/sessions/{session}", handler: show),
            Route(.get, "/sessions/{session}/live", produces: .events) { request, context in
                let live = try await pool.live(context.parameters[part: "session"])
                let encoder = try pages.encoder(of: live.session)
                return try streams.open(live.session, live.pages, by: encoder, for: request, context)
            },
            Route(.post, "/sessions/{session}/actions/{action}", visit: perform),
            Route(.get, "/sessions/{session}/running/{number}", visit: follow),
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
    private func start(_ request: Request, _ context: HostContext) async throws -> Response {
        let isGuess = [HTTPField.Name.secPurpose, .purpose].contains {
            request.headers[$0]?.contains("prefetch") ?? false
        }
        if isGuess { throw Problem(.forbidden, "this address starts a session, which is nothing to fetch ahead") }
        if let destination = request.headers[.secFetchDest], destination != "document" {
            throw Problem(
                .forbidden,
                "this address starts a session for a person who goes there, not for \(destination.quoted)")
        }
        let feature = try features.feature(context.parameters[part: "feature"])
        let query = try request.readQuery()
        do {
            let options = try feature.options(query, isForm: true)
            if let site = request.headers[.secFetchSite], site != "same-origin", site != "none" {
                return pages.invitation(to: feature, typed: query.texts)
            }
            // Who asks for the head alone starts nothing, and so there is no address to go on to.
            guard request.method == .get else { return .see(nil) }
            let session = try await pool.open(
                feature.feature, options: options, for: context.address, isOfPage: true)
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
        var notices = live.running.entries.map {
            NoticeView(running: $0.form.action, number: $0.number, in: id)
        }
        // Notices are shown once: not to who asks for the head alone, nor on a page that goes on at once.
        if request.method == .get, !frame.screen.phase.isLoading {
            notices += (await pool.takeNotices(for: id) + session.takeNotices()).map(NoticeView.init)
        }
        return try pages.session(frame, of: session, notices: notices)
    }

    /// Performs the action of a form and goes back to the session's page; a script gets what the page shows then.
    @Sendable
    private func perform(_ request: Request, _ context: HostContext) async throws -> Response {
        let id = try context.parameters[part: "session"]
        guard let live = try? await pool.live(id) else { return try await ended(id, request, context.parameters) }
        let session = live.session
        let isOfScript = request.isOfScript
        var sent: SentForm?
        do {
            let action = try features.feature(session.manifest.id).action(try context.parameters[part: "action"])
            let form = try await SentForm(request, for: action)
            sent = form
            let values = try form.values()
            let fingerprint = [action.name: values]
            // A form without script that was changed and sent again still has the key of its page.
            let key = request.headers[.idempotencyKey] ?? form.key.map { "\($0) \(fingerprint.hashValue)" }
            // A double click, or a form that is sent again, acts once.
            let (address, isUrgent) = (context.address, await session.isAlongside(action.name))
            let task = try live.actions.task(key: key, fingerprint: fingerprint, from: address, isUrgent: isUrgent) {
                // Others who watch get the notices too; who acted gets them from here, be it after the limit.
                let answer = try await calls.counting(address, isUrgent: isUrgent) {
                    try await metrics.timingAction(of: session.manifest.id, clock: clock) {
                        try await session.performTakingNotices(action.name, values)
                    }
                }
                if !isOfScript { await pool.keep(answer.notices, for: id) }
                return answer
            }
            let answer = try await value(of: task, within: limit, clock: clock)
            guard let answer else {
                let (number, isNew) = live.running.add(form, task)
                guard isOfScript else {
                    if isNew { tellRefusal(of: task, action, in: id) }
                    return .see("/sessions/\(id)")
                }
                let notice = NoticeView(running: action, number: number, in: id)
                return try pages.live(await session.frame, of: session, notices: [notice], status: .accepted)
            }
            guard isOfScript else { return .see("/sessions/\(id)") }
            return try pages.live(answer.frame, of: session, notices: answer.notices.map(NoticeView.init))
        } catch let error as FeatureError where error.code == .closed {
            return pages.ended(await pool.ended(id))
        } catch {
            let refusal = error as? InputRefused
            // A script has kept what was typed; only what is wrong with it is news.
            let attempt = isOfScript && refusal == nil ? nil : sent?.attempt(refusal)
            return try await failure(error, in: live, attempt: attempt, isOfScript: isOfScript, context)
        }
    }

    /// Waits for an action that took longer than its page waited, and answers what came of it: 202 while it is running.
    @Sendable
    private func follow(_ request: Request, _ context: HostContext) async throws -> Response {
        let parameters = context.parameters
        let live = try await pool.live(try parameters[part: "session"])
        guard let number = Int(try parameters[part: "number"]), let running = live.running[number] else {
            throw Problem(.notFound, "nothing is known of this action any more; the page shows what came of it")
        }
        do {
            // A page asks for one action after the other; a round of all of them takes no longer than the limit.
            let turn = limit / max(1, live.running.entries.count)
            let answer = try await value(of: running.task, within: turn, clock: clock)
            let frame = await live.session.frame
            let notices = answer?.notices.map(NoticeView.init) ?? []
            return try pages.live(frame, of: live.session, notices: notices, status: answer == nil ? .accepted : .ok)
        } catch let error as CancellationError where Task.isCancelled {
            // The waiting was cut off: that is no outcome of the action.
            throw error
        } catch {
            let attempt = (error as? InputRefused).map { running.form.attempt($0) }
            return try await failure(error, in: live, attempt: attempt, isOfScript: true, context)
        }
    }

    /// Tells the next page when an action is refused in the end; other failures the session announces itself.
    private func tellRefusal(of task: Task<Answer, any Error>, _ action: Action, in id: String) {
        Task {
            guard case .failure(let refusal as InputRefused) = await task.result else { return }
            let words = "“\(action.title)” was not done: \(Problem(refusal).detail)"
            await pool.keep([Notice(words, tone: .warning)], for: id)
        }
    }

    /// Answers a form that was not done with the session's page, which says why.
    private func failure(
        _ error: any Error, in live: LiveSession, attempt: Attempt?, isOfScript: Bool, _ context: HostContext
    ) async throws -> Response {
        let (session, problem) = (live.session, Problem(error))
        problem.log(context)
        var notices = await pool.takeNotices(for: session.id) + session.takeNotices()
        if !(error is InputRefused), !notices.contains(where: { $0.text == problem.detail }) {
            notices.append(Notice(problem.detail, tone: problem.status.kind == .serverError ? .critical : .warning))
        }
        let show = isOfScript ? pages.live : pages.session
        var response = try show(await session.frame, session, notices.map(NoticeView.init), attempt, problem.status)
        response.headers.append(contentsOf: problem.headers)
        return response
    }

    /// Answers a form of a session that has ended; what was typed stays to be read.
    private func ended(_ id: String, _ request: Request, _ parameters: Parameters) async throws -> Response {
        let past = await pool.ended(id)
        guard let past, let feature = try? features.feature(past.feature),
            let action = try? feature.action(try parameters[part: "action"]),
            let form = try? await SentForm(request, for: action)
        else { return pages.ended(past) }
        return pages.ended(past, typed: form.attempt(nil).items(of: action.fields))
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
