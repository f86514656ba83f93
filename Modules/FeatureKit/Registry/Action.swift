/// A named operation of a feature, which people and clients perform with arguments.
///
/// Declare an action once, list it in the manifest, and give the scene a handler for it:
///
/// ```swift
/// static let adopt = Action(
///     "adopt", "Adopt a dog", done: "was adopted", effect: .adds, fields: Dog.name, Dog.breed, Dog.age)
/// ```
public struct Action: Sendable, Hashable {
    /// The action's name: a lower-case letter, then lower-case letters, digits or `-`.
    public let name: String
    /// The text of the action's buttons and menu items.
    public let title: String
    /// The end of the sentence with which front ends say that a call has succeeded, such as `was adopted`.
    ///
    /// The sentence begins with the title of the row or the record that the call has made or changed: `Rex was adopted.`
    /// With `nil`, or if the call has no such row, front ends say the title: `Adopt a dog: done`. After several titles, a
    /// first word was, is or has becomes were, are or have: `Rex and Max were adopted.`
    public let done: String?
    /// The sentence that says what a call takes away; `nil` for none.
    ///
    /// Front ends say it with their question whether to perform the action, such as `The dog leaves the list.` A
    /// question of the button's own (``Button/confirm``) replaces both.
    public let consequence: String?
    /// The effect of a call.
    public let effect: Effect
    /// The people who may perform the action.
    public let audience: Audience
    /// Whether people can cancel a call that waits or runs.
    ///
    /// The task of the handler is cancelled. A handler that notices it throws `CancellationError`, and leaves everything
    /// in order. The call of a handler that returns nevertheless has succeeded.
    public let isCancellable: Bool
    /// The fields of the action's arguments, in the order in which front ends ask for them.
    public private(set) var fields: [FieldDescription]

    /// Whether the action decides which rows a list shows, and in which order.
    package var browses: Bool { fields.contains { $0.role?.browses == true } }

    /// The name of the field that gets the id of a row which a person selects: the field with the role `row`, or else
    /// the only field; `nil` if there is none.
    package var rowField: String? { fields.name(of: .row) ?? (fields.count == 1 ? fields[0].name : nil) }

    /// The text of ``done`` after several titles: `were released`; `nil` if ``done`` does not begin with was, is or has.
    package var doneToMany: String? {
        guard let done, let verb = done.split(separator: " ").first else { return nil }
        return ["was": "were", "is": "are", "has": "have"][verb].map { $0 + done.dropFirst(verb.count) }
    }

    /// Whether people can perform the action on several rows at once.
    package var takesRows: Bool { fields.name(of: .rows) != nil }

    /// Returns the id of the row on which a call acts; `nil` if it acts on no row.
    package func row(of arguments: [String: FieldValue]) -> String? {
        fields.name(of: .row).flatMap { arguments[$0] }.map(\.description)
    }

    /// The text of the button that sends a form of the action in place.
    package var submitTitle: String { effect == .edits ? "Save" : title }

    /// Returns the fields by whose rules a call without a form is checked.
    ///
    /// An action that ``Effect/edits`` lets a call leave out every field but the id of the row.
    ///
    /// - Parameter names: The names of the fields that the call gives or empties.
    package func fields(given names: Set<String> = []) -> [FieldDescription] {
        guard effect == .edits else { return fields }
        return fields.map { field in
            guard field.role != .row, !names.contains(field.name) else { return field }
            var field = field
            (field.required, field.defaultValue) = (false, nil)
            return field
        }
    }

    /// Returns the call of a filled-in form, which shows a person every value that the call sets.
    ///
    /// A form for several rows does not show their values, so an empty field changes nothing. Neither does an empty secret.
    ///
    /// - Parameter values: The values of the form. A field without a value was left empty.
    package func call(filledInWith values: [String: FieldValue]) -> Call {
        guard effect == .edits, fields.name(of: .rows).flatMap({ values[$0] }) == nil else { return Call(name, values) }
        // An edit keeps what a call leaves out, so an empty field is emptied.
        let empty = fields.filter { $0.role == nil && $0.kind != .secret && values[$0.name] == nil }
        return Call(name, values, emptied: Set(empty.map(\.name)))
    }

