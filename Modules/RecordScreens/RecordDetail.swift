public import FeatureKit
import FeatureStorage

/// The options and the action that show one record alone, or the history of all records, on a page of its own.
///
/// A feature that lists records adds ``options`` to the options and ``visit`` to the actions of its manifest.
/// ``RecordPlaces`` handles both. The page of a record has two buttons of the action, which lead to the next and to the
/// previous record of the list.
///
/// ## Topics
/// - ``options``
/// - ``option``
/// - ``history``
/// - ``visit``
/// - ``step``
/// - ``Step``
public enum RecordDetail {
    /// The option `id`: the key of the record to show alone.
    public static let option = Field<String?>(
        "id", "Record", length: 1...200, help: "The key of a record. The launch shows only this record."
    )
    .role(.row)

    /// The option `history`: whether to show the changes of all records instead of the records.
    public static let history = Field<Bool>(
        "history", "History", default: false, help: "Shows the changes of all records instead of the records."
    )
    .role(.history)

    /// The options ``option`` and ``history``.
    public static let options: [any FieldDeclaration] = [option, history]

    /// The name of ``option``.
    static var name: String { option.description.name }
    /// The names of ``options``.
    static let names: Set<String> = Set(options.map(\.description.name))
    /// The button that takes back the person's last change.
    static let undoButton = Button(RecordHistory.undo)
    /// The button ``undoButton``, and the one that shows the history.
    static let historyButtons = [
        undoButton, Button(visit, title: "History", arguments: [history.description.name: true]),
    ]

    /// A way from a record to its neighbour in the list.
    public enum Step: String, CaseIterable, FieldType {
        /// The way to the next record.
        case next
        /// The way to the previous record.
        case previous
    }

    /// The field `step` of ``visit``: goes to the neighbour of the record `id` in the search, the filters and the order of
    /// the list.
    public static let step = Field<Step?>(
        "step", "Step", help: "Goes to the record after or before the record in the list, and not to the record itself."
    )
    .role(.step)

    /// The action `visit`: goes to the neighbour of a record in the list, or, in a session that works on a copy, to another
    /// record, to the list or to the history.
    public static let visit = Action("visit", "Go to a record", effect: .shows, fields: option, step, history)

    /// Returns the buttons that lead to the neighbours of a record.
    static func steps(from id: String) -> [Button] {
        func button(_ title: String, _ step: Step, _ role: Button.Role) -> Button {
            Button(
                visit, title: title,
                arguments: [name: .text(id), Self.step.description.name: .text(step.rawValue)], role: role)
        }
        return [button("Previous", .previous, .previous), button("Next", .next, .next)]
    }
}
