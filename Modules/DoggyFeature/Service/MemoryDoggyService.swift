public import FeatureKit
public import FeatureStorage
import Synchronization

/// Dogs from where the launch's options say; those adopted meanwhile are kept in memory.
public final class MemoryDoggyService: DoggyService {
    private let loader: RecordLoader<Dog>
    private let adopted = Mutex<[Dog]>([])

    /// Creates a service.
    ///
    /// - Parameters:
    ///   - options: The launch's options.
    ///   - files: What opens a person's own file.
    ///   - clock: What the latency is measured by.
    /// - Throws: What opening the file throws.
    public init(options: Options, files: any RecordFileOpener, clock: any Clock<Duration>) throws {
        loader = try RecordLoader(options: options, sample: Dog.sample, files: files, clock: clock)
    }

    /// Returns the loaded dogs and after them the adopted ones.
    public func dogs() async throws -> [Dog] {
        let loaded = try await loader.load()
        return loaded + adopted.withLock { $0 }
    }

    /// Adopts a dog and returns it with its key.
    public func adopt(name: String, breed: Breed, age: Int) async throws -> Dog {
        adopted.withLock { adopted in
            let dog = Dog(id: "adopted-\(adopted.count + 1)", name: name, breed: breed, age: age)
            adopted.append(dog)
            return dog
        }
    }
}
