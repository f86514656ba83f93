public import FeatureStorage

/// Reads and changes the entries, in the order in which they were added.
public protocol ExampleService: RecordService<Example> {}

/// The entries of a launch: the stored ones or, as the option `source` says, a copy of the sample or of a person's file.
extension Records<Example>: ExampleService {}
