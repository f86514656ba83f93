public import FeatureKit

extension ScreenRendition {
    /// The HTML of a frame on its session's page, without the parts that all pages share.
    public static let html = ScreenRendition("HTML") { frame, manifest in
        let place = FormPlace(session: frame.session, refusedForm: nil, key: nil)
        let maker = ActionMaker(manifest: manifest.withoutLocalParts, isKnown: { _ in true }, place: place)
        let view = SessionView(frame, again: "/features/\(frame.feature)", maker: maker, isLasting: true)
        return try Templates().render(view, as: "session-inside")
    }
}
