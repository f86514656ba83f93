public import FeatureKit

/// Shows every kind of element and of field.
public struct TourFeature: Feature {
    static let name = Field<String>("name", "Name", length: 1...40)
    static let notes = Field<String?>("notes", "Notes", length: 0...400, lines: 1...10)
    static let age = Field<Int>("age", "Age", range: 0...30, help: "In years.")
    static let pace = Field<Int>("pace", "Pace", range: 0...10, step: 1, slider: true)
    static let weight = Field<Double>("weight", "Weight", range: 0...100)
    static let isTame = Field<Bool>("isTame", "Tame")
    static let size = Field<Size>("size", "Size")
    static let born = Field<CalendarDate?>("born", "Born")
    static let seen = Field<Instant?>("seen", "Last seen")
    static let walk = Field<Duration>("walk", "Walk")
    static let tricks = Field<[String]>("tricks", "Tricks", count: 0...5, length: 1...20)
    static let needs = Field<[Need]>("needs", "Needs")
    static let chip = Field<Secret?>("chip", "Chip code", length: 4...20)

    static let state = Field<State>("state", "State", default: .ready, help: "The phase of the screen.")
    static let save = Action(
        "save", "Save", done: "was saved",
        fields: name, notes, age, pace, weight, isTame, size, born, seen, walk, tricks, needs, chip)
    static let choose = Action("choose", "Choose", fields: Field<String>("id", "Dog", length: 1...20).role(.row))
    static let sort = Action("sort", "Sort", fields: Field<String>("order", "Order", length: 1...20))
    static let praise = Action("praise", "Praise", fields: Field<String>("id", "Dog", length: 1...20).role(.row))
    static let undo = Action("undo", "Undo")
    static let clear = Action("clear", "Clear")

    /// The feature's manifest.
    public static let manifest = FeatureManifest(
        id: "tour", title: "Tour", summary: "Shows every kind of element and of field.", options: [state],
        actions: save, choose, sort, praise, undo, clear)

    /// The plan of the kennel.
    static let plan = ImageFile("plan", .svg(Array(drawing.utf8)))
    private static let drawing = """
        <svg xmlns="http://www.w3.org/2000/svg" width="280" height="120" viewBox="0 0 280 120" font-family="sans-serif" \
        font-size="13" text-anchor="middle"><rect x="1" y="1" width="278" height="118" rx="4" fill="#eef2e6" \
        stroke="#3c4a2f" stroke-width="2"/><path d="M100 1v70M100 95v24M190 1v20M190 45v74" stroke="#3c4a2f" \
        stroke-width="2"/><g fill="#3c4a2f"><text x="50" y="64">Alfred</text><text x="145" y="64">Bella</text>\
        <text x="235" y="64">Yard</text></g></svg>
        """

    /// The images of the view.
    public var images: [ImageFile] { [Self.plan] }

    /// Creates the feature.
    public init() {}

    /// Creates and connects the parts of a launch.
    public func launch(on stage: Stage, options: Options) throws -> Scene {
        let (tour, state) = (Tour(stage: stage), try options[Self.state])
        return Scene(owning: tour, start: { tour.show(state) })
            .on(Self.save) { tour.save($0.values) }
            .on(Self.choose) { tour.choose($0.values["id"]) }
            .on(Self.sort) { tour.sort(by: $0.values["order"]) }
            .on(Self.praise) { tour.praise($0.values["id"]) }
            .on(Self.undo) { _ in tour.undo() }
            .on(Self.clear) { _ in tour.clear() }
    }
}

/// The size of a dog.
enum Size: String, CaseIterable, FieldType {
    case small, large
}

/// A need of a dog.
enum Need: String, CaseIterable, FieldType {
    case garden = "Garden"
    case company = "Company"
    case stairs = "No stairs"
}

/// A phase of the screen.
enum State: String, CaseIterable, FieldType {
    case ready, loading, failed
}
