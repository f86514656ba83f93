public import FeatureKit

/// A feature whose records a store keeps, so that they can be imported and exported without a session.
///
/// ```swift
/// extension DoggyFeature: RecordKeeping {
///     func recordType(for options: Options) -> any Record.Type { Dog.self }
/// }
/// ```
public protocol RecordKeeping: Feature {
    /// Returns what kind of records a launch with these options works on.
    ///
    /// - Parameter options: Values that have passed the manifest's options, defaults filled in.
    func recordType(for options: Options) throws -> any Record.Type
}
