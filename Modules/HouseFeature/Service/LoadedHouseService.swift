public import FeatureKit
public import FeatureStorage

/// Houses from where the launch's options say.
public struct LoadedHouseService: HouseService {
    private let loader: RecordLoader<House>

    /// Creates a service.
    ///
    /// - Parameters:
    ///   - options: The launch's options.
    ///   - files: What opens a person's own file.
    ///   - clock: What the latency is measured by.
    /// - Throws: What opening the file throws.
    public init(options: Options, files: any RecordFileOpener, clock: any Clock<Duration>) throws {
        loader = try RecordLoader(options: options, sample: House.sample, files: files, clock: clock)
    }

    /// Returns every house.
    public func houses() async throws -> [House] {
        try await loader.load()
    }
}
