import FeatureKit

/// Implements ``FlightBookerView`` on a stage: a form and a button.
final class FlightBookerScreen: FlightBookerView {
    private let stage: Stage

    init(stage: Stage) {
        self.stage = stage
        stage.screen.title = "Flight booker"
    }

    func showFlight(_ data: FlightViewData) {
        let flight = data.flight
        stage.screen.phase = .ready
        stage.screen.elements = [
            .form(
                FormElement(
                    id: "flight", of: FlightBookerFeature.choose,
                    values: [
                        "flight": .text(flight.kind.rawValue), "start": .text("\(flight.start)"),
                        "return": .text("\(flight.back)"),
                    ], submits: .change, disabled: flight.kind == .oneWay ? ["return"] : [],
                    problems: data.problem.map { ["return": .init($0)] } ?? [:]))
        ]
        stage.screen.buttons = [Button(FlightBookerFeature.book, enabled: data.problem == nil, role: .primary)]
    }

    func showBooking(_ message: String) { stage.announce(Notice(message, tone: .positive)) }
}
