import Synchronization
import Testing

/// Returns the messages of the issues that a closure records.
///
/// These issues do not fail the test.
func recordedIssues(_ body: () async throws -> Void) async throws -> [String] {
    let messages = Mutex<[String]>([])
    try await withKnownIssue(isIntermittent: true) {
        try await body()
    } matching: { issue in
        messages.withLock { $0.append(issue.comments.map(\.rawValue).joined()) }
        return true
    }
    return messages.withLock { $0 }
}
