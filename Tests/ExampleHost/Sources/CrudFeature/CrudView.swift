/// Shows a list of people that a person can create, update and delete.
///
/// Any user interface toolkit can implement this protocol.
public protocol CrudView: AnyObject {
    /// Shows the list of people and the entered name.
    func showPeople(_ data: CrudViewData)
    /// Shows a message about a change, in addition to the list.
    func announce(_ message: String)
    /// Shows the reason why the people cannot be listed.
    func showFailure(_ message: String)
}
