import FeatureKit
import FeatureStorage

/// Records what a presenter shows of pets.
final class PetPresenter: ListPresenter {
    let records: LiveRecords<Pet>
    /// The shown records, by the last event.
    private(set) var shown: [Stored<Pet>] = []
    /// Whether more records follow, by the last event.
    private(set) var hasMore = false
    /// The failures since the presenter was created.
    private(set) var failures: [String] = []
    /// The notices since the presenter was created.
    private(set) var notices: [Notice] = []
    /// Where notices are announced; `nil` for nowhere.
    var stage: Stage?

    init(_ service: some RecordService<Pet>) {
        records = LiveRecords(service, named: "pets")
        records.report(to: self, by: PetPresenter.show)
    }

    private func show(_ event: LiveRecords<Pet>.Event) {
        switch event {
        case .records(let records, let hasMore): (shown, self.hasMore) = (records, hasMore)
        case .failed(let message): failures.append(message)
        case .notice(let notice):
            notices.append(notice)
            stage?.announce(notice)
        default: break
        }
    }
}
