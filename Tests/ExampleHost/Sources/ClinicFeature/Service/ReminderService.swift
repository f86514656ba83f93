/// Reminds people of visits.
public protocol ReminderService: Sendable {
    /// Sends a reminder of a visit, which may take seconds.
    @concurrent func remind(of visit: Visit) async throws
}

/// Sends each reminder after a pause, in place of a mail server.
struct SlowReminders: ReminderService {
    let clock: any Clock<Duration>

    @concurrent func remind(of visit: Visit) async throws { try await clock.sleep(for: .seconds(4)) }
}
