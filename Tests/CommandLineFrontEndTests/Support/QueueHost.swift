import CommandLineFrontEnd
import FeatureKit

/// A host with a feature whose list of seven rows is loaded by pages of three.
enum QueueHost: CommandLineHost {
    static let name = "queues"
    static let version = "0"
    static let summary = "Has a long list."

    static func registry() throws -> FeatureRegistry { try FeatureRegistry([QueueFeature()]) }
}

struct QueueFeature: Feature {
    static let counts = Field<Bool>("counts", "Counts", default: true)
    static let more = Action("more", "More", effect: .loads)
    static let manifest = FeatureManifest(
        id: "queue", title: "Queue", summary: "People in turn.", options: [counts], actions: more)

    func launch(on stage: Stage, options: Options) throws -> Scene {
        let counts = try options[Self.counts]
        let screens = GalleryFeature.Screens(stage)
        func show(_ count: Int) {
            let rows = (1...count).map { number in
                Row(
                    id: "p\(number)", title: number == 2 ? "Kim, \"K\"" : "Person \(number)",
                    values: [
                        "name": .text(number == 2 ? "Kim, \"K\"" : "Person \(number)"), "wait": .integer(number * 60),
                        "note": .text(""),
                    ], cells: ["wait": "\(number) min"])
            }
            screens.stage.screen = Screen(
                title: "Queue", phase: .ready,
                elements: [
                    .list(
                        id: "people", rows: rows,
                        columns: [.init(name: "name", title: "Name"), .init(name: "wait", title: "Waiting")],
                        more: count < 7 ? Button(Self.more) : nil, total: counts ? .init(7) : nil)
                ])
        }
        return Scene(owning: screens, start: { show(3) })
            .on(Self.more) { _ in show(min(7, (screens.stage.screen.lists.first?.rows.count ?? 0) + 3)) }
    }
}
