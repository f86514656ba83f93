public import FeatureKit
public import FeatureStorage

/// People from where the launch's options say.
public struct LoadedUserService: UserService {
    private enum Loader {
        case grid(RecordLoader<User>)
        case seoul(RecordLoader<SeoulUser>)
    }

    private let loader: Loader

    /// Creates a service.
    ///
    /// - Parameters:
    ///   - options: The launch's options.
    ///   - files: What opens a person's own file.
    ///   - clock: What the latency is measured by.
    /// - Throws: What opening the file throws.
    public init(options: Options, files: any RecordFileOpener, clock: any Clock<Duration>) throws {
        loader =
            switch try options[UserFeature.roster] {
            case .grid:
                .grid(try RecordLoader(options: options, sample: User.sample, files: files, clock: clock))
            case .seoul:
                .seoul(try RecordLoader(options: options, sample: SeoulUser.sample, files: files, clock: clock))
            }
    }

    /// Returns everybody.
    public func users() async throws -> Users {
        switch loader {
        case .grid(let loader): .grid(try await loader.load())
        case .seoul(let loader): .seoul(try await loader.load())
        }
    }
}
