/// Shows how much of a time has passed.
///
/// Any user interface toolkit can implement this protocol.
public protocol TimerView: AnyObject {
    /// Shows the elapsed time and the length, in seconds.
    func showTime(elapsed: Double, of length: Double)
}
