extension Scene {
    /// Checks that the scene has exactly one handler for each action of the manifest (guarantee 11 of ``Session``).
    func verifyHandlers(of manifest: FeatureManifest) throws {
        let isComplete = manifest.actions.allSatisfy { handlers[$0.name] != nil }
        let unused = undoing.flatMap { undoing in
            manifest.actions.contains { $0.name == undoing.action } ? nil : undoing.action
        }
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
