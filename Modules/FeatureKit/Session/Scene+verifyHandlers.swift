extension Scene {
    /// Checks that the scene has exactly one handler for each action of the manifest (guarantee 11 of ``Session``).
    func verifyHandlers(of manifest: FeatureManifest) throws {
        // A loop over the elements would copy each action, at each launch.
        let isComplete = manifest.actions.indices.allSatisfy { handlers.contains(manifest.actions[$0].name) }
        let unused = undoing.flatMap { manifest.action(named: $0.action) == nil ? $0.action : nil }
        let count = handlers.count - (unused == nil ? 0 : 1)
        if isComplete, count == manifest.actions.count, handledTwice.isEmpty { return }
        let declared = Set(manifest.actions.map(\.name) + [unused].compactMap(\.self))
        let missing = declared.subtracting(handlers.names).sorted().map { "no handler for '\($0)'" }
        let unknown = handlers.names.filter { !declared.contains($0) }.sorted()
            .map { "a handler for '\($0)', which the manifest does not declare" }
        let twice = handledTwice.sorted().map { "two handlers for '\($0)'" }
        let faults = missing + unknown + twice
        guard faults.isEmpty else {
            throw FeatureError(
                .featureFault,
                "feature '\(manifest.id)' was launched with \(faults.joined(separator: ", ")); "
                    + "give its scene exactly one handler for each action of its manifest")
        }
    }
}
