import FeatureKit

/// A feature that lists the features of a host, for `launch` without a feature on a terminal.
///
/// Each row opens its feature. No registry contains this feature.
struct CatalogueFeature: Feature {
    static let manifest = FeatureManifest(id: "launch-catalogue", title: "Features", summary: "Lists the features.")

    /// The features to list.
    let features: [FeatureManifest]

    func launch(on stage: Stage, options: Options) throws -> Scene {
        Scene(owning: stage, start: { stage.screen = screen })
    }

    private var screen: Screen {
        let rows = features.map { feature in
            Row(id: feature.id, title: feature.title, detail: feature.summary, opens: FeatureLink(feature: feature.id))
        }
        return Screen(
            title: Self.manifest.title, phase: .ready,
            elements: [
                .list(
                    id: "features", rows: rows,
                    columns: [.init(.title, title: "Feature"), .init(.detail, title: "Purpose")],
                    hint: "This program has no features.")
            ])
    }
}
