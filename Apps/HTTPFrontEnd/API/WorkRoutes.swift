import FeatureKit
import Hummingbird
import Interaction

/// The routes of the calls that take long.
struct WorkRoutes {
    let features: RemoteFeatures
    let pool: SessionPool

    var routes: [Route] {
        [
            Route(.get, "/api/sessions/{session}/work/{work}", produces: .json) { try await read($0, $1) },
            Route(.post, "/api/sessions/{session}/work/{work}/cancel", produces: .json) { try await cancel($0, $1) },
        ]
    }

    /// Answers a call that waits or runs, or how it has ended.
    private func read(_ request: Request, _ context: HostContext) async throws -> Response {
        let (live, id) = try target(context)
        return .json(try json(of: await live.session.workStatus(id), id, to: live.rights(of: context.person)))
    }

    /// Cancels a call.
    private func cancel(_ request: Request, _ context: HostContext) async throws -> Response {
        let (live, id) = try target(context)
        let rights = live.rights(of: context.person)
        let status = try await live.session.cancelWork(id, as: context.person)
        return .json(try json(of: status, id, to: rights))
    }

    private func target(_ context: HostContext) throws -> (LiveSession, id: String) {
        (try features.seen(by: context.person).session(context, in: pool), try context.parameters[part: "work"])
    }

    private func json(of status: WorkStatus?, _ id: String, to rights: Rights) throws -> [UInt8] {
        guard let status = rights.shown(status) else {
            throw Problem(
                .notFound,
                "there is no call \(id.quoted), or its outcome is forgotten; the session's frame shows its effect")
        }
        return status.json(for: rights)
    }
}

extension RemoteFeatures {
    /// Returns the session of a request, if the person of these features may use its feature.
    func session(_ context: HostContext, in pool: SessionPool) throws -> LiveSession {
        let live = try pool.live(context.parameters[part: "session"])
        _ = try feature(live.session.manifest.id)
        return live
    }
}

extension WorkStatus {
    /// The states of a call.
    enum State: String, CaseIterable { case queued, running, succeeded, failed, cancelled }

    /// The state of the call.
    var state: State {
        switch result {
        case nil: work.isQueued ? .queued : .running
        case .success: .succeeded
        case .failure(let error): (error as? FeatureError)?.code == .cancelled ? .cancelled : .failed
        }
    }

    /// Returns the call as JSON: its members, its state, and its answer or its problem.
    fileprivate func json(for rights: Rights) -> [UInt8] {
        var writer = JSONWriter(capacity: 512)
        writer.raw("{")
        writer.members(of: work)
        writer.raw(",\"state\":")
        writer.string(state.rawValue)
        switch result {
        case nil: break
        case .success(let answer):
            writer.raw(",\"answer\":")
            writer.raw(rights.shown(answer).json)
        case .failure(let error):
            writer.raw(",\"problem\":")
            writer.raw(Problem(error).json)
        }
        writer.raw("}")
        return writer.bytes
    }
}
