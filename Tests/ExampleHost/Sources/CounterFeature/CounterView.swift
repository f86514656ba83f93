/// Shows a count, with any toolkit.
public protocol CounterView: AnyObject {
    /// Shows the count.
    func showCount(_ count: String)
}
