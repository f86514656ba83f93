import FeatureKit
import HTTPConnections
import Hummingbird
import HummingbirdCore
import Interaction
import NIOCore

/// The routes that launch a feature for a single request and end its session after the answer.
struct FeatureRoutes {
    var features: RemoteFeatures
    let pool: SessionPool
    let audit: Audit
    /// The answers by the idempotency keys of clients, for all features.
    let actions = IdempotentActions(limit: 256, addressLimit: 192)
    /// The screens that unchanged data allow to answer again.
    let screens: SharedScreens
    let calls: CallPlaces
    let departures: Departures
    let limit: Duration
    let clock: any Clock<Duration>

    var routes: [Route] {
        [
            Route(.get, "/api/features", produces: .json) { _, context in
                .json(written { $0.array(seen(by: context).features.all.map(\.manifest)) { $0.manifest($1) } })
            },
            Route(.get, "/api/features/{feature}", produces: .json) { _, context in
                let manifest = try seen(by: context).features.feature(context.parameters[part: "feature"]).manifest
                return .json(written { $0.manifest(manifest) })
            },
            Route(.get, "/api/features/{feature}/screen", produces: .json) { request, context in
                // A page of another site cannot read the screen, but could cause the host to do the work.
                try request.refuseOtherSites("screens are")
                let feature = try features.seen(by: context.person).feature(context.parameters[part: "feature"])
                let rights = Rights(of: context.person, in: feature.manifest)
                if let json = await screens.current(at: request.uri, for: rights) { return .json(json) }
                let options = try feature.options(request.readQuery())
                return .json(try await screen(of: feature, options, for: context, with: rights, at: request.uri))
            },
            Route(.post, "/api/features/{feature}/actions/{action}", produces: .json) {
                try await seen(by: $1).perform($0, $1)
            },
        ]
    }

    /// Returns the routes for the person of a request.
    private func seen(by context: HostContext) -> FeatureRoutes {
        var routes = self
        routes.features = features.seen(by: context.person)
        return routes
    }

    /// Launches a feature, waits until it settles, and ends its session.
    func frame(
        of feature: RemoteFeature, _ options: [String: FieldValue], within limit: Duration, for context: HostContext
    ) async throws -> Frame {
        try await launch(feature, options, for: context) { try await $0.shownOnce(within: limit) }
    }

    /// Answers like ``frame(of:_:within:for:)`` in JSON, and keeps the answer for equal requests.
    private func screen(
        of feature: RemoteFeature, _ options: [String: FieldValue], for context: HostContext, with rights: Rights,
        at uri: URI
    ) async throws -> ByteBuffer {
        try await launch(feature, options, for: context) { session in
            let (began, versions) = (screens.elapsed(), await DataVersions(of: session))
            let frame = try await session.shownOnce(within: limit)
            let json = ByteBuffer(bytes: rights.shown(frame).json)
            if let versions, !frame.screen.phase.isFailed {
                screens.keep(json, of: versions, drawnFrom: began, at: uri, for: rights)
            }
            return json
        }
    }

    private func launch<Result: Sendable>(
        _ feature: RemoteFeature, _ options: [String: FieldValue], for context: HostContext,
        _ show: (Session) async throws -> Result
    ) async throws -> Result {
        try await inPlace(for: context.address) {
            let session = try await Session(feature.feature, options: options, clock: clock, rowLimit: pool.rowLimit)
            return try await departures.closing(session, with: context.channel) { try await show(session) }
        }
    }

    /// Launches a feature, waits until it settles, performs an action and answers with the action's effect.
    private func perform(_ request: Request, _ context: HostContext) async throws -> Response {
        let feature = try features.feature(context.parameters[part: "feature"])
        let action = try context.parameters[part: "action"]
        let rights = Rights(of: context.person, in: feature.manifest)
        let (address, caller) = (context.address, Audit.Caller(context, at: .api))
        var query = try request.readQuery()
        let form =
            feature.manifest.options.contains { $0.name == APIOperation.formName }
            ? nil : query.remove(APIOperation.formName)
        let options = try feature.options(query)
        guard try request.readExpectedRevisions() == nil else {
            throw Problem(
                .preconditionFailed,
                "If-Match: this request launches the feature anew, so no earlier revision matches; leave If-Match out"
            )
        }
        let call = try await audit.admitting(action, of: feature.manifest, by: caller) {
            try feature.manifest.verify(feature.action(action), for: caller.person)
            return try await feature.call(of: action, with: JSONObject(bodyOf: request).members, form: form)
        }
        let fingerprint = call.fingerprint.merging([feature.id: options]) { $1 }
        guard let key = try request.readIdempotencyKey() else {
            let answer = try await perform(call, of: feature, options, by: caller, with: context.channel)
            return .json(rights.shown(answer).json)
        }
        let work = try actions.start(key: key, fingerprint: fingerprint, by: caller.person, from: address) {
            try await perform(call, of: feature, options, by: caller)
        }
        // The work has its own, shorter time limit. If there is no answer after twice that limit, the host is stopping.
        guard let answer = try await work.value(within: limit * 2, clock: clock) else { throw CancellationError() }
        return .json(rights.shown(answer).json)
    }

    /// Performs an action in a session of its own.
    ///
    /// - Parameter channel: The connection whose closing ends the session before the action begins; `nil` if a later
    ///   request may wait for the same answer.
    private func perform(
        _ call: Call, of feature: RemoteFeature, _ options: [String: FieldValue], by caller: Audit.Caller,
        with channel: (any Channel)? = nil
    ) async throws -> Answer {
        let (elapsed, address) = (clock.stopwatch(), caller.address)
        return try await inPlace(for: address) {
            try await withSession(
                of: feature.feature, options: options, clock: clock, rowLimit: pool.rowLimit
            ) { session in
                try await session.start()
                _ = try await departures.closing(session, with: channel) { try await session.settled(within: limit) }
                let work = SharedWork {
                    try await calls.counting(address) {
                        try await audit.performing(call, of: feature.manifest, by: caller) {
                            try await session.perform(call, as: caller.person)
                        }
                    }
                }
                let answer = try await work.value(within: max(limit - elapsed(), .zero), clock: clock)
                guard let answer else {
                    throw FeatureError(
                        .timedOut,
                        "'\(call.action)' was still running after \(limit.fieldText) and was cancelled")
                }
                return answer
            }
        }
    }

    /// Runs the closure if the host has room for one more session.
    private func inPlace<Result>(
        for address: ClientAddress, _ body: () async throws -> Result
    ) async throws -> Result {
        // If no place is free, the pool ends an old session.
        if pool.places.take(for: address) != nil { try pool.takePlace(for: address) }
        defer { pool.places.give(of: address) }
        return try await body()
    }

    private func written(_ write: (inout JSONWriter) -> Void) -> [UInt8] {
        var writer = JSONWriter()
        write(&writer)
        return writer.bytes
    }
}
