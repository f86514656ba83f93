/// The rows that are marked because somebody else has just changed them.
///
/// A change that the person has made is no news. The frame that shows it has the revision of the call's answer, but it
/// usually comes before the answer. So marks that may be the effect of a running call wait for the answer.
struct ChangeMarks: Sendable {
    /// A row by its ids.
    struct Mark: Sendable, Hashable {
        let list: String
        let row: String
    }

    /// The rows to mark.
    private(set) var shown: Set<Mark> = []
    /// The marks that wait for answers, by the revision of their frame.
    private var held: [Int: Set<Mark>] = [:]
    /// The revision of the frame with the shown marks.
    private var shownRevision: Int?
    /// The rows on which the person's running calls act, by call key; `nil` for a call that may change any row.
    private var running: [Int: String?] = [:]
    /// The revisions of frames to come that show the effects of the person's calls.
    private var own: Set<Int> = []

    /// Notes that a call of the person has begun.
    ///
    /// - Parameter row: The id of the row on which the call acts; `nil` if the call may change any row.
    mutating func began(_ call: Int, onRow row: String?) { running[call] = .some(row) }

    /// Notes that a call has ended.
    ///
    /// - Parameters:
    ///   - answer: The revision that shows the effect of the call; `nil` if that revision is unknown.
    ///   - revision: The revision of the newest frame.
    mutating func ended(_ call: Int, answer: Int?, at revision: Int) {
        guard running.removeValue(forKey: call) != nil else { return }
        if let answer {
            if answer > revision { own.insert(answer) }
            if shownRevision == answer { shown = [] }
            held[answer] = nil
        }
        guard running.isEmpty else { return }
        for marks in held.values { shown.formUnion(marks) }
        held = [:]
    }

    /// Takes the marks of the rows that a new frame has changed.
    mutating func show(_ marks: Set<Mark>, revision: Int) {
        defer { own = own.filter { $0 > revision } }
        guard !own.contains(revision) else { return shown = [] }
        let waiting = marks.filter { mark in running.values.contains { $0 == nil || $0 == mark.row } }
        (shown, shownRevision) = (marks.subtracting(waiting), revision)
        if !waiting.isEmpty { held[revision] = waiting }
    }

    /// Removes the shown marks.
    mutating func clear() { shown = [] }
}
