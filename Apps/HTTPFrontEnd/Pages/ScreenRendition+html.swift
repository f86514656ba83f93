public import FeatureKit

extension ScreenRendition {
    /// The HTML of a frame on its session's page, without the parts that all pages share.
    public static let html = ScreenRendition("HTML") { frame, manifest in
        let manifest = manifest.withoutLocalParts
        let addresses = PageAddresses(of: frame, in: manifest) { link in
            let texts = link.options.sorted { $0.key < $1.key }.flatMap { name, value in
                value.typedTexts.map { (name: name, text: $0) }
            }
            return "/features/\(link.feature.percentEncoded)\(texts.query)"
        }
        var maker = ActionMaker(
            manifest: manifest, place: FormPlace(addresses: addresses, refusedForm: nil, key: nil),
            written: nil)
        var html = HTML()
        maker.frame(frame.screen, to: &html)
        return html.string
    }
}
