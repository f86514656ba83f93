import FeatureKit
import FeatureStorage
import RecordScreens

/// Implements ``DoggyView`` by drawing on a stage.
final class DoggyScreen: DoggyView {
    private let stage: Stage
    private let places: RecordPlaces
    private var more: Button?
    // All sessions share the buttons and the columns.
    private static let buttons = [Button(DoggyFeature.adopt, role: .primary), Button(DoggyFeature.refresh)]
    private static let bulk = [Button(DoggyFeature.release, role: .destructive)]
    private static let columns = [
        ListElement.Column(.title, title: "Dog", sort: DoggyFeature.browsing.sort(by: Dog.name)),
        .init(
            name: "age", title: "Age", kind: .integer, sort: DoggyFeature.browsing.sort(by: Dog.age),
            edit: DoggyFeature.edit),
    ]

    init(stage: Stage, places: RecordPlaces) {
        (self.stage, self.places) = (stage, places)
        places.begin(title: "Doggies", buttons: Self.buttons + places.historyButtons)
    }

    func startLoading() { places.startLoading() }
    func finishLoading() { stage.screen.phase = .ready }
    func offerMore(_ isThereMore: Bool) { more = isThereMore ? Button(DoggyFeature.more) : nil }

    func setDoggies(_ doggies: [DoggyViewData]) {
        let rows = places.linked(doggies.map(row))
        let columns = places.headings(Self.columns)
        places.showList([
            places.searchForm,
            .list(id: "dogs", rows: rows, columns: columns, more: more, total: places.total, bulk: Self.bulk),
            places.misfits,
        ])
    }

    func setEmpty() { places.showList(places.nothing(id: "empty", "No dogs")) }
    func setDoggy(_ dog: DoggyViewData?) {
        places.showRecord(dog.map(row), [places.editor(DoggyFeature.edit), places.history])
    }

    func showFailure(_ message: String) { places.showFailure(message, retry: DoggyFeature.refresh) }
    func announce(_ notice: Notice) { stage.announce(notice) }

    private func row(_ dog: DoggyViewData) -> Row {
        let buttons = [
            Button(DoggyFeature.birthday, arguments: dog.record.identity),
            Button(DoggyFeature.edit, arguments: dog.record.arguments),
            Button(DoggyFeature.release, arguments: dog.record.arguments, role: .destructive),
        ]
        return Row(dog.record, title: dog.name, detail: dog.age, buttons: buttons)
    }
}
