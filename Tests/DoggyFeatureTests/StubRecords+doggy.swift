public import DoggyFeature
public import FeatureTesting

extension StubRecords<Dog>: DoggyService {}

struct Closed: Error, CustomStringConvertible {
    let description = "the kennel is closed"
}
