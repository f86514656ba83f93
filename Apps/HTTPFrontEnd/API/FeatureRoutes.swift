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
    let limit: Duration
    let clock: any Clock<Duration>

    var routes: [Route] {
        [
            Route(.get, "/api/features") { _, _ in
                .json(try encode(features.all.map(\.manifest)))
            },
            Route(.get, "/api/features/{feature}") { _, parameters in
                .json(try encode(try features.feature(parameters[part: "feature"]).manifest))
            },
            Route(.get, "/api/features/{feature}/screen") { request, parameters in
                let feature = try features.feature(parameters[part: "feature"])
                let options = try feature.options(request.readQuery())
                let frame = try await once(feature, options) { session in
                    try await session.start()
                    return try await session.settled(within: limit)
                }
                return .json(frame.json)
            },
            Route(.post, "/api/features/{feature}/actions/{action}", handler: perform),
        ]
    }

    /// Launches a feature, waits for it, performs an action and answers what it shows.
    @Sendable
    private func perform(_ request: Request, _ parameters: Parameters) async throws -> Response {
        let feature = try features.feature(parameters[part: "feature"])
        let action = parameters[part: "action"]
        let options = try feature.options(request.readQuery())
        let arguments = try await feature.arguments(JSONObject(bodyOf: request).members, of: action)
        let elapsed = clock.stopwatch()
        let answer = try await once(feature, options) { session in
            try await session.start()
            _ = try await session.settled(within: limit)
            let task = Task { try await session.perform(action, arguments) }
            let answer = try await value(of: task, within: max(limit - elapsed(), .zero), clock: clock)
            guard let answer else {
                throw FeatureError(
                    .timedOut,
                    "'\(action)' was still running after \(limit.fieldText), and ends with its session")
            }
            return answer
        }
        return .json(answer.json)
    }

    /// Launches a feature for as long as a closure runs, if the host has room.
    private func once<Result>(
        _ feature: RemoteFeature, _ options: [String: FieldValue],
        _ body: (Session) async throws -> Result
    ) async throws -> Result {
        // Counted without a way to the pool, as long as there is room.
        if !pool.places.take() { try await pool.takePlace() }
        defer { pool.places.leave() }
        return try await withSession(of: feature.feature, options: options, clock: clock, body)
    }

    private func encode(_ value: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(value))
    }
}
