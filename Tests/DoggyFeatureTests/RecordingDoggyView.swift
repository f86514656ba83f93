import DoggyFeature
import FeatureKit
import FeatureTesting

/// The recording view of the feature.
final class RecordingDoggyView: RecordingView<RecordingDoggyView.Call>, DoggyView {
    enum Call: Equatable {
        case startLoading, finishLoading, setEmpty
        case setDoggies([DoggyViewData])
        case setDoggy(DoggyViewData?)
        case showFailure(String)
        case offerMore
        case announce(String)
    }

    func startLoading() { record(.startLoading) }
    func finishLoading() { record(.finishLoading) }
    func setDoggies(_ doggies: [DoggyViewData]) { record(.setDoggies(doggies)) }
    // Records the call only if more dogs can be loaded.
    func offerMore(_ isThereMore: Bool) { if isThereMore { record(.offerMore) } }
    func setEmpty() { record(.setEmpty) }
    func setDoggy(_ doggy: DoggyViewData?) { record(.setDoggy(doggy)) }
    func showFailure(_ message: String) { record(.showFailure(message)) }
    func announce(_ notice: Notice) { record(.announce(notice.text)) }
}
