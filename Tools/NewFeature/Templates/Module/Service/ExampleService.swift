public import FeatureStorage

/// Knows the entries, wherever they are kept.
public protocol ExampleService: Sendable {
    /// Returns all entries in the order in which they were added.
    func all() async throws -> [Example]
    /// Adds an entry at the end.
    func add(_ entry: Example) async throws
}

/// Records do all that: those of the store or, as the option `source` says, a copy of the sample or of a person's file.
extension Records<Example>: ExampleService {}
