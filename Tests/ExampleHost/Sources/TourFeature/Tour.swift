import FeatureKit

/// The presenter and the view of the feature in one class.
final class Tour {
    private let stage: Stage
    private var selected = "1"
    private var isDescending = false
    private var praised: String?
    private var isEmpty = false
    private var profile: [String: FieldValue] = [
        "name": "Alfred", "notes": "Shy.\nLikes cheese.", "age": 4, "pace": 7, "weight": 31.5, "isTame": true,
        "size": "large", "born": "2022-04-01", "seen": "2026-11-22T19:46:00.000Z", "walk": "45m",
        "tricks": .texts(["Sit", "Roll"]), "needs": .texts(["Garden", "Company"]),
    ]

    init(stage: Stage) { self.stage = stage }

    func show(_ state: State) {
        draw()
        if state != .ready { stage.screen.elements = [] }
        switch state {
        case .ready: break
        case .loading: stage.screen.phase = .loading(message: "Counting dogs", fraction: 0.4)
        case .failed: stage.screen.phase = .failed("The kennel is closed.", retry: TourFeature.undo)
        }
    }

    func save(_ values: [String: FieldValue]) {
        profile = values
        draw()
    }

    func choose(_ id: FieldValue?) {
        selected = id?.description ?? selected
        draw()
    }

    func sort(by order: FieldValue?) {
        isDescending.toggle()
        draw()
    }

    func praise(_ id: FieldValue?) {
        praised = id?.description
        stage.announce(Notice("Praised.", tone: .positive, button: Button(TourFeature.undo)))
        draw()
    }

    func undo() {
        (praised, isEmpty) = (nil, false)
        draw()
    }

    func clear() {
        isEmpty = true
        draw()
    }

    private func draw() {
        stage.screen.title = "Tour"
        stage.screen.summary = "Every kind of element and of field."
        stage.screen.phase = .ready
        stage.screen.elements = [texts, figures, plan, dogs, profileForm, places, more]
        stage.screen.buttons = [Button(TourFeature.clear, role: .destructive, confirm: "Remove all dogs?", key: "z")]
    }

    private var texts: Element {
        .section(
            id: "texts", title: "Texts",
            elements: [
                .text(id: "headline", "A headline", style: .headline),
                .text(id: "body", "Normal text."),
                .text(id: "caption", "A caption.", style: .caption),
                .text(id: "code", "let dog = Dog()", style: .code),
            ])
    }

    private var figures: Element {
        .section(
            id: "figures", title: "Figures and facts", layout: .columns,
            elements: [
                .fields(
                    id: "stats",
                    items: [
                        .init(label: "Dogs", value: isEmpty ? "0" : "2", detail: "of 40"),
                        .init(label: "Late", value: "1", tone: .critical),
                    ], style: .stats),
                .fields(
                    id: "facts",
                    items: [
                        .init(label: "Address", value: "12 Harbour Row\nWestport"),
                        .init(label: "Keeper", value: "Kim", opens: FeatureLink(feature: "tour")),
                    ]),
            ])
    }

    private var plan: Element {
        .image(
            id: "plan", "Two rooms and a yard, seen from above",
            FileReference(TourFeature.plan, of: TourFeature.manifest))
    }

    private var dogs: Element {
        let all = [
            row("1", "Alfred", age: 4, tone: nil), row("2", "Bella", age: 12, tone: .warning),
        ]
        let sort = Button(TourFeature.sort, arguments: ["order": "name"])
        return .list(
            id: "dogs", rows: isEmpty ? [] : isDescending ? all.reversed() : all,
            columns: [
                .init(.title, title: "Dog", sort: sort, sorted: isDescending ? .down : .up),
                .init(name: "age", title: "Age", kind: .integer),
            ],
            total: .init(isEmpty ? 0 : 40), select: TourFeature.choose, selected: selected,
            hint: "No dogs yet. Undo brings them back.")
    }

    private func row(_ id: String, _ name: String, age: Int, tone: Tone?) -> Row {
        let praise = Button(TourFeature.praise, arguments: ["id": .text(id)], enabled: praised != id, key: "p")
        return Row(id: id, title: name, values: ["age": .integer(age)], tone: tone, buttons: [praise])
    }

    private var profileForm: Element {
        .form(FormElement(id: "profile", of: TourFeature.save, values: profile, title: "Every kind of field"))
    }

    private var places: Element {
        .section(
            id: "places", layout: .tabs,
            elements: [
                .section(
                    id: "links", title: "Links",
                    elements: [
                        .link(
                            id: "failure", "A screen that failed",
                            opens: FeatureLink(feature: "tour", options: ["state": "failed"])),
                        .link(id: "web", "Swift", address: "https://www.swift.org"),
                    ]),
                .section(
                    id: "nothing", title: "Nothing", elements: [.placeholder(id: "none", "No visits")],
                    buttons: [Button(TourFeature.undo)]),
            ])
    }

    private var more: Element {
        .section(
            id: "more", title: "More", layout: .folded, elements: [.text(id: "hidden", "Unfold to read this.")])
    }
}
