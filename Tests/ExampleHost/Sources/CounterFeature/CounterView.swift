/// Shows a count.
///
/// Any user interface toolkit can implement this protocol.
public protocol CounterView: AnyObject {
    /// Shows the count.
    func showCount(_ count: String)
}
