import FeatureKit
import FeatureStorage
import FeatureTesting
import HouseFeature
import Testing

@Suite(.timeLimit(.minutes(1))) struct HousePresenterTests {
    let view = RecordingHouseView()

    private func presenter(_ load: @escaping @Sendable () async throws -> [House] = { House.sample }) -> HousePresenter
    {
        let presenter = HousePresenter(service: StubHouseService(load: load))
        presenter.attach(view)
        return presenter
    }

    @Test func `houses are loaded, then shown`() async {
        await presenter().showHouses()
        #expect(
            view.calls == [.showHUD, .hideHUD, .setHouses(RecordPage(House.sample).records.map(HouseViewData.init))])
    }

    @Test func `a house is read as its name and its words`() {
        let houses = RecordPage(House.sample).records.map(HouseViewData.init)
        #expect(houses.map(\.name) == ["House Targaryen", "House Stark", "House Lannister"])
        #expect(houses.map(\.motto) == ["Fire And Blood", "Winter Is Coming", "Hear Me Roar"])
        #expect(houses.map { $0.values["sigil"] } == ["Dragon", "Wolf", "Lion"])
    }

    @Test func `without houses the empty view is shown`() async {
        await presenter { [] }.showHouses()
        #expect(view.calls == [.showHUD, .hideHUD, .setEmptyHouses])
    }

    @Test func `a failing service is a failure, not emptiness`() async {
        await presenter { throw Fallen() }.showHouses()
        let message = "The houses could not be loaded: the wall has fallen"
        #expect(view.calls == [.showHUD, .hideHUD, .showFailure(message)])
    }

    @Test func `a cancelled load says nothing more`() async {
        await presenter { throw CancellationError() }.showHouses()
        #expect(view.calls == [.showHUD])
    }

    @Test func `detached it tells nobody`() async {
        let presenter = presenter()
        presenter.detach()
        await presenter.showHouses()
        #expect(view.calls == [])
    }

    @Test func `a presenter does not keep its view alive`() {
        let presenter = HousePresenter(service: StubHouseService())
        weak var weakView: RecordingHouseView?
        do {
            let view = RecordingHouseView()
            presenter.attach(view)
            weakView = view
        }
        #expect(weakView == nil)
    }
}
