public import FeatureStorage

/// A service that reads and changes the entries.
///
/// The entries are in the order of their insertion.
public protocol ExampleService: RecordService<Example> {}

/// The entries of a launch.
///
/// The option `source` selects the stored entries, a copy of the sample entries or a copy of a file.
extension Records<Example>: ExampleService {}
