import FeatureKit
import HTTPConnections
import HTTPTypes
import Hummingbird
import Interaction

/// The actions of the forms on pages.
extension PageRoutes {
    /// Starts an action of a session.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - form: The form that makes the call. It is refused if it would replace a value that another person has saved
    ///     in the meantime.
    ///   - key: The idempotency key; `nil` without one.
    ///   - live: The session.
    ///   - context: The context of the request, with the person and the address.
    ///   - keepsNotices: Whether the session's next page shows the notices.
    ///   - success: The notice that says that the action has succeeded.
    func start(
        _ call: Call, of form: SentForm? = nil, key: String?, in live: LiveSession, for context: HostContext,
        keepsNotices: Bool = true,
        saying success: Success? = nil
    ) async throws -> SharedWork<Answer> {
        let (session, isUrgent) = (live.session, live.isUrgent(call.action))
        let (address, caller) = (context.address, Audit.Caller(context, at: .page))
        try await audit.admitting(call.action, of: session.manifest, by: caller) {
            // A person without the right gets no kept answer either.
            try session.manifest.verify(session.manifest.action(call.action), for: caller.person)
        }
        return try live.actions.start(
            key: key, fingerprint: call.fingerprint, by: caller.person, from: address, isUrgent: isUrgent
        ) {
            // Other viewers get the notices from their streams. The person who sent the form gets the notices from
            // this call, even if it exceeds the time limit.
            let answer = try await calls.counting(address, isUrgent: isUrgent) {
                try await audit.performing(call, of: session.manifest, by: caller) {
                    try form?.refuseConflicts(on: await session.frame.screen, of: session.manifest)
                    return try await live.perform(call, as: caller.person, expecting: nil, takesNotices: true)
                }
            }
            if keepsNotices {
                let done = success?.notice(after: answer).map { [$0] } ?? []
                pool.keep(answer.notices + done, for: session.id, to: caller.person)
            }
            return answer
        }
    }

    /// Shows the dialog of a button that acts on ticked rows.
    func ask(_ request: Request, _ context: HostContext) async throws -> Response {
        let id = try context.parameters[part: "session"]
        guard let live = try? pool.live(id) else { return pages.ended(pool.ended(id), for: request) }
        let (session, isShared) = (live.session, isShared(live, request))
        let action = try features.feature(session.manifest.id).action(try context.parameters[part: "action"])
        let list = try context.parameters[part: "list"]
        let dialog = DialogAddress(action.name, in: list, on: try await SentForm(request, for: action).ticks)
        let frame = live.rights(of: context.person).shown(await session.frame)
        if frame.screen.button(asking: dialog, in: session.manifest) == nil, !request.isOfScript {
            let words =
                dialog.ticks.isEmpty ? "First select one or more rows." : "The selected rows are no longer in the list."
            pool.keep([Notice(words, tone: .warning)], for: session.id, to: context.person)
            return .see(try pages.addresses(of: live, isShared: isShared, showing: frame).page)
        }
        return try await show(live, isShared: isShared, asking: dialog, request, context)
    }

    /// Performs the action of a form.
    ///
    /// Answers a browser with a redirect to the session's page, and the page's script with the new content of the page.
    func perform(_ request: Request, _ context: HostContext) async throws -> Response {
        let id = try context.parameters[part: "session"]
        guard let live = try? pool.live(id) else { return try await ended(id, request, context.parameters) }
        let (session, rights) = (live.session, live.rights(of: context.person))
        let (isOfScript, isBrief, isShared) = (request.isOfScript, request.isBrief, isShared(live, request))
        var sent: SentForm?
        do {
            let action = try features.feature(session.manifest.id).action(try context.parameters[part: "action"])
            let form = try await SentForm(request, for: action).keepingReferences(
                of: session.frame.screen, in: session.manifest)
            sent = form
            if form.isDecision {
                try form.refuseConflicts(on: await session.frame.screen, of: session.manifest)
                throw InputRefused([:])
            }
            let caller = Audit.Caller(context, at: .page)
            let call = try await audit.admitting(action.name, of: session.manifest, by: caller) { try form.call() }
            // On a page without script, a form keeps its key even if its text is changed and the form is sent again.
            // The call's hash is therefore a part of the key.
            let key = try request.readIdempotencyKey() ?? form.key.map { "\($0) \(call.hashValue)" }
            let success = Success(of: form, on: rights.shown(await session.frame), in: live, marksRows: isOfScript)
            // After a double click or a second sending of the same form, the action is performed once.
            let work = try await start(
                call, of: form, key: key, in: live, for: context, keepsNotices: !isOfScript, saying: success)
            // A person without script sees a call that takes long, and can cancel it, only on the next page.
            let patience = isOfScript || !action.isCancellable ? limit : min(limit, Self.workPatience)
            let answer = try await work.value(within: patience, clock: clock).map(rights.shown)
            let frame = if let answer { answer.frame } else { rights.shown(await session.frame) }
            let addresses = try pages.addresses(of: live, isShared: isShared, showing: frame)
            guard let answer else {
                let (number, isNew) = live.running.add(form, work, success)
                guard isOfScript else {
                    if isNew { tellRefusal(of: work, form, in: session, to: context.person) }
                    return .see(addresses.page)
                }
                let notice = NoticeView(running: action, number: number)
                if isBrief {
                    return pages.brief(frame, at: addresses, notices: [notice], running: number, status: .accepted)
                }
                return try await render(for: request, context) {
                    pages.live(frame, at: addresses, notices: [notice], status: .accepted)
                }
            }
            let opened = answer.opens.flatMap(addresses.address)
            guard isOfScript else {
                return .see(opened ?? addresses.page + form.fragment(on: frame.screen, of: session.manifest))
            }
            let notices = pages.views(of: answer.notices, at: addresses)
            let done = success?.notice(after: answer).flatMap { pages.views(of: [$0], at: addresses).first }
            if isBrief { return pages.brief(frame, at: addresses, notices: notices, done: done, opening: opened) }
            return try await render(for: request, context) {
                pages.live(frame, at: addresses, notices: notices, done: done, opening: opened)
            }
        } catch let error where error.endsVisit {
            throw error
        } catch let error as FeatureError where error.code == .closed {
            return pages.ended(pool.ended(id), for: request)
        } catch {
            let refusal = error as? InputRefused
            // The script keeps the typed text. It only needs the error messages of the fields.
            var refusedForm = isOfScript && refusal == nil ? nil : sent?.refusedForm(refusal)
            // The script itself offers the records.
            if !isOfScript, let sent { await refusedForm?.find(for: sent.action.fields, in: features) }
            return try await failure(
                error, in: live, isShared: isShared, refusedForm: refusedForm, request, context)
        }
    }

