import FeatureKit
import FeatureStorage

/// Implements ``DoggyView`` by drawing on a stage.
final class DoggyScreen: DoggyView {
    private let stage: Stage
    private var more: Button?
    // All sessions share the buttons and the columns.
    private static let buttons = [Button(DoggyFeature.adopt, role: .primary), Button(DoggyFeature.refresh)]
    private static let columns = [
        ListElement.Column(.title, title: "Dog", sort: DoggyFeature.browsing.sort(by: Dog.name)),
        .init(name: "breed", title: "Breed", sort: DoggyFeature.browsing.sort(by: Dog.breed)),
        .init(.detail, title: "Age", kind: .integer, sort: DoggyFeature.browsing.sort(by: Dog.age)),
    ]

    init(stage: Stage) {
        self.stage = stage
        stage.screen.title = "Doggies"
        stage.screen.buttons = Self.buttons
    }

    func startLoading() { stage.screen.phase = .loading }
    func finishLoading() { stage.screen.phase = .ready }
    func offerMore(_ isThereMore: Bool) { more = isThereMore ? Button(DoggyFeature.more) : nil }

    func setDoggies(_ doggies: [DoggyViewData]) {
        stage.screen.elements = [.list(id: "dogs", rows: doggies.map(row), columns: Self.columns, more: more)]
    }

    func setEmpty() {
        stage.screen.elements = [.placeholder(id: "empty", "No dogs")]
    }

    func showFailure(_ message: String) { stage.screen.phase = .failed(message, retry: DoggyFeature.refresh) }
    func announce(_ notice: Notice) { stage.announce(notice) }

    private func row(_ dog: DoggyViewData) -> Row {
        let buttons = [
            Button(DoggyFeature.birthday, arguments: dog.record.identity),
            Button(DoggyFeature.rename, arguments: dog.record.arguments),
            Button(DoggyFeature.release, arguments: dog.record.arguments, role: .destructive),
        ]
        return Row(dog.record, title: dog.name, detail: dog.age, buttons: buttons)
    }
}
