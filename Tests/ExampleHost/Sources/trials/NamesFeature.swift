import FeatureKit

/// A feature whose fields have the names of properties of JavaScript forms.
///
/// Its rows contain left-to-right and right-to-left text.
struct NamesFeature: Feature {
    static let names = [
        "key", "action", "method", "elements", "id", "submit", "reset", "dataset", "name", "children", "attributes",
        "parentElement", "closest", "getAttribute", "setAttribute", "querySelectorAll", "contains", "nodeName",
    ]
    static let fields = names.map { Field<String?>($0, $0.uppercased(), length: 1...40) }
    static let send = Action("send", "Send", fields: fields)
    static let manifest = FeatureManifest(
        id: "names", title: "Names", summary: "Asks for fields of all names.", actions: send)

    func launch(on stage: Stage, options: Options) throws -> Scene {
        let screen = NamesScreen(stage: stage)
        return Scene(owning: screen, start: screen.show).on(Self.send) { input in
            screen.add(
                try Self.fields.compactMap { field in try input[field].map { "\(field.description.name)=\($0)" } })
        }
    }
}

/// Shows the values that were sent last.
///
/// The title shows how often values were sent.
final class NamesScreen {
    private let stage: Stage
    private var sent: [[String]] = []

    init(stage: Stage) { self.stage = stage }

    func show() async { draw() }

    func add(_ texts: [String]) {
        sent.append(texts)
        draw()
    }

    private func draw() {
        stage.screen.title = "Sent \(sent.count)"
        stage.screen.phase = .ready
        let rows = [
            Row(id: "1", title: "שלום (1)", detail: "Labrador 5", tone: .warning),
            Row(id: "2", title: "Rex", detail: "כלב 3, 4", tone: .critical),
        ]
        stage.screen.elements = [
            .text(id: "sent", sent.last?.joined(separator: " ") ?? "Nothing"), .list(id: "dogs", rows: rows),
        ]
        stage.screen.buttons = [Button(NamesFeature.send, role: .primary)]
    }
}
