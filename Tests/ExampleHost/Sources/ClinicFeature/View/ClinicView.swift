public import FeatureKit
public import FeatureStorage

/// Shows the patients and the visits.
public protocol ClinicView: AnyObject {
    /// Shows that loading has begun.
    func startLoading()
    /// Shows that loading has ended.
    func finishLoading()
    /// Shows the patients, and whether more follow.
    func setPatients(_ patients: [Stored<Patient>], hasMore: Bool)
    /// Shows one patient alone, or that the patient was deleted.
    func setPatient(_ patient: Stored<Patient>?)
    /// Shows the visits, and whether more follow.
    func setVisits(_ visits: [Stored<Visit>], hasMore: Bool)
    /// Shows why the visits cannot be shown.
    func showVisitsFailure(_ message: String)
    /// Shows why the patients cannot be shown.
    func showFailure(_ message: String)
    /// Shows a notice.
    func announce(_ notice: Notice)
}
