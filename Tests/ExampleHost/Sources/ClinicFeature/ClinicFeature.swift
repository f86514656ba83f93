public import FeatureKit
public import FeatureStorage
import RecordScreens

/// The feature that keeps the patients and the visits of a clinic.
public struct ClinicFeature: RecordKeeping {
    static let kept = Field<ClinicRecords>(
        "records", "Records", default: .patients, help: "The records to import or export.", local: true)
    static let browsing = RecordBrowsing(of: Patient.self)
    static let refresh = Action("refresh", "Refresh", effect: .reloads)
    static let morePatients = Action("more-patients", "More patients")
    static let moreVisits = Action("more-visits", "More visits")
    static let addPatient = Action("add-patient", "Add a patient", done: "was added", fields: Patient.fields)
    static let addVisit = Action(
        "add-visit", "Add a visit", done: "has a new visit", fields: Visit.patient.role(.row), Visit.day)
    static let removePatient = Action(
        "remove-patient", "Remove", done: "was removed", consequence: "The patient leaves the list.",
        fields: RecordFields.rows)
    static let remind = Action("remind", "Send reminders", isCancellable: true)

    /// The feature's manifest.
    public static let manifest = FeatureManifest(
        id: "clinic", title: "Clinic", summary: "Keeps the patients and the visits of a clinic.",
        options: [kept] + RecordSource.options + browsing.options + RecordDetail.options,
        actions: refresh, morePatients, moreVisits, browsing.action, addPatient, addVisit, removePatient, remind,
        RecordHistory.undo, RecordDetail.visit)

    private let resources: RecordResources
    private let reminders: any ReminderService

    /// Creates the feature.
    public init(resources: RecordResources, reminders: (any ReminderService)? = nil) {
        (self.resources, self.reminders) = (resources, reminders ?? SlowReminders(clock: ContinuousClock()))
    }

    /// Returns the type of the records to import or export.
    public func recordType(for options: Options) throws -> any Record.Type {
        switch try options[Self.kept] {
        case .patients: Patient.self
        case .visits: Visit.self
        }
    }

    /// Returns the query of a launch, which selects patients.
    public func query(for options: Options) throws -> RecordQuery? {
        switch try options[Self.kept] {
        case .patients: try Self.browsing.query(of: Patient.self, for: options)
        case .visits: nil
        }
    }

    /// Creates and connects the presenters, the view and the services of a launch.
    public func launch(on stage: Stage, options: Options) throws -> Scene {
        let patients = PatientPresenter(service: try resources.records(of: Patient.self, for: options))
        let visits = VisitPresenter(
            service: try resources.records(of: Visit.self, for: options), reminders: reminders)
        let places = try RecordPlaces(of: patients, in: Self.manifest, by: Self.browsing, on: stage, for: options)
        let view = ClinicScreen(stage: stage, places: places)
        patients.attach(view)
        visits.attach(view)
        let scene = Scene(
            owning: view,
            start: {
                await patients.load()
                await visits.load()
            }, again: Self.refresh)
        return scene.listing(patients, more: Self.morePatients).listing(visits, more: Self.moreVisits)
            .browsing(places, superseding: [Self.refresh, Self.morePatients])
            .on(Self.addPatient) { try await patients.add(name: $0[Patient.name], notes: $0[Patient.notes]) }
            .on(Self.addVisit) { try await visits.add($0[Visit.patient], on: $0[Visit.day]) }
            .on(Self.removePatient) { try await patients.remove($0.rows) }
            .on(Self.remind, overlap: .besideOthers) { try await visits.remind(reporting: $1) }
    }
}
