import CommandLineFrontEnd
import FeatureKit

/// A host with a feature whose forms change the same case, and which says what each call has changed.
enum CaseHost: CommandLineHost {
    static let name = "cases"
    static let version = "0"
    static let summary = "Triages cases."

    static func registry() throws -> FeatureRegistry { try FeatureRegistry([CaseFeature()]) }
}

struct CaseFeature: Feature {
    enum Severity: String, CaseIterable, FieldType { case low = "Low", high = "High" }

    static let forms = Field<Int>("forms", "Forms", range: 0...2, default: 1)
    static let assignee = Field<String?>("assignee", "Assignee", length: 1...40)
    static let severity = Field<Severity>("severity", "Severity")
    static let watching = Field<Bool>("watching", "Watching", default: false)
    static let watchers = Field<[String]>("watchers", "Watchers", count: 0...30, length: 1...20)
    static let watch = Action("watch", "Watch", fields: watchers)
    static let note = Field<String>("note", "Note", length: 1...40)
    static let triage = Action("triage", "Triage", fields: assignee, severity, note)
    static let manifest = FeatureManifest(
        id: "case", title: "Case", summary: "Triages a case.", options: [forms, watching],
        actions: triage, watch)

    func launch(on stage: Stage, options: Options) throws -> Scene {
        let count = try options[Self.forms]
        let view = CaseView(stage: stage, count: count, isWatching: try options[Self.watching])
        return Scene(owning: view, start: view.draw).on(Self.triage, perform: view.triage)
            .on(Self.watch) { input in stage.announce(Notice("watched by \(try input[Self.watchers])")) }
    }
}

final class CaseView {
    private let stage: Stage
    private let count: Int
    private let isWatching: Bool

    init(stage: Stage, count: Int, isWatching: Bool) {
        (self.stage, self.count, self.isWatching) = (stage, count, isWatching)
    }

    func draw() async {
        let ids = ["triage", "again"].prefix(count)
        stage.screen = Screen(
            title: "Case", phase: .ready,
            elements: ids.map { id in
                .form(FormElement(id: id, of: CaseFeature.triage, values: ["severity": "Low", "note": "New"]))
            })
        guard isWatching else { return }
        let people = ["Ada", "Grace", "Kim"]
        stage.screen.elements = [
            .form(
                FormElement(
                    id: "watch", of: CaseFeature.watch, values: ["watchers": .texts(["Ada"])],
                    choices: ["watchers": people]))
        ]
    }

    func triage(_ input: Input) async throws {
        let (severity, assignee) = (try input[CaseFeature.severity], try input[CaseFeature.assignee] ?? "nobody")
        let changed = input.changed.sorted().joined(separator: ", ")
        let note = try input[CaseFeature.note]
        stage.announce(Notice("\(assignee), \(severity.rawValue), \(note); changed: \(changed)"))
    }
}
