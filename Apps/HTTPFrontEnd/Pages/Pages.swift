import FeatureKit
import HTTPTypes
import Hummingbird

/// Makes the pages of a host.
struct Pages: Sendable {
    /// Where the style sheet is; the address changes with it, so that browsers keep it for good.
    let styleAddress: String
    /// Where the script is; the address changes with it too.
    let scriptAddress: String
    let name: String
    let version: String
    private let features: RemoteFeatures
    private let templates: Templates
    /// Whether people sign in and out.
    private let hasLogin: Bool

    init(name: String, version: String, features: RemoteFeatures, hasLogin: Bool = false) throws {
        (self.name, self.version, self.features, self.hasLogin) = (name, version, features, hasLogin)
        templates = try Templates()
        styleAddress = "/style.css?v=\(Templates.styleSheet.fingerprint)"
        scriptAddress = "/live.js?v=\(Templates.script.fingerprint)"
    }

    /// The page of all features.
    func catalogue() -> Response {
        let entries = features.all.map { feature in
            CatalogueView.Entry(
                title: feature.manifest.title, summary: feature.manifest.summary, address: feature.address,
                form: feature.manifest.options.isEmpty ? nil : optionsForm(of: feature))
        }
        return page("catalogue", CatalogueView(entries: entries), title: "Features", isHome: true)
    }

    /// The page of a session.
    ///
    /// - Parameters:
    ///   - frame: What it shows.
    ///   - session: The session.
    ///   - notices: What to say in passing.
    ///   - attempt: What was sent and refused.
    ///   - status: The status of the answer.
    func session(
        _ frame: Frame, of session: Session, notices: [NoticeView], attempt: Attempt? = nil,
        status: HTTPResponse.Status = .ok
    ) throws -> Response {
        let isAnswer = status != .ok
        // What answers a form must stay until it has been read, and a form must not be sent again.
        let refreshes = frame.screen.phase.isLoading && !isAnswer
        let (maker, again) = try parts(of: session, attempt: attempt, key: String(Session.randomID().prefix(8)))
        let view = SessionView(
            frame, again: again, maker: maker, notices: notices, attempt: attempt, isLasting: !refreshes)
        let heading = view.title.heading
        return page(
            "session", view, title: isAnswer ? "Refused: \(heading)" : heading,
            refresh: refreshes ? "/sessions/\(frame.session)" : nil, isLive: true, status: status)
    }

    /// What the script of a session's page needs to know: what the page shows now, and notices.
    func live(
        _ frame: Frame, of session: Session, notices: [NoticeView], attempt: Attempt? = nil,
        status: HTTPResponse.Status = .ok
    ) throws -> Response {
        let (maker, again) = try parts(of: session, attempt: attempt, key: nil)
        let view = SessionView(frame, again: again, maker: maker, attempt: attempt, isLasting: true)
        var writer = JSONWriter(capacity: 8192)
        writer.page(view, notices: notices, templates)
        return .json(writer.bytes, status: status)
    }

    /// What makes the events of a session's page.
    func encoder(of session: Session) throws -> PageEncoder {
        let (maker, again) = try parts(of: session, attempt: nil, key: nil)
        return PageEncoder(maker: maker, again: again, templates: templates)
    }

    private func parts(
        of session: Session, attempt: Attempt?, key: String?
    ) throws -> (maker: ActionMaker, again: String) {
        let feature = try features.feature(session.manifest.id)
        let place = FormPlace(session: session.id, attempt: attempt, key: key)
        let maker = ActionMaker(manifest: feature.manifest, isKnown: features.contains, place: place)
        return (maker, feature.address(session.options.values))
    }

    /// The page of a session that has ended, or never was, with what a form has brought too late.
    func ended(_ session: EndedSession?, typed: [FieldsElement.Item] = []) -> Response {
        var links = [MessageView.Link(address: "/", label: "All features")]
        if let session, let feature = try? features.feature(session.feature) {
            links.insert(
                .init(address: feature.address(session.options), label: "Start \(feature.manifest.title) again"), at: 0)
        }
        let view = MessageView(
            heading: "This session has ended",
            detail:
                "It was closed, or nobody had used it for a while. What it showed is gone; a new one starts afresh.",
            typed: typed, links: links)
        return page("message", view, title: view.heading, status: .notFound)
    }

    /// The page for who follows a link from elsewhere: only a person starts a session.
    func invitation(to feature: RemoteFeature, typed: [String: String]) -> Response {
        let view = MessageView(
            heading: feature.manifest.title, detail: feature.manifest.summary,
            form: optionsForm(of: feature, typed: typed),
            links: [MessageView.Link(address: "/", label: "All features")])
        return page("message", view, title: view.heading)
    }

    /// The page for options that were refused: a form to mend them.
    func refused(_ refusal: InputRefused, of feature: RemoteFeature, typed: [String: String]) -> Response {
        let options = feature.manifest.options
        let view = MessageView(
            heading: feature.manifest.title, detail: "These options were refused:",
            errors: ErrorView.list(refusal, fields: options),
            form: options.isEmpty ? nil : optionsForm(of: feature, typed: typed, refusal: refusal),
            links: [MessageView.Link(address: "/", label: "All features")])
        return page("message", view, title: "Refused: \(view.heading)", status: .unprocessableContent)
    }

    /// The HTML of the page that tells a problem.
    @Sendable
    func html(of problem: Problem) -> String {
        let view = MessageView(
            heading: problem.status.reasonPhrase, detail: problem.detail,
            links: [MessageView.Link(address: "/", label: "All features")])
        return html("message", view, title: view.heading)
    }

    private func optionsForm(
        of feature: RemoteFeature, typed: [String: String]? = nil, refusal: InputRefused? = nil
    ) -> FormView {
        let controls = feature.manifest.options.enumerated().map { index, option in
            ControlView(
                option, id: "\(feature.id)-\(index)", typed: typed?[option.name], error: refusal?.fields[option.name],
                isPosted: false)
        }
        return FormView(
            method: "get", address: feature.address, submit: "Start \(feature.manifest.title)", role: "normal",
            disabled: false, controls: controls.focusingFirstError, refused: refusal != nil)
    }

    /// Makes a page of a template and what it shows.
    func page(
        _ template: String, _ content: some Any, title: String, isHome: Bool = false, refresh: String? = nil,
        isLive: Bool = false, status: HTTPResponse.Status = .ok, _ fields: HTTPFields = [:]
    ) -> Response {
        .page(
            html(template, content, title: title, isHome: isHome, refresh: refresh, isLive: isLive), status: status,
            fields)
    }

    private func html(
        _ template: String, _ content: some Any, title: String, isHome: Bool = false, refresh: String? = nil,
        isLive: Bool = false
    ) -> String {
        let view = PageView(
            host: name, version: version, style: styleAddress, title: title, isHome: isHome, refresh: refresh,
            script: isLive ? scriptAddress : nil, hasLogin: hasLogin && template != "login", content: content)
        return templates.render(view, as: template)
    }
}

extension RemoteFeature {
    /// The address that starts it.
    var address: String { "/features/\(id)" }

    /// The address that starts it with options, as far as they are not the defaults.
    func address(_ options: [String: FieldValue]) -> String {
        let texts = manifest.options.compactMap { option in
            options[option.name].flatMap { $0 == option.defaultValue ? nil : (name: option.name, text: $0.description) }
        }
        return address + texts.query
    }
}

extension [UInt8] {
    /// A short text that changes with the bytes: the 64 bits of FNV-1a.
    fileprivate var fingerprint: String {
        String(reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }, radix: 16)
    }
}
