package import FeatureKit

extension Screen {
    /// What front ends say if a place does not have the form that a link begins.
    package static var missingForm: String { "This form is not available here." }

    /// Finds the button that front ends press for a link (``FeatureLink/begins``): the first enabled one of the screen that
    /// asks for arguments of an action; `nil` if there is none.
    package func button(beginning action: String, in manifest: FeatureManifest) -> Button? {
        let fields = manifest.action(named: action)?.fields ?? []
        return buttons.first { $0.action == action && $0.enabled && fields.hasAsked(besides: $0.arguments) }
    }
}
