import FeatureKit
import Testing

/// Expects a `FeatureError` with the given code and any message.
func expectError(
    _ code: FeatureError.Code, sourceLocation: SourceLocation = #_sourceLocation, _ body: () async throws -> some Any
) async {
    let error = await #expect(throws: FeatureError.self, sourceLocation: sourceLocation) { _ = try await body() }
    #expect(error?.code == code, "\(error?.message ?? "")", sourceLocation: sourceLocation)
}

/// Waits until a session shows a text.
///
/// Returns `false` if the session closes or the task is cancelled first.
func shows(_ text: String, _ session: Session) async throws -> Bool {
    for await event in try await session.attach() {
        if case .frame(let frame) = event, frame.screen.text == text { return true }
    }
    return false
}

extension FieldCheck {
    /// The message of a refusal; `nil` if the value was accepted.
    var message: String? {
        if case .failure(let refusal) = self { refusal.message } else { nil }
    }
}
