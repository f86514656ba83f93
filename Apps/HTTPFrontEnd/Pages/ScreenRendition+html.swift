public import FeatureKit

extension ScreenRendition {
    /// The HTML that a session's page shows of a frame: all that changes on it, without what every page has around it.
    public static let html = ScreenRendition("HTML") { frame, manifest in
        let place = FormPlace(session: frame.session, attempt: nil, key: nil)
        let maker = ActionMaker(manifest: manifest.withoutLocalParts, isKnown: { _ in true }, place: place)
        let view = SessionView(frame, again: "/features/\(frame.feature)", maker: maker, isLasting: true)
        return try Templates().render(view, as: "session-inside")
    }
}
