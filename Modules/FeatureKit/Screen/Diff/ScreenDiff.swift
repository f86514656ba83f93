/// The difference of two screens, by the stable ids of elements and rows.
///
/// ```swift
/// if let diff = ScreenDiff(from: old, to: new) {
///     let copy = try old.applying(diff)             // equal to `new`
/// }
/// ```
///
/// Making and applying a difference takes time and memory linear in the screens. If rows moved, making it also sorts the rows
/// between the first and the last of them.
///
/// ## Wire format
///
/// An object of these members, each left out where nothing changed. `title`, `summary` (`null` takes it away), `tone`, `phase`
/// and `buttons` are the new screen's own. `elements` is an array of edits, each made on what the one before it left:
///
/// | edit | effect |
/// | --- | --- |
/// | `{"remove":[id, …]}` | takes elements away |
/// | `{"insert":[element, …],"after":id}` | puts new elements in after another |
/// | `{"move":[id, …],"after":id}` | takes elements from their places and puts them, in this order, after another |
/// | `{"set":element}` | replaces the element with its id |
/// | `{"all":[element, …]}` | replaces all elements; the only edit for ids that repeat |
///
/// Without `after`, the place is the start, or with `"at":"end"` the end.
///
/// These edits concern the elements of the screen itself. After them come changes of elements that stay, each an object by
/// the elements' ids, wherever on the screen they are:
///
/// | member | for each id |
/// | --- | --- |
/// | `sections` | an object: `elements`, edits as above on the section's own elements; `title`, `layout`, `buttons` |
/// | `lists` | an array of edits |
/// | `forms` | an object: `values`, `problems` and `choices` with the changed entries only, `null` for one that is gone; `title`, `enabled`, `disabled` |
/// | `fields` | an array of `{"at":index,"item":item}`, which replaces an item |
///
/// A list's edits `remove`, `insert`, `move` and `all` are those of elements, made on rows. The others are:
///
/// | edit | effect |
/// | --- | --- |
/// | `{"set":id, …}` | changes a row's properties |
/// | `{"alike":[…],"after":id}` | inserts new rows, each told by how it differs from the row before it |
/// | `{"columns":[…]}` `{"more":button}` `{"total":…}` `{"select":…}` `{"selected":id}` `{"hint":…}` | changes a member of the list; `null` takes it away |
///
/// A `set` carries what changed of `title`, `detail`, `values`, `cells`, `tone`, `buttons`, `arguments` and `opens`; `null`
/// takes an optional one away. `values` and `cells` have the changed entries only, `null` for one that is gone. `buttons` are
/// all of the row's; `arguments` changes the argument of that name in every button of the row that has it, and takes it away
/// for `null`.
///
/// An `alike` row has `id`, `title`, `detail` if there is one, and, where there are any, the arrays `values`, `cells` and
/// `arguments`. The rest is as in the row before it; for the first at the start of a list, as in the row that was first.
/// `values` and `cells` are those of the names that the row before has, sorted. `arguments` are those that its buttons have,
/// sorted by name, each once. An argument, or an option of `opens`, that is the id of the row before becomes the id of the
/// new row, and is left out of `arguments`.
///
/// Names are sorted by their Unicode scalars, composed (Unicode Standard Annex 15, form C).
///
/// ## Topics
/// - ``Screen/applying(_:)``
/// - ``Mismatch``
/// - ``ScreenPatch``
public struct ScreenDiff: Sendable, Hashable {
    /// The new title, if it changed.
    package var title: String?
    /// What happens to the summary.
    package var summary: OptionalChange<String> = .kept
    /// The new mood, if it changed.
    package var tone: Tone?
    /// The new phase, if it changed.
    package var phase: Phase?
    /// The new buttons of the screen, if any of them changed.
    package var buttons: [Button]?
    /// The edits of the screen's own elements, each on what the one before it left.
    package var elements: [ElementEdit] = []
    /// What changes, after that, of sections that stay sections, by their ids.
    package var sections: [String: SectionChange] = [:]
    /// The edits of lists that stay lists, by their ids.
    package var lists: [String: [ListEdit]] = [:]
    /// What changes of forms that stay forms of the same action, by their ids.
    package var forms: [String: FormChange] = [:]
    /// The items that change in labels and values, by the elements' ids.
    package var fields: [String: [ItemEdit]] = [:]

    /// Whether it changes nothing.
    package var isEmpty: Bool {
        title == nil && summary == .kept && tone == nil && phase == nil && buttons == nil && elements.isEmpty
            && !changesInside
    }

    /// Whether it changes elements that stay.
    var changesInside: Bool { !(sections.isEmpty && lists.isEmpty && forms.isEmpty && fields.isEmpty) }

    init() {}
}

extension ScreenDiff: Codable {
    private enum CodingKeys: CodingKey {
        case title, summary, tone, phase, buttons, elements, sections, lists, forms, fields
    }

    /// Reads the value from its wire format.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        title = try container.decodeIfPresent(String.self, forKey: .title)
        summary = try container.change(forKey: .summary)
        tone = try container.decodeIfPresent(Tone.self, forKey: .tone)
        phase = try container.decodeIfPresent(Phase.self, forKey: .phase)
        buttons = try container.decodeIfPresent([Button].self, forKey: .buttons)
        elements = try container.decodeIfPresent([ElementEdit].self, forKey: .elements) ?? []
        sections = try container.decodeIfPresent([String: SectionChange].self, forKey: .sections) ?? [:]
        lists = try container.decodeIfPresent([String: [ListEdit]].self, forKey: .lists) ?? [:]
        forms = try container.decodeIfPresent([String: FormChange].self, forKey: .forms) ?? [:]
        fields = try container.decodeIfPresent([String: [ItemEdit]].self, forKey: .fields) ?? [:]
    }

    /// Writes the value in its wire format.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(title, forKey: .title)
        try container.encode(summary, forKey: .summary)
        try container.encodeIfPresent(tone, forKey: .tone)
        try container.encodeIfPresent(phase, forKey: .phase)
        try container.encodeIfPresent(buttons, forKey: .buttons)
        if !elements.isEmpty { try container.encode(elements, forKey: .elements) }
        if !sections.isEmpty { try container.encode(sections, forKey: .sections) }
        if !lists.isEmpty { try container.encode(lists, forKey: .lists) }
        if !forms.isEmpty { try container.encode(forms, forKey: .forms) }
        if !fields.isEmpty { try container.encode(fields, forKey: .fields) }
    }
}
