import FeatureKit

/// The first letters of a feature's title on a coloured ground, so that features can be told apart at a glance.
struct MonogramView {
    /// The number of hues in the style sheet.
    static let hues = 8

    let letters: String
    /// The number of the hue; the same for all pages and hosts.
    let hue: Int

    /// Creates the monogram of a feature.
    init(id: String, title: String) {
        letters = String(title.prefix(2))
        hue = Int(id.utf8.fingerprint % UInt64(MonogramView.hues))
    }
}
