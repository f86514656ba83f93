/// How far something has come, such as a download or a timer.
///
/// The content of a screen that is loading has a progress of its own: ``Phase/loading(message:fraction:)``.
public struct ProgressElement: Sendable, Hashable, Decodable {
    /// The element's id.
    public var id: String
    /// The name of what makes progress, such as "Elapsed time".
    public var title: String
    /// The progress from 0 to 1; `nil` if it is unknown.
    public var fraction: Double?
    /// A text about the progress, such as "4.2 of 15 s"; `nil` for none.
    public var message: String?

    /// The progress in whole percent, rounded down; `nil` if it is unknown.
    package var percent: Int? { fraction.map { Int(($0.isNaN ? 0 : min(1, max(0, $0))) * 100) } }

    /// The message, or else the progress in percent, as in "28 %"; `nil` if nothing is known.
    package var words: String? { message ?? percent.map { "\($0) %" } }
}