    /// Declares an action.
    ///
    /// - Parameters:
    ///   - name: The action's name: a lower-case letter, then lower-case letters, digits or `-`.
    ///   - title: The text of the action's buttons and menu items.
    ///   - done: The end of the sentence that says a success, such as `was adopted`; ``done``.
    ///   - consequence: The sentence that says what a call takes away; ``consequence``.
    ///   - effect: The effect of a call.
    ///   - audience: The people who may perform the action.
    ///   - isCancellable: Whether people can cancel a call; ``isCancellable``.
    ///   - fields: The fields of the action's arguments, in the order in which front ends ask for them.
    public init(
        _ name: String, _ title: String, done: String? = nil, consequence: String? = nil,
        effect: Effect = .changes, for audience: Audience = .anyone, isCancellable: Bool = false,
        fields: any FieldDeclaration...
    ) {
        self.init(
            name, title, done: done, consequence: consequence, effect: effect, for: audience,
            isCancellable: isCancellable, fields: fields)
    }

    /// Declares an action with a list of fields, for example all fields of a record.
    public init(
        _ name: String, _ title: String, done: String? = nil, consequence: String? = nil,
        effect: Effect = .changes, for audience: Audience = .anyone, isCancellable: Bool = false,
        fields: [any FieldDeclaration]
    ) {
        self.init(
            name, title, done: done, consequence: consequence, effect: effect, for: audience,
            isCancellable: isCancellable, described: fields.map(\.description))
    }

    /// Declares an action with descriptions of fields.
    package init(
        _ name: String, _ title: String, done: String? = nil, consequence: String? = nil,
        effect: Effect = .changes, for audience: Audience = .anyone, isCancellable: Bool = false,
        described fields: [FieldDescription]
    ) {
        (self.name, self.title, self.done, self.consequence) = (name, title, done, consequence)
        (self.effect, self.audience, self.isCancellable, self.fields) = (effect, audience, isCancellable, fields)
    }

    /// Returns the action with one field for a person to give, and with the fields that the caller presets.
    package func asking(only name: String, besides presets: some Collection<String>) -> Action {
        var copy = self
        // Indices, because copies of fields that are left out take time.
        copy.fields = fields.indices.filter { fields[$0].name == name || presets.contains(fields[$0].name) }
            .map { fields[$0] }
        return copy
    }

    /// The action for remote clients: without local fields, and with choices that accept only their listed texts.
    var withoutLocalParts: Action {
        var copy = self
        copy.fields = fields.compactMap(\.withoutLocalParts)
        return copy
    }
}

extension Action {
    /// The effect of a call of an action.
    ///
    /// Front ends choose words, keys and marks of changed rows by it. A new effect reads as ``changes`` in older programs.
    public enum Effect: String, Sendable, Hashable, Decodable, CaseIterable {
        /// Changes only what the session shows, such as a search, an order or another place.
        case shows
        /// Shows more rows of a list that is loaded page by page.
        case loads
        /// Reads what the session shows again.
        case reloads
        /// Adds a record.
        case adds
        /// Changes a record, or anything else.
        case changes
        /// Changes the values of a record that a call gives. A value that the call leaves out stays as it is.
        ///
        /// The handler applies the values by `Record.update(with:)`.
        case edits
        /// Removes a record.
        case removes

        /// Whether the effect is only that the session shows something else.
        package var onlyShows: Bool { self == .shows || self == .loads }

        /// Whether the effect changes no record: it shows, loads or reloads.
        package var changesNothing: Bool { onlyShows || self == .reloads }
    }
}

extension Action: Decodable {
    private enum CodingKeys: CodingKey {
        case name, title, done, consequence, effect, `for`, cancellable, fields
    }

    /// Decodes the value from its wire format.
    ///
    /// An effect that is missing or unknown reads as ``Effect/changes``; an unknown audience, as ``Audience/nobody``.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        name = try container.decode(String.self, forKey: .name)
        title = try container.decode(String.self, forKey: .title)
        done = try container.decodeIfPresent(String.self, forKey: .done)
        consequence = try container.decodeIfPresent(String.self, forKey: .consequence)
        effect = try container.decodeIfPresent(String.self, forKey: .effect).flatMap(Effect.init) ?? .changes
        audience = try container.decodeIfPresent(Audience.self, forKey: .for) ?? .anyone
        isCancellable = try container.decodeIfPresent(Bool.self, forKey: .cancellable) ?? false
        fields = try container.decode([FieldDescription].self, forKey: .fields)
    }
}
