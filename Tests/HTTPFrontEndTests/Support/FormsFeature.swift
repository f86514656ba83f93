import FeatureKit

/// A feature with fields of every kind and rule.
struct FormsFeature: Feature {
    enum Size: String, CaseIterable, FieldType { case small = "It's small", large = "$LARGE" }

    static let all = Action(
        "all", "All kinds",
        fields: Field<String>("plain", "Plain"), Field<Int>("whole", "Whole"), Field<Double>("decimal", "Decimal"),
        Field<Bool>("yes", "Yes"), Field<CalendarDate>("day", "Day"), Field<Instant>("moment", "Moment"),
        Field<Duration>("time", "Time"), Field<Size>("size", "Size"), Field<[Size]>("sizes", "Sizes", count: 2...2),
        Field<[String]>("tags", "Tags", count: 2...4, length: 1...2),
        Field<Secret>("password", "Password", length: 12...40))
    static let rules = Action(
        "rules", "All rules",
        fields: Field<String>("short", "Far too long for the field", length: 1...3),
        Field<String>("long", "Long", length: 50...60),
        Field<String>("lines", "Lines", length: 0...200, lines: 3...5),
        Field<Int>("step", "Step", range: 3...30, step: 9), Field<Int>("below", "Below", range: -50...(-5)),
        Field<Double>("half", "Half", range: 0.5...2, step: 0.5),
        Field<Duration>("slow", "Slow", range: .seconds(60)...(.seconds(90))),
        Field<String?>("maybe", "Maybe", length: 0...5), Field<Int>("preset", "Preset", default: 42))

    static let manifest: FeatureManifest = described("Title")

    let manifest: FeatureManifest

    /// Creates the feature, with an action whose only field has a title.
    init(title: String = "Title") { manifest = FormsFeature.described(title) }

    private static func described(_ title: String) -> FeatureManifest {
        FeatureManifest(
            id: "forms", title: title, summary: title,
            options: [Field<String>("place", "A & B"), Field<Int>("count", "Count", default: 1)],
            actions: Action("name", title, fields: Field<String>("title", title)), all, rules)
    }

    func launch(on stage: Stage, options: Options) throws -> Scene {
        let scene = Scene(owning: stage, start: { stage.screen = Screen(phase: .ready) })
        return manifest.actions.reduce(scene) { scene, action in scene.on(action) { _ in } }
    }
}
