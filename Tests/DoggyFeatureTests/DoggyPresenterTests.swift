import DoggyFeature
import FeatureKit
import FeatureStorage
import FeatureTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct DoggyPresenterTests {
    let view = RecordingDoggyView()
    let sample = RecordPage(Dog.sample).records.map(DoggyViewData.init)
    let service = StubRecords<Dog>()

    private func presenter() -> DoggyPresenter {
        let presenter = DoggyPresenter(service: service)
        presenter.attach(view)
        return presenter
    }

    @Test func `the presenter loads the dogs, then shows them`() async {
        await presenter().load()
        #expect(view.calls == [.startLoading, .finishLoading, .setDoggies(sample)])
    }

    @Test func `a dog is shown with its name, breed and age`() {
        #expect(sample.map(\.name) == ["Alfred Labrador", "Vinny Doberman", "Lucky Labrador"])
        #expect(sample.map(\.age) == ["1", "5", "3"])
        #expect(sample[0].record.values == ["name": "Alfred", "breed": "Labrador", "age": 1])
    }

    @Test func `if there are no dogs, the view shows that the list is empty`() async {
        service.load.returns([])
        await presenter().load()
        #expect(view.calls == [.startLoading, .finishLoading, .setEmpty])
    }

    @Test func `if the service fails, the view shows a failure and not the empty list`() async {
        service.load.fails(with: Closed())
        await presenter().load()
        let message = "The dogs could not be loaded: the kennel is closed"
        #expect(view.calls == [.startLoading, .finishLoading, .showFailure(message)])
    }

    @Test func `one dog is shown alone, and its release is shown too`() async throws {
        let presenter = presenter()
        await presenter.load()
        _ = view.takeCalls()
        await presenter.records.show(.record("2"))
        try await presenter.release([ChosenRecord(id: "2", revision: 2)])
        #expect(view.calls == [.finishLoading, .setDoggy(sample[1]), .setDoggy(nil)])
    }

    @Test func `an adopted dog appears after the other dogs without another load`() async throws {
        let presenter = presenter()
        await presenter.load()
        _ = view.takeCalls()
        try await presenter.adopt(name: "Rex", breed: .bulldog, age: 2)
        let rex = DoggyViewData(Stored(Dog(id: "new", name: "Rex", breed: .bulldog, age: 2), revision: 100))
        #expect(view.calls == [.setDoggies(sample + [rex])])
    }

    @Test func `a renamed dog keeps its position, and a released dog disappears`() async throws {
        let presenter = presenter()
        await presenter.load()
        _ = view.takeCalls()
        try await presenter.edit("1", seen: 1) { $0.name = "Alf" }
        try await presenter.release([ChosenRecord(id: "1", revision: 1)])
        let alf = DoggyViewData(Stored(Dog(id: "1", name: "Alf", breed: .labrador, age: 1), revision: 100))
        #expect(view.calls == [.setDoggies([alf] + sample[1...]), .setDoggies(Array(sample[1...]))])
    }

    @Test func `the view announces that the store can be read again`() async {
        await presenter().follow(.resumed)
        #expect(view.calls == [.announce("The dogs are up to date again.")])
    }

    @Test func `the presenter calls an attached view, and does not call a detached view`() async {
        let presenter = presenter()
        presenter.detach()
        await presenter.load()
        #expect(view.calls == [])
        presenter.attach(view)
        await presenter.load()
        #expect(view.calls.count == 3)
    }

    @Test func `the presenter does not retain its view`() {
        let presenter = DoggyPresenter(service: service)
        weak var weakView: RecordingDoggyView?
        do {
            let view = RecordingDoggyView()
            presenter.attach(view)
            weakView = view
        }
        #expect(weakView == nil)
    }
}
