import FeatureKit
public import FeatureStorage

/// Lists the visits, lets people add visits, and sends reminders.
public final class VisitPresenter: ListPresenter {
    /// The visits in the list.
    public let records: LiveRecords<Visit>
    private let reminders: any ReminderService
    private weak var view: (any ClinicView)?
    private var visits: [Stored<Visit>] = []

    /// Creates a presenter that has no view yet.
    public init(service: any RecordService<Visit>, reminders: any ReminderService) {
        self.reminders = reminders
        records = LiveRecords(service, named: "visits")
        records.report(to: self, by: VisitPresenter.show)
    }

    /// Attaches the view.
    public func attach(_ view: any ClinicView) { self.view = view }

    /// Adds a visit.
    public func add(_ patient: String, on day: CalendarDate?) async throws {
        try await records.insert(Visit(id: records.makeID(), patient: patient, day: day))
    }

    /// Sends a reminder of each visit in the list.
    ///
    /// Other actions may change the list meanwhile. The reminders are for the visits that the list shows at the
    /// beginning.
    ///
    /// - Parameter report: Gets the number of sent reminders.
    /// - Throws: `CancellationError` if somebody cancels the call. The reminders that were sent before stay sent.
    public func remind(reporting report: WorkReporter) async throws {
        let visits = visits
        for (sent, visit) in visits.enumerated() {
            report(Double(sent) / Double(visits.count), "\(sent) of \(visits.count) sent")
            try await reminders.remind(of: visit.record)
        }
        view?.announce(Notice("All reminders were sent.", tone: .positive))
    }

    private func show(_ event: LiveRecords<Visit>.Event) {
        switch event {
        case .loading, .loaded: break  // the patients decide whether the screen is loading
        case .records(let visits, let hasMore):
            self.visits = visits
            view?.setVisits(visits, hasMore: hasMore)
        case .record: break  // a visit has no page
        case .failed(let message): view?.showVisitsFailure(message)
        case .notice(let notice): view?.announce(notice)
        }
    }
}
