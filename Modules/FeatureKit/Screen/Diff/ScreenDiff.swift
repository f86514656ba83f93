/// The difference between two screens.
///
/// Elements and rows are compared by their ids.
///
/// ```swift
/// if let diff = ScreenDiff(from: old, to: new) {
///     let copy = try old.applying(diff)             // equal to `new`
/// }
/// ```
///
/// Making and applying a difference take time and memory linear in the size of the screens. Making it may also sort a
/// number for each row and, if rows have moved, the rows between the first and the last moved row.
///
/// ## Wire format
///
/// A difference is a JSON object. It leaves out each member that did not change. The members `title`, `summary`,
/// `tone`, `phase`, `buttons`, `up` and `address` contain the values of the new screen. `null` removes `summary`, `up`
/// or `address`. The member `elements` is an array of edits, which are applied in order:
///
/// | edit | effect |
/// | --- | --- |
/// | `{"remove":[id, …]}` | removes elements |
/// | `{"insert":[element, …],"after":id}` | inserts new elements after the element `id` |
/// | `{"move":[id, …],"after":id}` | moves elements, in the given order, after the element `id` |
/// | `{"set":element}` | replaces the element that has the same id |
/// | `{"all":[element, …]}` | replaces all elements; the only edit if ids are repeated |
///
/// Without `after`, the position is the start. With `"at":"end"` it is the end.
///
/// The edits in `elements` change only the top level of the screen. The following members then change elements that are
/// on both screens, at any depth. Each member is an object, and its keys are the ids of the changed elements:
///
/// | member | for each id |
/// | --- | --- |
/// | `sections` | an object with the new `title`, `layout` and `buttons`, and with edits in `elements` as above |
/// | `lists` | an array of edits |
/// | `forms` | an object with the new `title`, `enabled`, `disabled`, and the changed `values`, `problems`, `choices` |
/// | `fields` | an array of `{"at":index,"item":item}`; each replaces one item |
/// | `drawings` | an object with the new `alt`, and with edits in `shapes` as those of elements above |
///
/// In a form, `values`, `problems` and `choices` contain only the changed entries. `null` removes an entry.
///
/// The edits `remove`, `insert`, `move` and `all` of a list work on rows as they do on elements. A list has more edits:
///
/// | edit | effect |
/// | --- | --- |
/// | `{"set":id, …}` | changes properties of the row `id` |
/// | `{"alike":[…],"after":id}` | inserts new rows; each is described by its differences from the row before it |
/// | `{"columns":[…]}`, `{"more":button}`, `{"total":…}` | changes this member of the list; `null` removes it |
/// | `{"select":…}`, `{"selected":id}`, `{"hint":…}` | changes this member of the list; `null` removes it |
///
/// A `set` edit contains the changed members among `title`, `detail`, `values`, `cells`, `tone`, `buttons`, `arguments`
/// and `opens`. `null` removes an optional member. `values` and `cells` contain only the changed entries, and `null`
/// removes an entry. `buttons` contains all buttons of the row. Each entry of `arguments` changes the argument with
/// that name in every button of the row that has it, and `null` removes the argument.
///
/// An `alike` row has the members `id` and `title`, and optionally `detail`, `values`, `cells` and `arguments`. All
/// other properties are copied from the row before. For the first row at the start of a list, the "row before" is the
/// row that was first until then. The arrays `values` and `cells` contain one entry for each name in the row before, in
/// sorted order of the names. The array `arguments` contains one entry for each argument name in the buttons of the row
/// before, also sorted. If an argument, or an option of `opens`, equals the id of the row before, the new row has its
/// own id there. `arguments` leaves out such an argument.
///
/// Names are sorted by the Unicode scalars of their composed characters (Unicode Standard Annex 15, Normalization Form
/// C).
///
/// ## Topics
/// - ``Screen/applying(_:)``
/// - ``Mismatch``
/// - ``ScreenPatch``
public struct ScreenDiff: Sendable, Hashable {
    /// The new title; `nil` if the title did not change.
    package var title: String?
    /// The change of the summary.
    package var summary: OptionalChange<String> = .kept
    /// The new tone; `nil` if the tone did not change.
    package var tone: Tone?
    /// The new phase; `nil` if the phase did not change.
    package var phase: Phase?
    /// The new buttons of the screen; `nil` if no button changed.
    package var buttons: [Button]?
    /// The edits of the screen's top-level elements, to be applied in order.
    package var elements: [ElementEdit] = []
    /// The changes of sections that are on both screens, by id.
    ///
    /// They are applied after ``elements``.
    package var sections: [String: SectionChange] = [:]
    /// The edits of lists that are on both screens, by id.
    package var lists: [String: [ListEdit]] = [:]
    /// The changes of forms that are on both screens with the same action, by id.
    package var forms: [String: FormChange] = [:]
    /// The changed items of fields elements, by the id of the element.
    package var fields: [String: [ItemEdit]] = [:]
    /// The changes of drawings that are on both screens, by id.
    package var drawings: [String: DrawingChange] = [:]

