/// Stores people.
public protocol PeopleService: Sendable {
    /// Returns all people in the order of their creation.
    func people() async throws -> [Contact]
    /// Adds a person with a new id, and returns the person.
    func add(name: String, surname: String) async throws -> Contact
    /// Replaces the person with the same id.
    func replace(_ person: Contact) async throws
    /// Removes a person.
    func remove(_ id: String) async throws
}

/// Stores people in memory. The initial people are the examples of the task in 7GUIs.
public actor PeopleInMemory: PeopleService {
    private var kept = [
        Contact(id: "1", name: "Hans", surname: "Emil"), Contact(id: "2", name: "Max", surname: "Mustermann"),
        Contact(id: "3", name: "Roman", surname: "Tisch"),
    ]
    private var lastID = 3

    /// Creates the service.
    public init() {}

    /// Returns all people in the order of their creation.
    public func people() -> [Contact] { kept }

    /// Adds a person with a new id, and returns the person.
    public func add(name: String, surname: String) -> Contact {
        lastID += 1
        let person = Contact(id: "\(lastID)", name: name, surname: surname)
        kept.append(person)
        return person
    }

    /// Replaces the person with the same id.
    public func replace(_ person: Contact) {
        if let index = kept.firstIndex(where: { $0.id == person.id }) { kept[index] = person }
    }

    /// Removes a person.
    public func remove(_ id: String) { kept.removeAll { $0.id == id } }
}
