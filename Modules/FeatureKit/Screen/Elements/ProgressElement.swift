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
    package var percent: Int? { fraction?.percent }

    /// The progress in percent and the message, as in "28 % · 4.2 s"; `nil` if nothing is known.
    package var words: String? { fraction.progressWords(message) }
}

extension Double? {
    /// Returns a progress in percent and its message; `nil` if neither is known.
    func progressWords(_ message: String?) -> String? {
        let known = [map { "\($0.percent) %" }, message].compactMap(\.self)
        return known.isEmpty ? nil : known.joined(separator: " · ")
    }
}

extension Double {
    /// The share from 0 to 1 in whole percent, rounded down.
    ///
    /// A share outside of the range counts as the nearest one, and NaN as 0.
    package var percent: Int { isNaN ? 0 : Int((min(1, max(0, self)) * 100 + 1e-9).rounded(.down)) }
}
