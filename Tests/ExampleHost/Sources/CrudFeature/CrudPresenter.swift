import FeatureKit

/// Creates, lists, updates and deletes names.
public final class CrudPresenter {
    private let service: any PeopleService
    private weak var view: (any CrudView)?
    private var people: [Contact] = []
    private var prefix: String
    private var selected: String?
    private var entered = (name: "", surname: "")

    /// Creates a presenter that lists the people whose surname begins with a text.
    ///
    /// It has no view yet.
    public init(service: any PeopleService, prefix: String = "") { (self.service, self.prefix) = (service, prefix) }

    /// Attaches the view.
    ///
    /// The presenter refers to the view weakly.
    public func attach(_ view: any CrudView) { self.view = view }

    /// Detaches the view.
    public func detach() { view = nil }

    /// Loads all people and lists them.
    public func load() async {
        do {
            try await reload()
        } catch is CancellationError {
        } catch {
            view?.showFailure("The names could not be loaded: \(error)")
        }
    }

    /// Lists the people whose surname begins with a text.
    ///
    /// Case is ignored.
    public func filter(by prefix: String) {
        self.prefix = prefix
        draw()
    }

    /// Selects a person in the list, so that the person can be updated or deleted.
    public func select(_ id: String) throws {
        guard let person = listed.first(where: { $0.id == id }) else {
            throw InputRefused(CrudFeature.id, "no person in the list has the id \(FieldValue.text(id))")
        }
        (selected, entered) = (id, (person.name, person.surname))
        draw()
    }

    /// Sets the name and the surname that `create` and `update` use.
    public func enter(name: String, surname: String) {
        entered = (name, surname)
        draw()
    }

    /// Adds a person with the entered name and surname, and selects the person.
    public func create() async throws {
        try verifyEntered()
        let person = try await service.add(name: entered.name, surname: entered.surname)
        selected = person.id
        try await reload()
        announce(person, "was created")
    }

    /// Gives the selected person the entered name and surname.
    public func update() async throws {
        guard let selected else { return }
        try verifyEntered()
        let person = Contact(id: selected, name: entered.name, surname: entered.surname)
        try await service.replace(person)
        try await reload()
        // The list shows the change, unless the filter hides the person.
        if !isListed(person) { announce(person, "was updated") }
    }

    /// Removes the selected person.
    public func delete() async throws {
        guard let selected else { return }
        try await service.remove(selected)
        try await reload()
    }

    private var listed: [Contact] { people.filter(isListed) }

    private func isListed(_ person: Contact) -> Bool {
        person.surname.lowercased().hasPrefix(prefix.lowercased())
    }

    private func announce(_ person: Contact, _ change: String) {
        let title = PersonViewData(person).title
        view?.announce("“\(title)” \(change)." + (isListed(person) ? "" : " The filter hides it."))
    }

    private func verifyEntered() throws {
        guard !entered.name.isEmpty || !entered.surname.isEmpty else {
            throw InputRefused(CrudFeature.surname, "Enter a name or a surname.")
        }
    }

    private func reload() async throws {
        people = try await service.people()
        draw()
    }

    private func draw() {
        let listed = listed
        // A person who is not in the list cannot be selected.
        if !listed.contains(where: { $0.id == selected }) { selected = nil }
        view?.showPeople(
            CrudViewData(
                prefix: prefix, people: listed.map(PersonViewData.init), selected: selected, name: entered.name,
                surname: entered.surname))
    }
}
