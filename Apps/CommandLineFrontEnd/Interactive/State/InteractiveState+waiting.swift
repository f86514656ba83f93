import FeatureKit

// Says what the view waits for. A call that is answered soon needs no words.

extension InteractiveState {
    /// The time after which the view says that a call is running.
    static let patience = Duration.seconds(1)
    /// The time after which the view says that the server does not answer.
    static let silence = Duration.seconds(5)

    /// Whether a call of the page runs so long that the view says so.
    var isWorking: Bool { page.callingSince.map { now - $0 >= Self.patience } ?? false }

    /// The time since which the page waits for an answer of a server that has sent nothing meanwhile; `nil` if it waits
    /// for none, or not long enough to say so.
    var silentTime: Duration? {
        guard isRemote, page.failure == nil else { return nil }
        let isOpening = page.revision < 0
        guard let begun = page.callingSince ?? (isOpening ? page.lastEvent : nil) else { return nil }
        let time = now - max(begun, page.lastEvent)
        return time >= Self.silence ? time : nil
    }

    /// What the view says about a running call.
    var workingText: String { silentText ?? "Working…" }

    /// What the view says about a server that does not answer; `nil` if it has nothing to say.
    var silentText: String? { silentTime.map { "No answer from the server for \($0.components.seconds) s" } }
}
