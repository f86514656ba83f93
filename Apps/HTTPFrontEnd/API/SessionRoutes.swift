import FeatureKit
import HTTPTypes
import Hummingbird
import Interaction
import Synchronization

/// The routes of the API's sessions.
struct SessionRoutes {
    private static let featureField = Field<String>("feature", "Feature", length: 1...100).description
    private static let optionsField = Field<String?>("options", "Options").description

    var features: RemoteFeatures
    let pool: SessionPool
    let streams: EventStreams
    let audit: Audit
    let limit: Duration
    let clock: any Clock<Duration>
    /// The answers to requests for new sessions, by idempotency key.
    let openings = IdempotentActions(limit: 256, addressLimit: 192)
    let calls: CallPlaces

    var routes: [Route] {
        [
            Route(.get, "/api/sessions", produces: .json) { _, context in
                .json(pool.sessions(of: context.person).json)
            },
            Route(.post, "/api/sessions", produces: .json) { try await seen(by: $1).open($0, $1) },
            Route(.get, "/api/sessions/{session}", produces: .json) { request, context in
                let live = try seen(by: context).session(context)
                let rights = live.rights(of: context.person)
                let frame = await live.session.frame
                let work = live.isPerforming ? rights.shown(await live.session.work) : []
                // A frame with calls that take long has no lasting tag, because their progress changes no revision.
                let version = rights.version(at: frame.revision) + (work.isEmpty ? "" : "-work")
                let tag = "\"\(version)\""
                guard !work.isEmpty || !request.matches(tag) else {
                    return .frame([], status: .notModified, tag: tag)
                }
                return .frame(rights.shown(frame).json(with: work), tag: tag)
            },
            Route(.get, "/api/sessions/{session}/events", produces: .events) { try seen(by: $1).watch($0, $1) },
            Route(.post, "/api/sessions/{session}/actions/{action}", produces: .json) {
                try await seen(by: $1).perform($0, $1)
            },
            Route(.delete, "/api/sessions/{session}") { _, context in
                try await pool.close(seen(by: context).session(context).session.id)
                return Response(status: .noContent, headers: ResponseFields.empty)
            },
        ]
    }

    /// Returns the routes for the person of a request.
    private func seen(by context: HostContext) -> SessionRoutes {
        var routes = self
        routes.features = features.seen(by: context.person)
        return routes
    }

    /// Returns the session of a request, if the person may use its feature.
    private func session(_ context: HostContext) throws -> LiveSession { try features.session(context, in: pool) }

    /// Launches the feature that the body names.
    ///
    /// Requests with the same idempotency key launch the feature once.
    private func open(_ request: Request, _ context: HostContext) async throws -> Response {
        var members = try await JSONObject(bodyOf: request).members
        let given = members.removeValue(forKey: "options")
        guard (request.uri.query ?? "").isEmpty else {
            throw InputRefused([
                "options": "expected in the body, {\"feature\": …, \"options\": {…}}, and not in the query"
            ])
        }
        // The list includes `options`, which is removed above, so that an error about a misspelled name can suggest it.
        let fields = [SessionRoutes.featureField, SessionRoutes.optionsField]
        let values = try fields.check(members.values(for: fields)).values
        let feature = try features.feature(values["feature"]?.description ?? "")
        let options: [String: FieldValue]
        switch given {
        case nil: options = try feature.options([:])
        case .object(let leaves):
            options = try feature.options(leaves.members.values(for: feature.manifest.options, noun: "option"))
        case .value(let value): throw refusal(of: value.quoted)
        case .other(let found): throw refusal(of: found)
        }
        let address = context.address
        let answer = try await openings.perform(
            key: request.readIdempotencyKey(), fingerprint: [feature.id: options], by: context.person, from: address
        ) {
            // No session was opened, so the client may retry with the same key. The error becomes a ``Problem``, which
            // tells ``IdempotentActions`` to forget the key.
            do {
                let session = try await pool.open(
                    feature.feature, options: options, for: address, by: context.person)
                return Answer(frame: await session.frame)
            } catch { throw Problem(error) }
        }
        let frame = Rights(of: context.person, in: feature.manifest).shown(answer.frame)
        return .json(
            frame.json, status: .created, [.location: "/api/sessions/\(answer.frame.session)"])
    }

