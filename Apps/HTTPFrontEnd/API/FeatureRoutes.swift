import FeatureKit
import Hummingbird

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What clients ask of features without keeping a session.
struct FeatureRoutes {
    let features: RemoteFeatures
    let pool: SessionPool
    let metrics: HostMetrics
    /// What has been answered under the keys of clients, of all features.
    let actions = IdempotentActions(limit: 256, addressLimit: 192)
    let calls: CallPlaces
    let limit: Duration
    let clock: any Clock<Duration>

    var routes: [Route] {
        [
            Route(.get, "/api/features", produces: .json) { _, _ in
                .json(try encode(features.all.map(\.manifest)))
            },
            Route(.get, "/api/features/{feature}", produces: .json) { _, parameters in
                .json(try encode(try features.feature(parameters[part: "feature"]).manifest))
            },
            Route(.get, "/api/features/{feature}/screen", produces: .json) { request, context in
                // A page from elsewhere could not read the screen, but make the host work.
                try request.refuseOtherSites("screens are")
                let feature = try features.feature(context.parameters[part: "feature"])
                let options = try feature.options(request.readQuery())
                let frame = try await inPlace(for: context.address) {
                    let session = try await Session(feature.feature, options: options, clock: clock)
                    return try await session.shownOnce(within: limit)
                }
                return .json(frame.json)
            },
            Route(.post, "/api/features/{feature}/actions/{action}", produces: .json, visit: perform),
        ]
    }

    /// Launches a feature, waits for it, performs an action and answers what it shows.
    @Sendable
    private func perform(_ request: Request, _ context: HostContext) async throws -> Response {
        let feature = try features.feature(context.parameters[part: "feature"])
        let action = try context.parameters[part: "action"]
        let address = context.address
        let options = try feature.options(request.readQuery())
        guard try request.readExpectedRevisions() == nil else {
            throw Problem(
                .preconditionFailed,
                "If-Match: an action without a session begins anew, and shows no revision that was seen before")
        }
        let arguments = try await feature.arguments(JSONObject(bodyOf: request).members, of: action)
        let fingerprint = [feature.id: options, "\(feature.id) \(action)": arguments]
        guard let key = request.headers[.idempotencyKey] else {
            return .json(try await perform(action, arguments, of: feature, options, for: address).json)
        }
        let task = try actions.task(key: key, fingerprint: fingerprint, from: address) {
            try await perform(action, arguments, of: feature, options, for: address)
        }
        // It has the same limit, and so has ended before; unless the host stops.
        guard let answer = try await value(of: task, within: limit * 2, clock: clock) else { throw CancellationError() }
        return .json(answer.json)
    }

    private func perform(
        _ action: String, _ arguments: [String: FieldValue], of feature: RemoteFeature,
        _ options: [String: FieldValue], for address: ClientAddress
    ) async throws -> Answer {
        let elapsed = clock.stopwatch()
        return try await inPlace(for: address) {
            try await withSession(of: feature.feature, options: options, clock: clock) { session in
                try await session.start()
                _ = try await session.settled(within: limit)
                let task = Task {
                    try await calls.counting(address) {
                        try await metrics.timingAction(of: feature.id, clock: clock) {
                            try await session.perform(action, arguments)
                        }
                    }
                }
                let answer = try await value(of: task, within: max(limit - elapsed(), .zero), clock: clock)
                guard let answer else {
                    throw FeatureError(
                        .timedOut,
                        "'\(action)' was still running after \(limit.fieldText), and ends with its session")
                }
                return answer
            }
        }
    }

    /// Runs what launches a feature, if the host has room for a session.
    private func inPlace<Result>(
        for address: ClientAddress, _ body: () async throws -> Result
    ) async throws -> Result {
        // Counted without a way to the pool, as long as there is room.
        if pool.places.take(for: address) != nil { try await pool.takePlace(for: address) }
        defer { pool.places.give(of: address) }
        return try await body()
    }

    private func encode(_ value: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(value))
    }
}
