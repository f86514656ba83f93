/// Shows a temperature in two units.
///
/// Any user interface toolkit can implement this protocol.
public protocol TemperatureView: AnyObject {
    /// Shows the degrees in both units. `nil` means an empty field.
    func showDegrees(celsius: Double?, fahrenheit: Double?)
}
