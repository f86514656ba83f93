import FeatureKit
import Hummingbird
import Interaction

/// The calls that take long, on pages.
extension PageRoutes {
    /// How long a page without script waits for the answer of a call that can be cancelled.
    static let workPatience = Duration.seconds(2)

    /// Cancels a call, and answers as a form does.
    func cancelWork(_ request: Request, _ context: HostContext) async throws -> Response {
        let id = try context.parameters[part: "session"]
        guard let live = try? pool.live(id) else { return pages.ended(pool.ended(id), for: request) }
        let (session, isShared) = (live.session, isShared(live, request))
        do {
            let rights = live.rights(of: context.person)
            let id = try context.parameters[part: "work"]
            let status = rights.shown(try await session.cancelWork(id, as: context.person))
            let notice = Notice(status.words)
            let frame = rights.shown(await session.frame)
            let addresses = try pages.addresses(of: live, isShared: isShared, showing: frame)
            guard request.isOfScript else {
                pool.keep([notice], for: session.id, to: context.person)
                return .see(addresses.page)
            }
            // The page's stream shows that a running call is being cancelled, and its end.
            let notices = status != nil && status?.result == nil ? [] : [notice]
            return pages.brief(frame, at: addresses, notices: pages.views(of: notices, at: addresses))
        } catch {
            return try await failure(error, in: live, isShared: isShared, refusedForm: nil, request, context)
        }
    }
}

extension WorkStatus? {
    /// The sentence that answers a person who cancels the call.
    fileprivate var words: String {
        guard let status = self else { return "This has ended already." }
        return switch status.state {
        case .queued, .running: "“\(status.work.title)” is being cancelled."
        case .cancelled: "“\(status.work.title)” was cancelled."
        case .succeeded, .failed: "“\(status.work.title)” has ended already."
        }
    }
}
