/// The texts for a person in the list.
public struct PersonViewData: Hashable, Sendable {
    /// The person's key.
    public let id: String
    /// The surname and the name, for example "Emil, Hans".
    public let title: String

    /// Formats a person.
    public init(_ person: Contact) {
        id = person.id
        title = [person.surname, person.name].filter { !$0.isEmpty }.joined(separator: ", ")
    }
}

/// The data that the view shows: the list, the filter and the entered name.
public struct CrudViewData: Hashable, Sendable {
    /// The prefix by which the list is filtered.
    public let prefix: String
    /// The listed people.
    public let people: [PersonViewData]
    /// The key of the selected person, or `nil` if no person is selected.
    public let selected: String?
    /// The entered name.
    public let name: String
    /// The entered surname.
    public let surname: String

    /// Creates the data.
    public init(prefix: String, people: [PersonViewData], selected: String?, name: String, surname: String) {
        (self.prefix, self.people, self.selected) = (prefix, people, selected)
        (self.name, self.surname) = (name, surname)
    }
}
