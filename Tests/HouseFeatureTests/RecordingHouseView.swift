import FeatureTesting
import HouseFeature

/// A view that writes down what it was told.
final class RecordingHouseView: RecordingView<RecordingHouseView.Call>, HouseView {
    enum Call: Equatable {
        case showHUD, hideHUD, setEmptyHouses
        case setHouses([HouseViewData])
        case showFailure(String)
    }

    func showHUD() { record(.showHUD) }
    func hideHUD() { record(.hideHUD) }
    func setHouses(_ houses: [HouseViewData]) { record(.setHouses(houses)) }
    func setEmptyHouses() { record(.setEmptyHouses) }
    func showFailure(_ message: String) { record(.showFailure(message)) }
}

/// A service that answers what a test wants.
struct StubHouseService: HouseService {
    var load: @Sendable () async throws -> [House] = { House.sample }

    func houses() async throws -> [House] { try await load() }
}

struct Fallen: Error, CustomStringConvertible {
    let description = "the wall has fallen"
}
