public import FeatureKit

/// A feature that keeps records in a store.
///
/// Its records can be imported and exported without a session.
///
/// ```swift
/// extension DoggyFeature: RecordKeeping {
///     func recordType(for options: Options) -> any Record.Type { Dog.self }
/// }
/// ```
public protocol RecordKeeping: Feature {
    /// Returns the record type for the options of a launch.
    ///
    /// - Parameter options: Validated options, with defaults filled in.
    func recordType(for options: Options) throws -> any Record.Type
}
