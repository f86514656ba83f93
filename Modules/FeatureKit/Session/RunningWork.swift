/// A call of an action that takes long: it waits or runs for longer than ``Session/workDelay``, or reports its progress.
///
/// A session lists such calls beside its frame, so that every front end shows their progress and offers to cancel them
/// without any code of the feature. They are no part of the screen. A revision counts changes of the screen only.
///
/// The wire format leaves out `fraction` and `message` if they are unknown, and `cancellable` and `queued` if they are
/// false:
///
/// ```json
/// {"id":"7","action":"reindex","title":"Reindex","fraction":0.3,"message":"300 of 1,000","cancellable":true}
/// ```
public struct RunningWork: Sendable, Hashable, Decodable {
    /// The id of the call, unique in its session.
    public let id: String
    /// The name of the action.
    public let action: String
    /// The title of the action.
    public let title: String
    /// The part that is done, from 0 to 1; `nil` if it is unknown.
    public var fraction: Double?
    /// A text about the progress, such as "300 of 1,000"; `nil` for none.
    public var message: String?
    /// Whether the call can be cancelled now.
    public var isCancellable: Bool
    /// Whether the call waits for earlier calls.
    public var isQueued: Bool

    /// Creates a description of a call.
    package init(
        id: String, action: String, title: String, fraction: Double? = nil, message: String? = nil,
        isCancellable: Bool = false, isQueued: Bool = false
    ) {
        (self.id, self.action, self.title) = (id, action, title)
        (self.fraction, self.message) = (fraction, message)
        (self.isCancellable, self.isQueued) = (isCancellable, isQueued)
    }

    private enum CodingKeys: CodingKey { case id, action, title, fraction, message, cancellable, queued }

    /// Decodes the value from its wire format.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(String.self, forKey: .id)
        action = try container.decode(String.self, forKey: .action)
        title = try container.decode(String.self, forKey: .title)
        fraction = try container.decodeIfPresent(Double.self, forKey: .fraction)
        message = try container.decodeIfPresent(String.self, forKey: .message)
        isCancellable = try container.decodeIfPresent(Bool.self, forKey: .cancellable) ?? false
        isQueued = try container.decodeIfPresent(Bool.self, forKey: .queued) ?? false
    }

    /// The progress in percent and the message, as in "30 % · 300 of 1,000"; `nil` if nothing is known.
    package var words: String? { fraction.progressWords(message) }
}

extension JSONWriter {
    /// Writes a running call.
    package mutating func work(_ work: RunningWork) {
        raw("{")
        members(of: work)
        raw("}")
    }

    /// Writes the members of a running call, without braces.
    package mutating func members(of work: RunningWork) {
        raw("\"id\":")
        string(work.id)
        raw(",\"action\":")
        string(work.action)
        raw(",\"title\":")
        string(work.title)
        if let fraction = work.fraction {
            raw(",\"fraction\":")
            value(.decimal(fraction))
        }
        if let message = work.message {
            raw(",\"message\":")
            string(message)
        }
        if work.isCancellable { raw(",\"cancellable\":true") }
        if work.isQueued { raw(",\"queued\":true") }
    }
}

/// A call of an action, running or ended.
package struct WorkStatus: Sendable {
    /// The call.
    package let work: RunningWork
    /// The answer or the error; `nil` as long as the call waits or runs.
    package let result: Result<Answer, any Error>?
}
