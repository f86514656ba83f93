import FeatureKit

/// Converts between Celsius and Fahrenheit.
public final class TemperaturePresenter {
    private weak var view: (any TemperatureView)?
    private var celsius: Double?
    private var fahrenheit: Double?

    /// Creates a presenter that has no view and no temperatures yet.
    public init() {}

    /// Attaches the view.
    ///
    /// The presenter refers to the view weakly.
    public func attach(_ view: any TemperatureView) { self.view = view }

    /// Detaches the view.
    public func detach() { view = nil }

    /// Shows the temperatures.
    public func show() async { draw() }

    /// Sets the temperature in Celsius and converts it to Fahrenheit.
    ///
    /// If the field was emptied, the other temperature does not change.
    public func enterCelsius(_ degrees: Double?) throws {
        if let degrees { fahrenheit = try rounded(degrees * 9 / 5 + 32, from: TemperatureFeature.celsius) }
        celsius = degrees
        draw()
    }

    /// Sets the temperature in Fahrenheit and converts it to Celsius.
    ///
    /// If the field was emptied, the other temperature does not change.
    public func enterFahrenheit(_ degrees: Double?) throws {
        if let degrees { celsius = try rounded((degrees - 32) * 5 / 9, from: TemperatureFeature.fahrenheit) }
        fahrenheit = degrees
        draw()
    }

    private func draw() { view?.showDegrees(celsius: celsius, fahrenheit: fahrenheit) }

    /// Returns the degrees, rounded to hundredths.
    private func rounded(_ degrees: Double, from field: Field<Double?>) throws -> Double {
        let hundredths = (degrees * 100).rounded()
        guard hundredths.isFinite else { throw InputRefused(field, "the number is too large to convert") }
        return hundredths / 100
    }
}
