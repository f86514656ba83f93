public import FeatureKit

/// Books one-way and return flights: the task "Flight Booker" of 7GUIs.
public struct FlightBookerFeature: Feature {
    static let flight = Field<FlightKind>("flight", "Flight")
    static let start = Field<CalendarDate>("start", "Start")
    static let back = Field<CalendarDate>("return", "Return")
    static let choose = Action("choose", "Choose a flight", fields: flight, start, back)
    static let book = Action("book", "Book")

    /// The feature's manifest.
    public static let manifest = FeatureManifest(
        id: "flight-booker", title: "Flight booker", summary: "Books one-way and return flights.",
        actions: choose, book)

    private let day: CalendarDate

    /// Creates the feature with the initial day of both dates.
    public init(day: CalendarDate = Flight.firstDay) { self.day = day }

    /// Creates and connects the presenter and the view of a launch.
    public func launch(on stage: Stage, options: Options) throws -> Scene {
        let presenter = FlightBookerPresenter(day: day)
        let view = FlightBookerScreen(stage: stage)
        presenter.attach(view)
        return Scene(owning: view, start: presenter.show)
            .on(Self.choose) { input in
                presenter.choose(
                    Flight(kind: try input[Self.flight], start: try input[Self.start], back: try input[Self.back]))
            }
            .on(Self.book) { _ in try presenter.book() }
    }
}