    /// The change of ``Screen/up``, the link to the enclosing place.
    package var up: OptionalChange<FeatureLink> = .kept
    /// The change of ``Screen/address``.
    package var address: OptionalChange<[String: FieldValue]> = .kept

    /// Whether there are no changes.
    package var isEmpty: Bool {
        title == nil && summary == .kept && tone == nil && phase == nil && buttons == nil && up == .kept
            && address == .kept && elements.isEmpty && !changesInside
    }

    /// Whether there are changes inside elements that are on both screens.
    package var changesInside: Bool {
        !(sections.isEmpty && lists.isEmpty && forms.isEmpty && fields.isEmpty && drawings.isEmpty)
    }

    init() {}
}

extension ScreenDiff: Decodable {
    private enum CodingKeys: CodingKey, CaseIterable {
        case title, summary, tone, phase, buttons, up, address, elements, sections, lists, forms, fields,
            drawings
    }

    /// Decodes the value from its wire format.
    public init(from decoder: any Decoder) throws { try self.init(from: decoder, besides: []) }

    /// Decodes the value from its wire format.
    ///
    /// - Parameter names: The names of further members, which the caller decodes.
    /// - Throws: `DecodingError` also for unknown members.
    init(from decoder: any Decoder, besides names: [String]) throws {
        let known = Set(names).union(CodingKeys.allCases.map(\.stringValue))
        let all = try decoder.container(keyedBy: AnyKey.self)
        if let key = all.allKeys.first(where: { !known.contains($0.stringValue) }) {
            throw DecodingError.dataCorruptedError(
                forKey: key, in: all, debugDescription: "unknown member of a patch: \(key.stringValue)")
        }
        let container = try decoder.container(keyedBy: CodingKeys.self)
        title = try container.decodeIfPresent(String.self, forKey: .title)
        summary = try container.change(forKey: .summary)
        tone = try container.decodeIfPresent(Tone.self, forKey: .tone)
        phase = try container.decodeIfPresent(Phase.self, forKey: .phase)
        buttons = try container.decodeIfPresent([Button].self, forKey: .buttons)
        up = try container.change(forKey: .up)
        address = try container.change(forKey: .address)
        elements = try container.decodeIfPresent([ElementEdit].self, forKey: .elements) ?? []
        sections = try container.decodeIfPresent([String: SectionChange].self, forKey: .sections) ?? [:]
        lists = try container.decodeIfPresent([String: [ListEdit]].self, forKey: .lists) ?? [:]
        forms = try container.decodeIfPresent([String: FormChange].self, forKey: .forms) ?? [:]
        fields = try container.decodeIfPresent([String: [ItemEdit]].self, forKey: .fields) ?? [:]
        drawings = try container.decodeIfPresent([String: DrawingChange].self, forKey: .drawings) ?? [:]
    }
}

/// A key with any name.
private struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}
