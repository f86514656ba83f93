import FeatureKit
import Testing

/// Expects an error of the kit with a code, whatever its message.
func expectError(
    _ code: FeatureError.Code, sourceLocation: SourceLocation = #_sourceLocation, _ body: () async throws -> some Any
) async {
    let error = await #expect(throws: FeatureError.self, sourceLocation: sourceLocation) { _ = try await body() }
    #expect(error?.code == code, "\(error?.message ?? "")", sourceLocation: sourceLocation)
}

/// Waits until a session shows a text; returns `false` if the session ends or the task is cancelled before.
func shows(_ text: String, _ session: Session) async throws -> Bool {
    for await event in try await session.attach() {
        if case .frame(let frame) = event, frame.screen.text == text { return true }
    }
    return false
}

extension Result<FieldValue, FieldRefusal> {
    /// Why the value was refused.
    var message: String? {
        if case .failure(let refusal) = self { refusal.message } else { nil }
    }
}
