/// How one screen differs from another, by the stable ids of elements and rows.
///
/// ```swift
/// if let diff = ScreenDiff(from: old, to: new) {
///     let copy = try old.applying(diff)             // equal to `new`
/// }
/// ```
///
/// Making and applying a difference cost time and memory linear in the screens; only where rows changed places does making
/// sort what lies between the first and the last of them.
///
/// ## Wire format
///
/// An object of these members, each left out where nothing changed. `title`, `tone`, `phase` and `buttons` are the new
/// screen's own. `elements` is an array of edits, each made on what the one before it left:
///
/// | edit | what it does |
/// | --- | --- |
/// | `{"remove":[id, …]}` | takes elements away |
/// | `{"insert":[element, …],"after":id}` | puts new elements in after another |
/// | `{"move":[id, …],"after":id}` | takes elements from their places and puts them, in this order, after another |
/// | `{"set":element}` | puts an element in the place of the one with its id |
/// | `{"all":[element, …]}` | puts these in the place of all there are; the only edit for ids that repeat |
///
/// Where nothing is named to come `after`, the place is the start, or with `"at":"end"` the end.
///
/// After them come `lists`: an object with an array of edits for each list that stays a list and changes, by its id. The
/// edits `remove`, `insert`, `move` and `all` are those of elements, made on rows. The others are:
///
/// | edit | what it does |
/// | --- | --- |
/// | `{"set":id, …}` | changes a row's properties |
/// | `{"alike":[…],"after":id}` | puts new rows in, like `insert`, told by how they differ from the row before them |
/// | `{"columns":[…]}` `{"more":button}` | changes these members of the list; `null` takes them away |
///
/// A `set` carries what changed of `title`, `detail`, `values`, `tone`, `buttons`, `arguments` and `opens`; `null` takes an
/// optional one away. `values` has the changed entries only, `null` for one that is gone. `buttons` are all of the row's;
/// `arguments` changes, in every button of the row that has an argument of that name, its value, and takes it away for
/// `null`.
///
/// An `alike` row has `id`, `title`, `detail` if there is one, and, where there are any, `values` and `arguments`, which
/// are arrays. The rest is as in the row before it; for the first at the start of a list, as in the row that was first.
/// `values` are those of the names that the row before has, sorted. `arguments` are those that its buttons have, sorted by
/// name, each once. What stands there in arguments and in the options of `opens` and is the id of the row before becomes
/// the id of the new row, and is left out of `arguments`.
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
    /// The new mood, if it changed.
    package var tone: Tone?
    /// The new phase, if it changed.
    package var phase: Phase?
    /// The new buttons of the screen, if any of them changed.
    package var buttons: [Button]?
    /// What happened to elements, each edit on what the one before it left.
    package var elements: [ElementEdit] = []
    /// What happened, after that, to lists that stayed lists, by their ids.
    package var lists: [String: [ListEdit]] = [:]

    /// Whether it changes nothing.
    package var isEmpty: Bool {
        title == nil && tone == nil && phase == nil && buttons == nil && elements.isEmpty && lists.isEmpty
    }

    init() {}
}

extension ScreenDiff: Codable {
    private enum CodingKeys: CodingKey { case title, tone, phase, buttons, elements, lists }

    /// Reads the value from its wire format.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        title = try container.decodeIfPresent(String.self, forKey: .title)
        tone = try container.decodeIfPresent(Tone.self, forKey: .tone)
        phase = try container.decodeIfPresent(Phase.self, forKey: .phase)
        buttons = try container.decodeIfPresent([Button].self, forKey: .buttons)
        elements = try container.decodeIfPresent([ElementEdit].self, forKey: .elements) ?? []
        lists = try container.decodeIfPresent([String: [ListEdit]].self, forKey: .lists) ?? [:]
    }

    /// Writes the value in its wire format.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(title, forKey: .title)
        try container.encodeIfPresent(tone, forKey: .tone)
        try container.encodeIfPresent(phase, forKey: .phase)
        try container.encodeIfPresent(buttons, forKey: .buttons)
        if !elements.isEmpty { try container.encode(elements, forKey: .elements) }
        if !lists.isEmpty { try container.encode(lists, forKey: .lists) }
    }
}
