/// Shows circles.
///
/// Any user interface toolkit can implement this protocol.
public protocol CircleDrawerView: AnyObject {
    /// Shows the circles of a drawing, the number of the selected one, and whether there are steps back and forward.
    func show(_ drawing: Drawing, selected: Int?, canUndo: Bool, canRedo: Bool)
    /// Says that there is no room for more circles.
    func sayFull()
}
