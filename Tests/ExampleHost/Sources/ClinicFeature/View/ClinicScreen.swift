import FeatureKit
import FeatureStorage
import RecordScreens

/// Implements ``ClinicView`` by drawing on a stage.
final class ClinicScreen: ClinicView {
    private let stage: Stage
    private let places: RecordPlaces
    private var patients: Element = .placeholder(id: "no-patients", "No patients")
    private var visits: Element = .placeholder(id: "no-visits", "No visits")

    init(stage: Stage, places: RecordPlaces) {
        (self.stage, self.places) = (stage, places)
        places.begin(
            title: "Clinic",
            buttons: [
                Button(ClinicFeature.addPatient, role: .primary), Button(ClinicFeature.remind),
                Button(ClinicFeature.refresh),
            ] + places.historyButtons)
    }

    func startLoading() { places.startLoading() }
    func finishLoading() { stage.screen.phase = .ready }
    func showFailure(_ message: String) { places.showFailure(message, retry: ClinicFeature.refresh) }
    func announce(_ notice: Notice) { stage.announce(notice) }

    func setPatients(_ patients: [Stored<Patient>], hasMore: Bool) {
        self.patients = .list(
            id: "patients", rows: places.linked(patients.map(row)),
            more: hasMore ? Button(ClinicFeature.morePatients) : nil, total: places.total,
            hint: "No patients",
            bulk: [Button(ClinicFeature.removePatient, role: .destructive)])
        draw()
    }

    func setPatient(_ patient: Stored<Patient>?) {
        places.showRecord(patient.map(row), [places.fields, places.history])
    }

    func setVisits(_ visits: [Stored<Visit>], hasMore: Bool) {
        self.visits = .list(
            id: "visits", rows: visits.map(row),
            columns: [.init(.title, title: "Patient"), .init(name: "day", title: "Day", kind: .date)],
            more: hasMore ? Button(ClinicFeature.moreVisits) : nil, hint: "No visits")
        draw()
    }

    func showVisitsFailure(_ message: String) {
        visits = .placeholder(id: "no-visits", message)
        draw()
    }

    private func draw() {
        places.showList([
            places.searchForm,
            .section(id: "patient-section", title: "Patients", elements: [patients]),
            .section(id: "visit-section", title: "Visits", elements: [visits]),
            places.misfits,
        ])
    }

    private func row(_ patient: Stored<Patient>) -> Row {
        let handle = RecordHandle(patient)
        return Row(
            handle, title: patient.record.name,
            buttons: [
                // The row knows the patient, so nobody has to enter a key.
                Button(ClinicFeature.addVisit, title: "Book", arguments: ["patient": .text(patient.id)]),
                Button(ClinicFeature.removePatient, arguments: handle.arguments, role: .destructive),
            ])
    }

    private func row(_ visit: Stored<Visit>) -> Row {
        var row = Row(RecordHandle(visit), title: visit.record.patient)
        row.opens = FeatureLink(feature: ClinicFeature.manifest.id, options: ["id": .text(visit.record.patient)])
        return row
    }
}
