import FeatureKit
import FeatureTesting
import FlightBookerFeature
import Testing

@Suite(.timeLimit(.minutes(5))) struct FlightBookerTests {
    final class View: RecordingView<View.Call>, FlightBookerView {
        enum Call: Equatable {
            case flight(FlightViewData)
            case booking(String)
        }

        func showFlight(_ flight: FlightViewData) { record(.flight(flight)) }
        func showBooking(_ message: String) { record(.booking(message)) }
    }

    private let view = View()

    private func day(_ text: String) throws -> CalendarDate { try #require(CalendarDate(text)) }

    private func presenter() -> FlightBookerPresenter {
        let presenter = FlightBookerPresenter(day: Flight.firstDay)
        presenter.attach(view)
        return presenter
    }

    @Test func `the presenter begins with a one-way flight and the same day for both dates`() async throws {
        await presenter().show()
        let first = try Flight(kind: .oneWay, start: day("2014-04-04"), back: day("2014-04-04"))
        #expect(view.calls == [.flight(FlightViewData(first))])
        #expect(FlightViewData(first).problem == nil)
    }

    @Test func `a flight that returns before its start shows a problem and cannot be booked`() throws {
        let presenter = presenter()
        let flight = try Flight(kind: .return, start: day("2014-05-02"), back: day("2014-05-01"))
        presenter.choose(flight)
        #expect(view.takeCalls() == [.flight(FlightViewData(flight))])
        #expect(FlightViewData(flight).problem == "Choose the day of the start or a later day.")
        #expect(throws: InputRefused(["return": "Choose the day of the start or a later day."])) {
            try presenter.book()
        }
        #expect(view.calls == [])
    }

    @Test func `the booking message names the booked flight`() throws {
        let presenter = presenter()
        try presenter.book()
        presenter.choose(try Flight(kind: .return, start: day("2014-05-02"), back: day("2014-05-02")))
        try presenter.book()
        #expect(view.calls.first == .booking("You have booked a one-way flight on 2014-04-04."))
        #expect(view.calls.last == .booking("You have booked a return flight from 2014-05-02 to 2014-05-02."))
    }

    @Test func `a return flight enables the return date, and invalid dates disable the button`() async throws {
        var form = FormElement(
            id: "flight", action: "choose",
            values: ["flight": "one-way flight", "start": "2014-04-04", "return": "2014-04-04"], submits: .change,
            disabled: ["return"])
        var button = Button(action: "book", title: "Book", role: .primary)
        try await withScenario(of: FlightBookerFeature()) { booker in
            await booker.expect { $0.title = "Flight booker" }
            try await booker.start()
            await booker.expect {
                $0.phase = .ready
                $0.elements = [.form(form)]
                $0.buttons = [button]
            }
            form.values["flight"] = "return flight"
            form.disabled = []
            try await booker.fill("flight", with: ["flight": "return flight"]) { $0.elements = [.form(form)] }
            form.values["return"] = "2014-04-01"
            form.problems = ["return": .init("Choose the day of the start or a later day.")]
            button.enabled = false
            try await booker.fill("flight", with: ["return": "2014-04-01"]) {
                $0.elements = [.form(form)]
                $0.buttons = [button]
            }
            let error = await #expect(throws: FeatureError.self) { try await booker.perform("book") }
            #expect(error?.code == .disabled)
            form.values["return"] = "2014-04-05"
            form.problems = [:]
            button.enabled = true
            try await booker.fill("flight", with: ["return": "2014-04-05"]) {
                $0.elements = [.form(form)]
                $0.buttons = [button]
            }
            try await booker.press("Book")
            await booker.expectNotice(
                "You have booked a return flight from 2014-04-04 to 2014-04-05.", tone: .positive)
        }
    }

    @Test func `a text that is not a date is refused with a message beside its field`() async throws {
        try await withScenario(of: FlightBookerFeature()) { booker in
            try await booker.start()
            await booker.skipToSettled()
            try await booker.fill(
                "flight", with: ["start": "04.04.2014"],
                refused: ["start": "expected a date like 2026-11-21, got \"04.04.2014\""])
            try await booker.fill(
                "flight", emptying: ["start"], refused: ["start": "expected a date like 2026-11-21, got nothing"])
        }
    }
}
