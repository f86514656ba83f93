import FeatureKit
import FeatureStorage
import FeatureTesting
import HouseFeature
import Testing

@Suite(.timeLimit(.minutes(5))) struct HousePresenterTests {
    let view = RecordingHouseView()

    let service = StubRecords<House>()

    private func presenter() -> HousePresenter {
        let presenter = HousePresenter(service: service)
        presenter.attach(view)
        return presenter
    }

    @Test func `the presenter loads the houses, then shows them`() async {
        await presenter().load()
        #expect(
            view.calls == [.showHUD, .hideHUD, .setHouses(RecordPage(House.sample).records.map(HouseViewData.init))])
    }

    @Test func `a house is shown with its name and motto`() {
        let houses = RecordPage(House.sample).records.map(HouseViewData.init)
        #expect(houses.map(\.name) == ["House Targaryen", "House Stark", "House Lannister"])
        #expect(houses.map(\.motto) == ["Fire And Blood", "Winter Is Coming", "Hear Me Roar"])
        #expect(houses.map { $0.record.values["sigil"] } == ["Dragon", "Wolf", "Lion"])
    }

    @Test func `if there are no houses, the view shows that the list is empty`() async {
        service.load.returns([])
        await presenter().load()
        #expect(view.calls == [.showHUD, .hideHUD, .setEmptyHouses])
    }

    @Test func `one house is shown alone, and its removal is shown too`() async throws {
        let presenter = presenter()
        await presenter.records.show(.record("2"))
        try await presenter.remove([ChosenRecord(id: "2", revision: 2)])
        let stark = HouseViewData(RecordPage(House.sample).records[1])
        #expect(view.calls == [.showHUD, .hideHUD, .setHouse(stark), .setHouse(nil)])
    }

    @Test func `if the service fails, the view shows a failure and not the empty list`() async {
        service.load.fails(with: Fallen())
        await presenter().load()
        let message = "The houses could not be loaded: the wall has fallen"
        #expect(view.calls == [.showHUD, .hideHUD, .showFailure(message)])
    }

    @Test func `a new house with the name of another house is refused with an error for the field name`() async {
        service.insertion.fails(with: StorageError(.alreadyTaken, "taken"))
        let refusal = InputRefused(["name": "another house is called \"House Stark\"; choose another name"])
        await #expect(throws: refusal) { try await presenter().found(name: "House Stark", motto: "", sigil: "") }
    }

    @Test func `an error of the store is not reported as a taken name`() async {
        service.insertion.fails(with: StorageError(.unavailable, "the wall has fallen"))
        await #expect(throws: StorageError.self) {
            try await presenter().found(name: "House Stark", motto: "", sigil: "")
        }
    }

    @Test func `the presenter does not call a detached view`() async {
        let presenter = presenter()
        presenter.detach()
        await presenter.load()
        #expect(view.calls == [])
    }

    @Test func `the presenter does not retain its view`() {
        let presenter = HousePresenter(service: service)
        weak var weakView: RecordingHouseView?
        do {
            let view = RecordingHouseView()
            presenter.attach(view)
            weakView = view
        }
        #expect(weakView == nil)
    }
}
