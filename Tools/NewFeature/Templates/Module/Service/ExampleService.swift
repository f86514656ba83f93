public import FeatureStorage

/// A service that reads and changes the entries.
///
/// The entries are in the order of their insertion.
public protocol ExampleService: RecordService<Example> {}

/// The entries of a launch: the stored ones, or a copy of the sample or of a file, by the option `source`.
extension Records<Example>: ExampleService {}
