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
                let frame = try await withSession(of: feature.feature, options: options, clock: clock) { session in
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
        let answer = try await withSession(of: feature.feature, options: options, clock: clock) { session in
            try await session.start()
            _ = try await session.settled(within: limit)
            return try await session.perform(action, arguments, within: limit, clock: clock)
        }
        return .json(answer.json)
    }

    private func encode(_ value: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(value))
    }
}
