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
    /// The revisions of frames to come that show the effects of the person's calls.
    private var own: Set<Int> = []

    /// Notes that a call of the person which may have changed rows has ended.
    ///
    /// - Parameters:
    ///   - answer: The revision that shows the effect of the call; `nil` if that revision is unknown.
    ///   - revision: The revision of the newest frame.
    ///   - isLast: Whether no other such call is running.
    mutating func ended(answer: Int?, at revision: Int, isLast: Bool) {
        if let answer {
            if answer > revision { own.insert(answer) }
            if shownRevision == answer { shown = [] }
            held[answer] = nil
        }
        guard isLast else { return }
        for marks in held.values { shown.formUnion(marks) }
        held = [:]
    }

    /// Takes the marks of the rows that a new frame has changed.
    ///
    /// - Parameter running: What the person's running calls may change.
    mutating func show(_ marks: Set<Mark>, revision: Int, during running: some Collection<RunningCall.Change>) {
        defer { own = own.filter { $0 > revision } }
        guard !own.contains(revision) else { return shown = [] }
        let waiting = marks.filter { mark in running.contains { $0 == .anything || $0 == .row(mark.row) } }
        (shown, shownRevision) = (marks.subtracting(waiting), revision)
        if !waiting.isEmpty { held[revision] = waiting }
    }

    /// Removes the shown marks.
    mutating func clear() { shown = [] }
}
