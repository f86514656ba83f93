/// Shows people, who can be created, updated and deleted.
///
/// Any user interface toolkit can implement this protocol.
public protocol CrudView: AnyObject {
    /// Shows the list of people and the entered name. A selected person can be updated and deleted.
    func showPeople(_ data: CrudViewData)
    /// Shows the reason why the people cannot be listed.
    func showFailure(_ message: String)
}
