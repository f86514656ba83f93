public import FeatureStorage

/// Reads and changes the dogs.
///
/// The dogs are in the order of their adoption.
public protocol DoggyService: RecordService<Dog> {}

extension Records<Dog>: DoggyService {}
