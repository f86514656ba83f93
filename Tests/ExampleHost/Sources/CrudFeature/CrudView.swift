/// Shows people to create, update and delete, with any toolkit.
public protocol CrudView: AnyObject {
    /// Shows the listed people and what is entered; a selected person can be updated and deleted.
    func showPeople(_ data: CrudViewData)
    /// Shows why nobody can be listed.
    func showFailure(_ message: String)
}
