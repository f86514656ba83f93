import DoggyFeature
import FeatureTesting

/// A view that writes down what it was told.
final class RecordingDoggyView: RecordingView<RecordingDoggyView.Call>, DoggyView {
    enum Call: Equatable {
        case startLoading, finishLoading, setEmpty
        case setDoggies([DoggyViewData])
        case showFailure(String)
    }

    func startLoading() { record(.startLoading) }
    func finishLoading() { record(.finishLoading) }
    func setDoggies(_ doggies: [DoggyViewData]) { record(.setDoggies(doggies)) }
    func setEmpty() { record(.setEmpty) }
    func showFailure(_ message: String) { record(.showFailure(message)) }
}
