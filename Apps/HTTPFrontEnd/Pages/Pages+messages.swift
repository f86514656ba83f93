import FeatureKit
import Hummingbird

/// The pages that say something in place of a session.
extension Pages {
    /// Makes the page for an ended or unknown session.
    ///
    /// If a person sent a form after the session's end, the page shows the typed text.
    func ended(_ session: EndedSession?, typed: [FieldsElement.Item] = [], for request: Request) -> Response {
        var links = [MessageView.Link.allFeatures]
        if let session, let feature = try? features.feature(session.feature) {
            links.insert(
                .init(address: feature.address(session.options), label: "Start \(feature.manifest.title) again"), at: 0)
        }
        let view = MessageView(
            heading: "This session has ended",
            detail: "It was closed, or it was unused for too long. Start a new session.",
            typed: typed, links: links)
        return page(title: view.heading, for: request, status: .notFound) { $0.message(view) }
    }

    /// Makes the page for an id that no feature has.
    ///
    /// - Parameters:
    ///   - id: The id.
    ///   - folder: The path that a feature's id follows, such as `/features/`.
    ///   - request: The request for the page.
    func unknownFeature(_ id: String, in folder: String, for request: Request) -> Response {
        let nearest = nearestMatch(to: id, among: features.all.flatMap { [$0.id, $0.manifest.title] })
        let near = nearest.flatMap { name in features.all.first { $0.id == name || $0.manifest.title == name } }
        let links = near.map { [MessageView.Link(address: folder + $0.id, label: $0.manifest.title)] } ?? []
        let view = MessageView(
            heading: "There is no such feature",
            detail: "This host has no feature \(id.quoted)."
                + (near.map { " Did you mean \($0.manifest.title)?" } ?? ""),
            links: links + [.allFeatures])
        return page(title: view.heading, for: request, status: .notFound) { $0.message(view) }
    }

    /// Makes the page that offers to start a feature.
    ///
    /// It appears after a link from another site, and when required options are missing.
    ///
    /// - Parameters:
    ///   - feature: The feature.
    ///   - typed: The options in the address, by option name.
    ///   - action: The action whose form the place opens; `nil` for none.
    ///   - request: The request that the page answers.
    func invitation(
        to feature: RemoteFeature, typed: [String: String], beginning action: String? = nil, for request: Request
    ) -> Response {
        let view = MessageView(
            heading: feature.manifest.title, detail: feature.manifest.summary,
            form: optionsForm(of: feature, typed: typed, beginning: action),
            links: [.allFeatures])
        return page(title: view.heading, in: feature.id, for: request) { $0.message(view) }
    }

    /// Makes the page for refused options, with a form to correct them.
    ///
    /// The form shows only the refused options. It keeps the other ones and leaves out unknown ones.
    func refused(
        _ refusal: InputRefused, of feature: RemoteFeature, typed: [String: String], for request: Request
    ) -> Response {
        let options = feature.manifest.options
        let view = MessageView(
            heading: feature.manifest.title, detail: "Please correct the options of this address.",
            errors: ErrorView.list(refusal, fields: options, in: feature.id, of: feature.manifest),
            form: optionsForm(of: feature, typed: typed, refusal: refusal),
            links: [.allFeatures])
        return page(
            title: "Refused: \(view.heading)", in: feature.id, for: request, status: .unprocessableContent
        ) { $0.message(view) }
    }
}
