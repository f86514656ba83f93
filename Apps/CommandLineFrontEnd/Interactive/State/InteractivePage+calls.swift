import FeatureKit
import Interaction

/// A call whose answer has not come yet, and what its end means for the view.
struct RunningCall: Sendable {
    /// The rows that the call may change.
    enum Change: Sendable, Hashable {
        case nothing
        case row(String)
        case anything
    }

    /// The time at which the call began.
    let begun: Duration
    /// The rows that the call may change.
    let change: Change
    /// The ids of the several rows on which the call acts; empty for any other call.
    let rows: [String]
    /// Whether the call may replace the rows, as a search or an order does.
    let replacesRows: Bool
    /// Whether the call leads to a neighbour of the record on the page.
    var isStep: Bool
    /// The form on the page that sent the call; `nil` for any other call.
    let form: String?
    /// The form in front of the page that sent the call; `nil` for any other call.
    var sender: FormState.Identity?
    /// What to say when the call succeeds; `nil` to say nothing.
    var success: InteractiveState.Success?
    /// The name that the person gives to what the call adds; `nil` if the call has no text.
    let name: String?
    /// Finds the row that the call adds; `nil` if it adds none.
    var adding: SuccessWords?
    /// The other place to which the call takes the page; `nil` for any other call.
    var move: InteractiveState.Move?
}

extension InteractivePage {
    /// The time since which the oldest running call runs; `nil` if none runs.
    var callingSince: Duration? { calls.values.lazy.map(\.begun).min() }

    /// Whether a running call may replace the rows.
    ///
    /// Until the new rows are there, the old ones are not what a person acts on.
    var isReplacingRows: Bool {
        let isRunning = calls.values.contains(where: \.replacesRows)
        return failure == nil && !layout.lists.isEmpty && (isRunning || replacedAt > revision)
    }

    /// Whether the page is on its way to a neighbour of its record, or has come from one and still loads.
    var isStepping: Bool {
        let isArriving = isNeighbour && (revision < 0 || screen.phase.isLoading)
        return failure == nil && (isArriving || seeksWayBeside || calls.values.contains(where: \.isStep))
    }

    /// Notes that a call has begun.
    mutating func begin(_ call: Call, _ key: Int, at now: Duration) {
        let action = manifest.action(named: call.action)
        // Rows that a call only shows are changes of other people.
        let change: RunningCall.Change =
            action?.effect.changesNothing == true
            ? .nothing : action?.row(of: call.arguments).map { .row($0) } ?? .anything
        let isChange = screen.forms.contains { $0.id == call.form && $0.submits == .change }
        let isStep = screen.buttons.contains {
            $0.role.isStep && $0.action == call.action && $0.arguments == call.arguments
        }
        calls[key] = RunningCall(
            begun: now, change: change, rows: action?.rows(of: call.arguments) ?? [],
            replacesRows: isChange || action?.browses == true, isStep: isStep, form: call.form,
            name: action?.fields.first { $0.kind == .text && call.arguments[$0.name] != nil }
                .flatMap { call.arguments[$0.name]?.description })
        guard let form = call.form else { return }
        view.forms[form]?.began(key)
        relayout()
    }

    /// Notes that a call has ended, and returns it.
    ///
    /// - Parameter answer: The revision that shows the effect of the call; `nil` if it is unknown.
    mutating func end(_ key: Int, revision answer: Int?, _ error: (any Error)?) -> RunningCall? {
        guard let call = calls.removeValue(forKey: key) else { return nil }
        if error == nil { ticks.remove(call.rows) }
        if call.change != .nothing {
            let isLast = !calls.values.contains { $0.change != .nothing }
            marks.ended(answer: error == nil ? answer : nil, at: revision, isLast: isLast)
        }
        endSorting(key, revision: answer, hasFailed: error != nil)
        if call.replacesRows, error == nil, let answer { replacedAt = max(replacedAt, answer) }
        if error == nil, let words = call.adding { newRows.append((words, call.name, answer ?? revision)) }
        if let form = call.form {
            view.forms[form]?.ended(key, revision: answer, error: error)
            relayout()
        }
        return call
    }

    /// Moves the cursor to the rows that the person has just added.
    ///
    /// - Returns: The names of the added rows that are not loaded yet.
    mutating func showNewRows() -> [String] {
        let shown = newRows.filter { $0.revision <= revision }
        newRows.removeAll { $0.revision <= revision }
        return shown.compactMap { words, name, _ in
            if let (list, row) = words.newRow(in: layout.lists) {
                // On the page of a record, the cursor goes into a list only with the person.
                if selection != nil || !screen.isOfRecord, let number = layout.number(ofRow: row.id, in: list, near: 0)
                {
                    moveSelection(to: number)
                }
                return nil
            }
            return words.mayAdd && layout.lists.contains { $0.more != nil } ? name : nil
        }
    }
}
