import FeatureKit
import FeatureStorage
import FeatureTesting
import HouseFeature

/// A view that writes down what it was told.
final class RecordingHouseView: RecordingView<RecordingHouseView.Call>, HouseView {
    enum Call: Equatable {
        case showHUD, hideHUD, setEmptyHouses
        case setHouses([HouseViewData])
        case showFailure(String)
        case offerMore
        case announce(String)
    }

    func showHUD() { record(.showHUD) }
    func hideHUD() { record(.hideHUD) }
    func setHouses(_ houses: [HouseViewData]) { record(.setHouses(houses)) }
    // That there is no more goes without saying.
    func offerMore(_ isThereMore: Bool) { if isThereMore { record(.offerMore) } }
    func setEmptyHouses() { record(.setEmptyHouses) }
    func showFailure(_ message: String) { record(.showFailure(message)) }
    func announce(_ notice: Notice) { record(.announce(notice.text)) }
}

/// A service that answers what a test wants.
struct StubHouseService: HouseService {
    var load: @Sendable () async throws -> [House] = { House.sample }

    func houses(after place: RecordCursor?, limit: Int) async throws -> RecordPage<House> {
        RecordPage(try await load())
    }

    func found(name: String, motto: String, sigil: String) async throws -> Stored<House> {
        Stored(House(id: "new", name: name, motto: motto, sigil: sigil), revision: 10)
    }

    func change(
        _ id: String, seen revision: Int64?, _ edit: (inout House) throws -> Void
    ) async throws -> Stored<House> {
        throw StaleRecord<House>(id: id, current: nil)
    }

    func remove(_ id: String, seen revision: Int64?) async throws { throw StaleRecord<House>(id: id, current: nil) }

    func changes() -> RecordChanges<House>? { nil }
}

struct Fallen: Error, CustomStringConvertible {
    let description = "the wall has fallen"
}
