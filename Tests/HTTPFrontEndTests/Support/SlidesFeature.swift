import FeatureKit

/// A feature that shows one screen after another.
struct SlidesFeature: Feature {
    static let id = Field<String>("id", "Row").role(.row)
    static let name = Field<String>("name", "Name", length: 1...40)
    static let breed = Field<String>("breed", "Breed", length: 1...20)
    static let age = Field<Int?>("age", "Age", range: 0...30)
    static let vaccinated = Field<Bool>("vaccinated", "Vaccinated")
    static let form = Field<String?>("form", "Form", length: 1...40)

    enum Label: String, CaseIterable, FieldType { case red = "Red", green = "Green" }

    static let due = Field<Instant>("due", "Due")
    static let tags = Field<[String]>("tags", "Tags", count: 0...3, length: 1...20)
    static let labels = Field<[Label]>("labels", "Labels")
    static let password = Field<Secret?>("password", "Password", length: 4...40)

    static let next = Action("next", "Next")
    static let select = Action("select", "Select", fields: id)
    static let save = Action("save", "Save", fields: id, name, breed, age, vaccinated)
    static let fill = Action("fill", "Fill", fields: form)
    static let order = Action("order", "Order", fields: due, tags, labels, password)
    static let manifest = FeatureManifest(
        id: "slides", title: "Slides", summary: "Shows screens.", actions: next, select, save, fill, order)

    var manifest: FeatureManifest { Self.manifest }
    let screens: [Screen]

    init(_ elements: [Element]...) {
        screens = elements.map { Screen(title: "Slides", phase: .ready, elements: $0) }
    }

    init(showing screens: Screen...) { self.screens = screens }

    func launch(on stage: Stage, options: Options) throws -> Scene {
        let slides = Slides(screens, on: stage)
        return Scene(owning: slides, start: slides.next)
            .on(Self.next) { _ in await slides.next() }
            .on(Self.select) { _ in }
            .on(Self.save) { input in slides.say(input) }
            .on(Self.fill) { input in slides.say(input) }
            .on(Self.order) { input in slides.say(input) }
    }
}

final class Slides {
    private let stage: Stage
    private var screens: [Screen]

    init(_ screens: [Screen], on stage: Stage) { (self.screens, self.stage) = (screens, stage) }

    func next() async { if !screens.isEmpty { stage.screen = screens.removeFirst() } }

    /// Shows the names of the changed fields and all values.
    func say(_ input: Input) {
        let values = input.values.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        stage.announce(Notice("changed \(input.changed.sorted()) of \(values)"))
    }
}
