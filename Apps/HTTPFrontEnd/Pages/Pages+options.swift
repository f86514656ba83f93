import FeatureKit

extension Pages {
    /// Makes the form for the options of a feature.
    ///
    /// - Parameters:
    ///   - feature: The feature.
    ///   - typed: The typed texts, by option name; `nil` for the defaults.
    ///   - refusal: The refusal of the typed texts. The form then shows only the refused options, and keeps the others.
    ///   - isStart: Whether the form shows only the options that the catalogue offers.
    ///   - action: The action whose form the place opens; `nil` for none.
    func optionsForm(
        of feature: RemoteFeature, typed: [String: String]? = nil, refusal: InputRefused? = nil, isStart: Bool = false,
        beginning action: String? = nil
    ) -> FormView {
        let options = isStart ? feature.manifest.optionsToStart : feature.manifest.options
        let shown = refusal.map { refusal in options.filter { refusal.advice[$0.name] != nil } } ?? options
        let controls = shown.map { option in
            ControlView(
                option, id: "\(feature.id):\(option.name)",
                .init(typed: typed?[option.name], error: refusal?.advice[option.name]),
                in: .init(isPosted: false, feature: feature.id))
        }
        let kept = options.filter { option in !shown.contains { $0.name == option.name } }.flatMap { option in
            let text = typed?[option.name]
            let texts = option.kind.isList ? text?.formLines ?? [] : text.map { [$0] } ?? []
            return texts.map { HiddenControl(name: option.name, value: $0) }
        }
        let begun = action.map { [HiddenControl(name: FeatureManifest.dialogOptions[0], value: $0)] } ?? []
        return FormView(
            method: "get", address: feature.address, submit: "Start \(feature.manifest.title)",
            role: refusal == nil ? nil : "primary",
            disabled: false, controls: controls.focusingFirstError, refused: refusal != nil, kept: kept + begun)
    }
}
