import CommandLineFrontEnd
import FeatureKit
import FoundationEssentials

/// A host with many equal features.
///
/// The environment variable `FEATURES` sets the number of features.
@main
enum ManyFeatures: CommandLineHost {
    static let name = "ManyFeatures"
    static let version = "1"
    static let summary = "Measures the cost of registered features."

    static func registry() throws -> FeatureRegistry {
        let count = ProcessInfo.processInfo.environment["FEATURES"].flatMap { Int($0) } ?? 4
        return try FeatureRegistry((1...count).map(NumberedFeature.init))
    }
}

/// One of many equal features.
///
/// The manifest of this feature is as large as the manifest of a real feature.
struct NumberedFeature: Feature {
    static let text = Field<String>("text", "Text", length: 1...40)
    static let refresh = Action("refresh", "Refresh", effect: .reloads)
    static let add = Action("add", "Add an entry", fields: text)
    static let manifest = FeatureManifest(id: "numbered", title: "Numbered", summary: "One of many.")

    let manifest: FeatureManifest

    init(number: Int) {
        manifest = FeatureManifest(
            id: "feature-\(number)", title: "Feature \(number)", summary: "Number \(number) of many.",
            options: [Field<String>("source", "Source", default: "sample", help: "Where the entries come from.")],
            actions: Self.refresh, Self.add)
    }

    func launch(on stage: Stage, options: Options) throws -> Scene {
        Scene(owning: stage) {}.on(Self.refresh) { _ in }.on(Self.add) { _ in }
    }
}
