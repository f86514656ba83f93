import FeatureKit
public import FeatureTesting
public import HouseFeature

/// The recording view of the feature.
final class RecordingHouseView: RecordingView<RecordingHouseView.Call>, HouseView {
    enum Call: Equatable {
        case showHUD, hideHUD, setEmptyHouses
        case setHouses([HouseViewData])
        case setHouse(HouseViewData?)
        case showFailure(String)
        case offerMore
        case announce(String)
    }

    func showHUD() { record(.showHUD) }
    func hideHUD() { record(.hideHUD) }
    func setHouses(_ houses: [HouseViewData]) { record(.setHouses(houses)) }
    // Records the call only if more houses can be loaded.
    func offerMore(_ isThereMore: Bool) { if isThereMore { record(.offerMore) } }
    func setEmptyHouses() { record(.setEmptyHouses) }
    func setHouse(_ house: HouseViewData?) { record(.setHouse(house)) }
    func showFailure(_ message: String) { record(.showFailure(message)) }
    func announce(_ notice: Notice) { record(.announce(notice.text)) }
}

extension StubRecords<House>: HouseService {}

struct Fallen: Error, CustomStringConvertible {
    let description = "the wall has fallen"
}
