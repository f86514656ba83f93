import FeatureKit
import FeatureTesting
import TemperatureFeature
import Testing

@Suite(.timeLimit(.minutes(5))) struct TemperatureTests {
    final class View: RecordingView<[Double?]>, TemperatureView {
        func showDegrees(celsius: Double?, fahrenheit: Double?) { record([celsius, fahrenheit]) }
    }

    private let view = View()

    private func presenter() -> TemperaturePresenter {
        let presenter = TemperaturePresenter()
        presenter.attach(view)
        return presenter
    }

    @Test func `the presenter begins without temperatures, and each temperature updates the other one`() async throws {
        let presenter = presenter()
        await presenter.show()
        try presenter.enterCelsius(21.5)
        try presenter.enterFahrenheit(100)
        #expect(view.calls == [[nil, nil], [21.5, 70.7], [37.78, 100]])
    }

    @Test func `an emptied field does not change the other field`() throws {
        let presenter = presenter()
        try presenter.enterCelsius(100)
        try presenter.enterCelsius(nil)
        try presenter.enterFahrenheit(nil)
        #expect(view.calls == [[100, 212], [nil, 212], [nil, nil]])
    }

    @Test func `a number that is too large to convert is refused, and nothing changes`() throws {
        let presenter = presenter()
        try presenter.enterCelsius(0)
        #expect(throws: InputRefused(["celsius": "the number is too large to convert"])) {
            try presenter.enterCelsius(.greatestFiniteMagnitude)
        }
        #expect(throws: InputRefused(["fahrenheit": "the number is too large to convert"])) {
            try presenter.enterFahrenheit(-.greatestFiniteMagnitude)
        }
        #expect(view.calls == [[0, 32]])
    }

    @Test func `the form on the screen converts while a person types`() async throws {
        func form(_ values: [String: FieldValue]) -> Element {
            .form(FormElement(id: "temperature", action: "convert", values: values, submits: .change))
        }
        try await withScenario(of: TemperatureFeature()) { temperature in
            await temperature.expect { $0.title = "Temperature converter" }
            try await temperature.start()
            await temperature.expect {
                $0.phase = .ready
                $0.elements = [form([:])]
            }
            try await temperature.fill("temperature", with: ["celsius": 21.5]) {
                $0.elements = [form(["celsius": 21.5, "fahrenheit": 70.7])]
            }
            try await temperature.fill("temperature", with: ["fahrenheit": 100.0]) {
                $0.elements = [form(["celsius": 37.78, "fahrenheit": 100.0])]
            }
            try await temperature.fill(
                "temperature", with: ["celsius": "warm"], refused: ["celsius": "expected a number, got \"warm\""])
            try await temperature.fill("temperature", emptying: ["celsius"]) {
                $0.elements = [form(["fahrenheit": 100.0])]
            }
        }
    }

    @Test func `a call with both temperatures uses Celsius, and a call with neither changes nothing`() async throws {
        try await withScenario(of: TemperatureFeature()) { temperature in
            try await temperature.start()
            await temperature.skipToSettled()
            try await temperature.perform("convert", ["celsius": 100.0, "fahrenheit": 0.0])
            await temperature.skipFrames { !$0.elements.isEmpty }
            let answer = try await temperature.perform("convert")
            guard case .form(let form) = answer.frame.screen.elements[0] else { throw NoForm() }
            #expect(form.values == ["celsius": 100.0, "fahrenheit": 212.0])
        }
    }

    private struct NoForm: Error {}
}
