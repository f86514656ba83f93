package import FeatureKit

extension Screen {
    /// Finds the button that a link presses (``FeatureLink/begins``): the first enabled one outside rows that asks for
    /// arguments of an action; `nil` if there is none.
    package func button(beginning action: String, in manifest: FeatureManifest) -> Button? {
        let fields = manifest.action(named: action)?.fields ?? []
        var all = buttons
        forEachElement { if case .section(let section) = $0 { all += section.buttons } }
        return all.first { $0.action == action && $0.enabled && fields.hasAsked(besides: $0.arguments) }
    }
}
