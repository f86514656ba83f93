/// Shows a temperature in two units, with any toolkit.
public protocol TemperatureView: AnyObject {
    /// Shows degrees; `nil` for an empty field.
    func showDegrees(celsius: Double?, fahrenheit: Double?)
}
