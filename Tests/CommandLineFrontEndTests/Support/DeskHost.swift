import CommandLineFrontEnd
import FeatureKit

/// A host with a feature that shows a form, a table with a selection, sections and a notice with a button.
enum DeskHost: CommandLineHost {
    static let name = "desks"
    static let version = "0"
    static let summary = "Has one of each kind."

    static func registry() throws -> FeatureRegistry { try FeatureRegistry([DeskFeature()]) }
}

struct DeskFeature: Feature {
    static let manifest = SampleDesk.manifest

    func launch(on stage: Stage, options: Options) throws -> Scene {
        let desk = Desk(stage)
        return Scene(owning: desk, start: { desk.draw() })
            .on(SampleDesk.convert) { _ in }
            .on(SampleDesk.book) { input in try desk.book(input) }
            .on(SampleDesk.select) { input in
                desk.selected = try input[SampleDesk.id]
                desk.draw()
            }
            .on(SampleDesk.sort) { _ in }
            .on(SampleDesk.walk) { input in
                let id = try input[SampleDesk.id]
                let undo = Button(SampleDesk.clear, title: "Take it back")
                stage.announce(Notice("\(id) was walked", button: undo))
            }
            .on(SampleDesk.comment) { input in stage.announce(Notice(try input[SampleDesk.text])) }
            .on(SampleDesk.clear) { _ in stage.announce(Notice("cleared", opens: FeatureLink(feature: "desk"))) }
    }

    final class Desk {
        private let stage: Stage
        var selected: String? = "2"

        init(_ stage: Stage) { self.stage = stage }

        func draw() {
            stage.screen = Screen(
                title: "Desk", summary: "Everything at once.", phase: .ready,
                elements: [
                    .form(SampleDesk.flight(disabled: ["kind"])), SampleDesk.table(selected: selected), SampleDesk.tabs,
                    SampleDesk.fold, SampleDesk.figures, .list(id: "cats", rows: [], hint: "No cats yet."),
                ])
        }

        func book(_ input: Input) throws {
            if try input[SampleDesk.seat] == "aisle" { throw InputRefused(SampleDesk.seat, "the aisle is taken") }
            let back = try input[SampleDesk.back].map { "\($0)" } ?? "never"
            let seat = try input[SampleDesk.seat] ?? "any"
            stage.announce(Notice("booked: \(try input[SampleDesk.leave]), back \(back), seat \(seat)"))
        }
    }
}