    /// Streams a session.
    private func watch(_ request: Request, _ context: HostContext) throws -> Response {
        let live = try session(context)
        let rights = live.rights(of: context.person)
        // A client that does not know this vocabulary could misread a patch.
        guard try request.readVocabulary() >= Screen.vocabulary else {
            return try streams.open(
                live.session, FrameLog(for: rights), by: WholeFrameEncoder(), for: request, context)
        }
        return try streams.open(
            live.session, live.log(of: .api, for: rights), by: ScreenEncoder(), for: request, context)
    }

    /// Performs an action of a session.
    ///
    /// The action is performed once for each idempotency key, and only at a revision that `If-Match` allows.
    private func perform(_ request: Request, _ context: HostContext) async throws -> Response {
        let live = try session(context)
        let (session, caller) = (live.session, Audit.Caller(context, at: .api))
        let action = try context.parameters[part: "action"]
        let feature = try features.feature(session.manifest.id)
        let call = try await audit.admitting(action, of: feature.manifest, by: caller) {
            // A person without the right gets no kept answer either.
            try feature.manifest.verify(feature.action(action), for: caller.person)
            return try await feature.call(
                of: action, with: JSONObject(bodyOf: request).members,
                form: request.readQuery().texts[APIOperation.formName])
        }
        let revisions = try request.readExpectedRevisions()
        let (address, isUrgent) = (context.address, live.isUrgent(action))
        let id = AcceptedID()
        let work = try live.actions.start(
            key: request.readIdempotencyKey(), fingerprint: call.fingerprint, by: caller.person, from: address,
            isUrgent: isUrgent
        ) {
            try await calls.counting(address, isUrgent: isUrgent) {
                try await audit.performing(call, of: session.manifest, by: caller) {
                    do {
                        return try await live.perform(call, as: caller.person, expecting: revisions) { id.set($0) }
                    } catch {
                        throw pool.explain(error)
                    }
                }
            }
        }
        guard let answer = try await work.value(within: limit, clock: clock) else {
            let outcome = id.text.map { "; read its outcome at /api/sessions/\(session.id)/work/\($0)" }
            throw FeatureError(
                .timedOut,
                "'\(action)' was still running after \(limit.fieldText)"
                    + (outcome ?? "; a later frame shows its effect"))
        }
        return .json(live.rights(of: caller.person).shown(answer).json)
    }

    private func refusal(of found: String) -> InputRefused {
        InputRefused(["options": "expected an object of options, got \(found)"])
    }
}

/// The id of a call that a session has accepted.
private final class AcceptedID: Sendable {
    private let id = Mutex<String?>(nil)

    var text: String? { id.withLock(\.self) }

    func set(_ text: String) { id.withLock { $0 = text } }
}

extension [Session] {
    /// The sessions as JSON.
    ///
    /// The code reads only constants of the sessions, so it never waits for a busy session.
    fileprivate var json: [UInt8] {
        var writer = JSONWriter(capacity: 128 * count + 2)
        writer.array(self) { writer, session in
            writer.raw("{\"feature\":")
            writer.string(session.manifest.id)
            writer.raw(",\"options\":")
            writer.object(session.options.values)
            writer.raw(",\"session\":")
            writer.string(session.id)
            writer.raw(",\"title\":")
            writer.string(session.manifest.title)
            writer.raw("}")
        }
        return writer.bytes
    }
}

extension Response {
    fileprivate static func frame(_ json: [UInt8], status: HTTPResponse.Status = .ok, tag: String) -> Response {
        var fields = ResponseFields.frame
        fields.append(HTTPField(name: .eTag, value: tag))
        guard status == .ok else { return Response(status: status, headers: fields) }
        return Response(status: status, headers: fields, body: ResponseBody(byteBuffer: ByteBuffer(bytes: json)))
    }
}

extension Call {
    /// The action, the form and the values of the call.
    ///
    /// Two calls with equal fingerprints count as the same request.
    var fingerprint: [String: [String: FieldValue]] {
        var fingerprint = [action: arguments]
        // The keys contain a space, so they differ from the name of every action.
        if let form { fingerprint["form \(action)"] = ["id": .text(form)] }
        if !emptied.isEmpty {
            fingerprint["emptied \(action)"] = ["names": .text(emptied.sorted().joined(separator: " "))]
        }
        return fingerprint
    }
}

extension Request {
    /// Reads the vocabulary version that the client sends as `vocabulary` in the query; 0 if it sends none.
    fileprivate func readVocabulary() throws(Problem) -> Int {
        guard let text = try readQuery().texts["vocabulary"] else { return 0 }
        guard let number = Int(text), number >= 0 else {
            throw Problem(InputRefused(["vocabulary": "expected a whole number from 0, got \(FieldValue.quote(text))"]))
        }
        return number
    }
}
