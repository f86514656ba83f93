import FeatureKit
import Testing

/// Expects an error of the kit with a code, whatever its message.
func expectError(
    _ code: FeatureError.Code, sourceLocation: SourceLocation = #_sourceLocation, _ body: () async throws -> some Any
) async {
    let error = await #expect(throws: FeatureError.self, sourceLocation: sourceLocation) { _ = try await body() }
    #expect(error?.code == code, "\(error?.message ?? "")", sourceLocation: sourceLocation)
}

/// Waits until something is so; returns `false` when the test's time is up before.
func eventually(_ isSo: () async -> Bool) async -> Bool {
    while await !isSo() {
        guard !Task.isCancelled else { return false }
        await Task.yield()
    }
    return true
}

extension Result<FieldValue, FieldRefusal> {
    /// Why the value was refused.
    var message: String? {
        if case .failure(let refusal) = self { refusal.message } else { nil }
    }
}
