import FeatureKit
import HTTPTypes
import Hummingbird

/// What a browser gets that arrives at the address of a place, `/features/FEATURE?OPTIONS&session=ID`.
enum Arrival {
    /// The browser's own session shows the place.
    case page(LiveSession)
    /// The browser's own session shows the place after this call.
    case call(Call, LiveSession)
    /// A new session begins.
    case launch
    /// A form asks whether a session shall begin.
    case invitation
    /// The browser refuses cookies, so it gets the shared page of the session that it has just begun.
    case sharedPage(LiveSession)
    /// A HEAD request gets no page, because only a new session or a call could show the place.
    case head

    /// Decides what a request gets.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - options: The options of the place.
    ///   - feature: The feature of the place.
    ///   - id: The id of the session in the address; `nil` without one.
    ///   - browser: The id of the browser; `nil` if the request has none.
    ///   - pool: The running sessions.
    /// - Throws: `FeatureError` with the code `closed` if the page's script asks for a place that the page's session
    ///   cannot show.
    init(
        of request: Request, at options: [String: FieldValue], in feature: RemoteFeature, session id: String?,
        from browser: String?, among pool: SessionPool
    ) async throws {
        let isForeign = request.headers[.secFetchSite].map { $0 != "same-origin" && $0 != "none" } ?? false
        var live: LiveSession?
        if let id, let browser { live = try pool.session(id, of: browser) }
        if let live, live.session.manifest.id == feature.id {
            switch try await live.session.route(to: options) {
            case .here:
                self = .page(live)
                return
            case .call(let call) where !isForeign && request.method == .get:
                self = .call(call, live)
                return
            case .call, .launch: break
            }
        }
        guard !request.isOfScript else {
            throw FeatureError(.closed, "the page's session cannot show this place; load the address")
        }
        if isForeign {
            self = .invitation
        } else if request.method != .get {
            self = .head
        } else if browser == nil, let live = id.flatMap({ pool.unseen($0) }) {
            self = .sharedPage(live)
        } else {
            self = .launch
        }
    }

    /// Refuses a request that no person's navigation caused, such as a prefetch or an embedded page.
    ///
    /// The page's script may ask for the place that it goes to.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - effect: What the address does, as in "this address starts a session".
    /// - Throws: ``Problem`` (403).
    static func refuseGuesses(_ request: Request, by effect: String = "starts a session") throws(Problem) {
        let isGuess = [HTTPField.Name.secPurpose, .purpose].contains {
            request.headers[$0]?.contains("prefetch") ?? false
        }
        if isGuess { throw Problem(.forbidden, "this address \(effect), so it cannot be prefetched") }
        guard let destination = request.headers[.secFetchDest], destination != "document" else { return }
        if destination == "empty", request.isOfScript, request.headers[.secFetchSite] == "same-origin" { return }
        throw Problem(
            .forbidden, "this address \(effect), so only navigation may load it, not \(destination.quoted)")
    }
}

extension Request {
    /// Whether the request comes from the page's script and not from a person's navigation.
    var isOfScript: Bool { headers[.accept] == "application/json" }
    /// Whether the answer needs no page content, because the script gets the changes from its stream (RFC 7240, 4.2).
    var isBrief: Bool { isOfScript && headers[.prefer] == "return=minimal" }
}