    /// Waits for the result of an action that exceeded the time limit of its request.
    ///
    /// Answers with 202 while the action is still running.
    func follow(_ request: Request, _ context: HostContext) async throws -> Response {
        let parameters = context.parameters
        let live = try pool.live(try parameters[part: "session"])
        let (isShared, rights) = (isShared(live, request), live.rights(of: context.person))
        guard let number = Int(try parameters[part: "number"]), let running = live.running[number] else {
            throw Problem(.notFound, "the result of this action is no longer available; see the session's page")
        }
        do {
            // A page requests the results of its running actions one after the other. The requests for all of them
            // together take no longer than the limit.
            let turn = limit / max(1, live.running.entries.count)
            let answer = try await running.work.value(within: turn, clock: clock).map(rights.shown)
            let frame = rights.shown(await live.session.frame)
            let addresses = try pages.addresses(of: live, isShared: isShared, showing: frame)
            let notices = pages.views(of: answer?.notices ?? [], at: addresses)
            let opened = answer?.opens.flatMap(addresses.address)
            let status = answer == nil ? HTTPResponse.Status.accepted : .ok
            let done = answer.flatMap { running.success?.notice(after: $0) }.flatMap {
                pages.views(of: [$0], at: addresses).first
            }
            if request.isBrief {
                return pages.brief(
                    frame, at: addresses, notices: notices, running: number, done: done, opening: opened,
                    status: status)
            }
            return try await render(for: request, context) {
                pages.live(frame, at: addresses, notices: notices, done: done, opening: opened, status: status)
            }
        } catch let error where error.endsVisit {
            // Only the waiting has ended. The action continues.
            throw error
        } catch {
            var refusedForm = (error as? InputRefused).map { running.form.refusedForm($0) }
            if !request.isOfScript { await refusedForm?.find(for: running.form.action.fields, in: features) }
            return try await failure(
                error, in: live, isShared: isShared, refusedForm: refusedForm, request, context)
        }
    }

    /// Keeps a notice for the next page if a running action ends because its input is refused.
    ///
    /// The session's screen itself shows other failures.
    private func tellRefusal(
        of work: SharedWork<Answer>, _ form: SentForm, in session: Session, to person: Person?
    ) {
        work.whenEnded { outcome in
            guard case .failure(let refusal as InputRefused) = outcome else { return }
            let faults = form.errors(of: refusal, in: session.manifest).map(\.words)
            let words = "“\(form.action.title)” was not performed. \(faults.joined(separator: " "))"
            pool.keep([Notice(words, tone: .warning)], for: session.id, to: person)
        }
    }

    /// Answers a failed form with the session's page and the reason.
    func failure(
        _ error: any Error, in live: LiveSession, isShared: Bool, refusedForm: RefusedForm?, _ request: Request,
        _ context: HostContext
    ) async throws -> Response {
        let (session, problem, rights) = (live.session, Problem(error), live.rights(of: context.person))
        problem.log(context)
        let waiting = pool.takeNotices(for: session.id, of: context.person) + (await session.takeNotices())
        var notices = waiting
        if !(error is InputRefused), !notices.contains(where: { $0.text == problem.detail }) {
            notices.append(Notice(problem.detail, tone: problem.status.kind == .serverError ? .critical : .warning))
        }
        let (frame, status) = (rights.shown(await session.frame), problem.status)
        let shown = notices.map(rights.shown)
        let addresses = try pages.addresses(of: live, isShared: isShared, showing: frame)
        var response: Response
        do {
            if request.isBrief {
                response = pages.brief(
                    frame, at: addresses, notices: pages.views(of: shown, at: addresses), refusedForm: refusedForm,
                    status: status)
            } else {
                response = try await render(for: request, context) {
                    let views = pages.views(of: shown, at: addresses)
                    return request.isOfScript
                        ? pages.live(frame, at: addresses, notices: views, refusedForm: refusedForm, status: status)
                        : pages.session(
                            frame, at: addresses, notices: views, refusedForm: refusedForm, for: request,
                            status: status)
                }
            }
        } catch {
            pool.keep(waiting, for: session.id, to: context.person)
            throw error
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
        else { return pages.ended(past, for: request) }
        return pages.ended(past, typed: form.refusedForm(nil).items(of: action.fields), for: request)
    }
}
