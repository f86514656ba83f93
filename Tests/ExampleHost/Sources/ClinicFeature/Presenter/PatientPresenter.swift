import FeatureKit
public import FeatureStorage

/// Lists the patients, and lets people add and remove them.
public final class PatientPresenter: ListPresenter {
    /// The patients in the list.
    public let records: LiveRecords<Patient>
    private weak var view: (any ClinicView)?

    /// Creates a presenter that has no view yet.
    public init(service: any RecordService<Patient>) {
        records = LiveRecords(service, named: "patients")
        records.report(to: self, by: PatientPresenter.show)
    }

    /// Attaches the view.
    public func attach(_ view: any ClinicView) { self.view = view }

    /// Adds a patient.
    public func add(name: String, notes: String) async throws {
        try await records.insert(Patient(id: records.makeID(), name: name, notes: notes))
    }

    /// Removes patients.
    public func remove(_ patients: [ChosenRecord]) async throws { try await records.remove(patients) }

    private func show(_ event: LiveRecords<Patient>.Event) {
        switch event {
        case .loading: view?.startLoading()
        case .loaded: view?.finishLoading()
        case .records(let patients, let hasMore): view?.setPatients(patients, hasMore: hasMore)
        case .record(let patient): view?.setPatient(patient)
        case .failed(let message): view?.showFailure(message)
        case .notice(let notice): view?.announce(notice)
        }
    }
}
