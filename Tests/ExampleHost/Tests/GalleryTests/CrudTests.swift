import CrudFeature
import FeatureKit
import FeatureTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct CrudTests {
    final class View: RecordingView<View.Call>, CrudView {
        enum Call: Equatable {
            case people([String], selected: String?, entered: [String])
            case message(String)
            case failure(String)
        }

        func showPeople(_ data: CrudViewData) {
            record(.people(data.people.map(\.title), selected: data.selected, entered: [data.name, data.surname]))
        }
        func announce(_ message: String) { record(.message(message)) }
        func showFailure(_ message: String) { record(.failure(message)) }
    }

    struct Flooded: Error, CustomStringConvertible { let description = "the archive is under water" }

    /// A service that fails to load the people if a test says so.
    struct StubPeople: PeopleService {
        let base = PeopleInMemory()
        let load = Stub<Void, Void>()

        func people() async throws -> [Contact] {
            try await load()
            return await base.people()
        }
        func add(name: String, surname: String) async throws -> Contact {
            await base.add(name: name, surname: surname)
        }
        func replace(_ person: Contact) async throws { await base.replace(person) }
        func remove(_ id: String) async throws { await base.remove(id) }
    }

    private let view = View()
    private let service = StubPeople()

    private func loaded() async -> CrudPresenter {
        let presenter = CrudPresenter(service: service)
        presenter.attach(view)
        await presenter.load()
        return presenter
    }

    @Test func `the presenter lists all people with the surname first`() async {
        _ = await loaded()
        let all = ["Emil, Hans", "Mustermann, Max", "Tisch, Roman"]
        #expect(view.calls == [.people(all, selected: nil, entered: ["", ""])])
    }

    @Test func `the filter compares the beginning of the surname and ignores case`() async {
        let presenter = await loaded()
        _ = view.takeCalls()
        presenter.filter(by: "tI")
        presenter.filter(by: "isch")
        #expect(
            view.calls == [
                .people(["Tisch, Roman"], selected: nil, entered: ["", ""]),
                .people([], selected: nil, entered: ["", ""]),
            ])
    }

    @Test func `only a person in the list can be selected`() async throws {
        let presenter = await loaded()
        presenter.filter(by: "E")
        #expect(throws: InputRefused(["id": "no person in the list has the id 3"])) { try presenter.select("3") }
        try presenter.select("1")
        presenter.filter(by: "M")
        #expect(
            view.calls.suffix(2) == [
                .people(["Emil, Hans"], selected: "1", entered: ["Hans", "Emil"]),
                .people(["Mustermann, Max"], selected: nil, entered: ["Hans", "Emil"]),
            ])
    }

    @Test func `the presenter creates, updates and deletes a person`() async throws {
        let presenter = await loaded()
        presenter.enter(name: "Ada", surname: "")
        try await presenter.create()
        let created = ["Emil, Hans", "Mustermann, Max", "Tisch, Roman", "Ada"]
        #expect(
            view.calls.suffix(2) == [
                .people(created, selected: "4", entered: ["Ada", ""]), .message("“Ada” was created."),
            ])
        presenter.enter(name: "Ada", surname: "Lovelace")
        try await presenter.update()
        let all = ["Emil, Hans", "Mustermann, Max", "Tisch, Roman", "Lovelace, Ada"]
        #expect(view.calls.last == .people(all, selected: "4", entered: ["Ada", "Lovelace"]))
        let people = await service.base.people()
        #expect(people.last == Contact(id: "4", name: "Ada", surname: "Lovelace"))
        try await presenter.delete()
        let rest = ["Emil, Hans", "Mustermann, Max", "Tisch, Roman"]
        #expect(view.calls.last == .people(rest, selected: nil, entered: ["Ada", "Lovelace"]))
    }

    @Test func `if the filter hides a created or updated person, a message says so`() async throws {
        let presenter = CrudPresenter(service: service, prefix: "M")
        presenter.attach(view)
        await presenter.load()
        presenter.enter(name: "Ada", surname: "Lovelace")
        try await presenter.create()
        let listed = View.Call.people(["Mustermann, Max"], selected: nil, entered: ["Ada", "Lovelace"])
        #expect(view.calls.suffix(2) == [listed, .message("“Lovelace, Ada” was created. The filter hides it.")])
        try presenter.select("2")
        presenter.enter(name: "Max", surname: "Schmidt")
        try await presenter.update()
        #expect(view.calls.last == .message("“Schmidt, Max” was updated. The filter hides it."))
    }

    @Test func `a person without a name is refused, and nothing changes without a selection`() async throws {
        let presenter = await loaded()
        await #expect(throws: InputRefused(["surname": "Enter a name or a surname."])) {
            try await presenter.create()
        }
        presenter.enter(name: "Ada", surname: "Lovelace")
        try await presenter.update()
        try await presenter.delete()
        #expect(await service.base.people().map(\.id) == ["1", "2", "3"])
    }

    @Test func `if the service fails, the screen shows a failure, and a retry can succeed`() async throws {
        service.load.failsOnce(with: Flooded())
        try await withScenario(of: CrudFeature { [service] in service }) { crud in
            await crud.expect { $0.title = "CRUD" }
            try await crud.start()
            await crud.expect {
                $0.phase = .failed(
                    message: "The names could not be loaded: the archive is under water",
                    retry: Button(action: "refresh", title: "Try again"))
            }
            try await crud.press("Try again")
            await crud.skipFrames { $0.phase == .ready }
            #expect(crud.screen.buttons.map(\.enabled) == [true, false, false])
        }
        service.load.fails(with: Flooded())
        await FeatureContract(CrudFeature { [service] in service }).verifyFailure()
    }

    @Test func `the feature filters, selects, updates and deletes names`() async throws {
        func screen(
            _ rows: [Row], prefix: String? = nil, selected: String? = nil, name: String? = nil, surname: String? = nil
        ) -> Screen {
            func form(_ id: String, _ action: String, _ values: [String: String?]) -> Element {
                .form(
                    FormElement(
                        id: id, action: action, values: values.compactMapValues { $0.map { .text($0) } },
                        submits: .change))
            }
            var screen = Screen(
                title: "CRUD", phase: .ready,
                elements: [
                    form("filter", "browse", ["prefix": prefix]),
                    .section(
                        id: "names", layout: .columns,
                        elements: [
                            .list(
                                id: "people", rows: rows, select: CrudFeature.manifest.action(named: "select"),
                                selected: selected,
                                hint: prefix == nil
                                    ? "Enter a name and press Create." : "No surname begins with this text."),
                            form("person", "enter", ["name": name, "surname": surname]),
                        ]),
                ],
                buttons: [
                    Button(action: "create", title: "Create", role: .primary),
                    Button(action: "update", title: "Update", enabled: selected != nil),
                    Button(
                        action: "delete", title: "Delete", enabled: selected != nil, role: .destructive,
                        confirm: rows.first { $0.id == selected }.map { "Delete \($0.title)?" }),
                ])
            screen.address = prefix.map { ["prefix": .text($0)] } ?? [:]
            return screen
        }
        let (emil, tisch) = (Row(id: "1", title: "Emil, Hans"), Row(id: "3", title: "Tisch, Roman"))
        var max = Row(id: "2", title: "Mustermann, Max")
        try await withScenario(of: CrudFeature()) { crud in
            await crud.expect { $0.title = "CRUD" }
            try await crud.start()
            await crud.expect(screen([emil, max, tisch]))
            try await crud.fill("filter", with: ["prefix": "mu"]) { $0 = screen([max], prefix: "mu") }
            try await crud.select("Mustermann, Max") {
                $0 = screen([max], prefix: "mu", selected: "2", name: "Max", surname: "Mustermann")
            }
            try await crud.fill("person", with: ["name": "Moritz"]) {
                $0 = screen([max], prefix: "mu", selected: "2", name: "Moritz", surname: "Mustermann")
            }
            max.title = "Mustermann, Moritz"
            try await crud.press("Update") {
                $0 = screen([max], prefix: "mu", selected: "2", name: "Moritz", surname: "Mustermann")
            }
            try await crud.press("Delete") {
                $0 = screen([], prefix: "mu", name: "Moritz", surname: "Mustermann")
            }
            try await crud.fill("filter", emptying: ["prefix"]) {
                $0 = screen([emil, tisch], name: "Moritz", surname: "Mustermann")
            }
        }
    }
}
