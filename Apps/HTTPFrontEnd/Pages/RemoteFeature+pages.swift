import FeatureKit
import FeatureStorage

extension FeatureManifest {
    /// The options with which people start the feature from the catalogue.
    ///
    /// The other options are set on the feature's own page, as a search is, or serve developers. The documentation of
    /// the API has all of them.
    var optionsToStart: [FieldDescription] {
        let all = Set(options.map(\.name))
        let shown = actions.map { $0.fields.map(\.name) }.filter { !$0.isEmpty && all.isSuperset(of: $0) }
        let others = Set(shown.joined()).union(RecordSource.options.map(\.description.name))
        return options.filter { !others.contains($0.name) && $0.role?.isGiven != true }
    }

    /// Whether the feature cannot be started without an option.
    var hasRequiredOption: Bool { options.contains { $0.required && $0.defaultValue == nil } }
}

extension RemoteFeature {
    /// The address that starts the feature.
    var address: String { "/features/\(id)" }

    var monogram: MonogramView { MonogramView(id: id, title: manifest.title) }

    /// Returns the address that starts the feature with options.
    ///
    /// The address omits options that have their default value.
    func address(_ options: [String: FieldValue]) -> String { manifest.address(options) }
}
