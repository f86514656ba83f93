import FeatureKit

/// Creates, lists, updates and deletes names.
public final class CrudPresenter {
    private let service: any PeopleService
    private weak var view: (any CrudView)?
    private var people: [Person] = []
    private var prefix = ""
    private var selected: String?
    private var entered = (name: "", surname: "")

    /// Creates a presenter without a view.
    public init(service: any PeopleService) { self.service = service }

    /// Attaches the view; the presenter does not keep it alive.
    public func attach(_ view: any CrudView) { self.view = view }

    /// Detaches the view.
    public func detach() { view = nil }

    /// Loads and lists everybody.
    public func load() async {
        do {
            try await reload()
        } catch is CancellationError {
        } catch {
            view?.showFailure("The names could not be loaded: \(error)")
        }
    }

    /// Lists those whose surname begins with a text, in any case.
    public func filter(by prefix: String) {
        self.prefix = prefix
        draw()
    }

    /// Selects a listed person, whose names can then be changed.
    public func select(_ id: String) throws {
        guard let person = listed.first(where: { $0.id == id }) else {
            throw InputRefused(CrudFeature.id, "there is nobody \(FieldValue.text(id)) in the list")
        }
        (selected, entered) = (id, (person.name, person.surname))
        draw()
    }

    /// Enters a name to create or update with.
    public func enter(name: String, surname: String) {
        entered = (name, surname)
        draw()
    }

    /// Adds a person of the entered name.
    public func create() async throws {
        try verifyEntered()
        try await service.add(name: entered.name, surname: entered.surname)
        try await reload()
    }

    /// Gives the selected person the entered name.
    public func update() async throws {
        guard let selected else { return }
        try verifyEntered()
        try await service.replace(Person(id: selected, name: entered.name, surname: entered.surname))
        try await reload()
    }

    /// Removes the selected person.
    public func delete() async throws {
        guard let selected else { return }
        try await service.remove(selected)
        try await reload()
    }

    private var listed: [Person] {
        people.filter { $0.surname.lowercased().hasPrefix(prefix.lowercased()) }
    }

    private func verifyEntered() throws {
        guard !entered.name.isEmpty || !entered.surname.isEmpty else {
            throw InputRefused(CrudFeature.surname, "enter a name or a surname first")
        }
    }

    private func reload() async throws {
        people = try await service.people()
        draw()
    }

    private func draw() {
        let listed = listed
        // Only a listed person can be selected.
        if !listed.contains(where: { $0.id == selected }) { selected = nil }
        view?.showPeople(
            CrudViewData(
                prefix: prefix, people: listed.map(PersonViewData.init), selected: selected, name: entered.name,
                surname: entered.surname))
    }
}
