import FeatureKit

/// A value that is loaded at its first use, and again when it has become too old.
///
/// A failed load keeps the earlier value for a time. Callers at the same time wait for one load.
actor Renewed<Value: Sendable> {
    private let load: @Sendable () async throws(ProviderError) -> Value
    private let elapsed: @Sendable () -> Duration
    /// The value that was loaded last; `nil` before the first use.
    private(set) var latest: Value?
    private var loadTime: Duration?
    private var attemptTime: Duration?
    /// The error of the last attempt; `nil` if it has succeeded.
    private var failure: ProviderError?
    private var running: Task<Void, Never>?

    /// Creates a value that is not loaded yet.
    ///
    /// - Parameters:
    ///   - clock: Measures the age of the value.
    ///   - load: Loads the value.
    init(clock: any Clock<Duration>, load: @escaping @Sendable () async throws(ProviderError) -> Value) {
        (self.load, elapsed) = (load, clock.stopwatch())
    }

    /// Returns the value.
    ///
    /// - Parameters:
    ///   - age: The age from which the value is loaded again. With zero, an earlier value does not stand in for a failure.
    ///   - pause: The time that has to pass between two attempts to load it.
    /// - Throws: The error of the last attempt if there is no value, or one beyond twice the age.
    func value(youngerThan age: Duration, pause: Duration = .seconds(10)) async throws(ProviderError) -> Value {
        let now = elapsed()
        if let value = latest, let loadTime, now - loadTime < age { return value }
        if running == nil, attemptTime.map({ now - $0 >= pause }) ?? true {
            attemptTime = now
            running = Task { await attempt() }
        }
        await running?.value
        if let value = latest, let loadTime {
            guard let failure else { return value }
            if elapsed() - loadTime < age * 2 { return value }
            throw failure
        }
        throw failure ?? .away("it was not asked yet")
    }

    private func attempt() async {
        do throws(ProviderError) {
            latest = try await load()
            (loadTime, failure) = (elapsed(), nil)
        } catch { failure = error }
        running = nil
    }
}
