import DoggyFeature
import FeatureKit
import FeatureStorage
import FeatureTesting
import Testing

@Suite(.timeLimit(.minutes(1))) struct DoggyPresenterTests {
    let view = RecordingDoggyView()
    let sample = RecordPage(Dog.sample).records
    let service = StubDoggyService()

    private func presenter() -> DoggyPresenter {
        let presenter = DoggyPresenter(service: service)
        presenter.attach(view)
        return presenter
    }

    @Test func `dogs are loaded, then shown`() async {
        await presenter().showDoggies()
        #expect(view.calls == [.startLoading, .finishLoading, .setDoggies(sample.map(DoggyViewData.init))])
    }

    @Test func `a dog is read as name and breed, and its age`() {
        let doggies = sample.map(DoggyViewData.init)
        #expect(doggies.map(\.name) == ["Alfred Labrador", "Vinny Doberman", "Lucky Labrador"])
        #expect(doggies.map(\.age) == ["1", "5", "3"])
        #expect(doggies[0].values == ["name": "Alfred", "breed": "Labrador", "age": 1])
    }

    @Test func `without dogs the empty view is shown`() async {
        service.load.returns([])
        await presenter().showDoggies()
        #expect(view.calls == [.startLoading, .finishLoading, .setEmpty])
    }

    @Test func `a failing service is a failure, not emptiness`() async {
        service.load.fails(with: Closed())
        await presenter().showDoggies()
        let message = "The dogs could not be loaded: the kennel is closed"
        #expect(view.calls == [.startLoading, .finishLoading, .showFailure(message)])
    }

    @Test func `a cancelled load says nothing more`() async {
        service.load.fails(with: CancellationError())
        await presenter().showDoggies()
        #expect(view.calls == [.startLoading])
    }

    @Test func `an adopted dog is shown after the others, without loading again`() async throws {
        let presenter = presenter()
        await presenter.showDoggies()
        _ = view.takeCalls()
        try await presenter.adopt(name: "Rex", breed: .bulldog, age: 2)
        let rex = DoggyViewData(Stored(Dog(id: "new", name: "Rex", breed: .bulldog, age: 2), revision: 10))
        #expect(view.calls == [.setDoggies(sample.map(DoggyViewData.init) + [rex])])
    }

    @Test func `a refused adoption is the caller's to know and shows nothing`() async {
        service.take.fails(with: Closed())
        let presenter = presenter()
        await presenter.showDoggies()
        _ = view.takeCalls()
        await #expect(throws: Closed.self) { try await presenter.adopt(name: "Rex", breed: .bulldog, age: 2) }
        #expect(view.calls == [])
    }

    @Test func `an adoption after a failed load loads again rather than show one dog alone`() async throws {
        service.load.failsOnce(with: Closed())
        let presenter = presenter()
        await presenter.showDoggies()
        _ = view.takeCalls()
        try await presenter.adopt(name: "Rex", breed: .bulldog, age: 2)
        #expect(view.calls == [.startLoading, .finishLoading, .setDoggies(sample.map(DoggyViewData.init))])
    }

    @Test func `changes that were missed are read again, and what cannot be read is a failure until it can`()
        async throws
    {
        let presenter = presenter()
        await presenter.showDoggies()
        _ = view.takeCalls()
        service.load.failsOnce(with: Closed())
        try await presenter.dogsChanged(.reset)
        #expect(view.takeCalls() == [.showFailure("The dogs could not be loaded again: the kennel is closed")])
        try await presenter.dogsChanged(.deleted(id: "1", revision: 9))
        #expect(view.takeCalls() == [.startLoading, .finishLoading, .setDoggies(sample.map(DoggyViewData.init))])
        try await presenter.dogsChanged(.reset)
        #expect(view.takeCalls() == [.setDoggies(sample.map(DoggyViewData.init))])
    }

    @Test func `a store that is away is said once, and so is its return`() async throws {
        let presenter = presenter()
        await presenter.showDoggies()
        _ = view.takeCalls()
        try await presenter.dogsChanged(.interrupted("nobody answers"))
        try await presenter.dogsChanged(.resumed)
        #expect(
            view.calls == [
                .announce("The dogs may be out of date for a while: nobody answers"),
                .announce("The dogs are up to date again."),
            ])
    }

    @Test func `attached it tells the view, detached it does not`() async {
        let presenter = presenter()
        presenter.detach()
        await presenter.showDoggies()
        #expect(view.calls == [])
        presenter.attach(view)
        await presenter.showDoggies()
        #expect(view.calls.count == 3)
    }

    @Test func `a presenter does not keep its view alive`() {
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
