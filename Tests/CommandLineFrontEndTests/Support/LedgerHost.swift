import CommandLineFrontEnd
import FeatureKit

/// A host with a feature whose screen alternates between texts and lists.
enum LedgerHost: CommandLineHost {
    static let name = "ledgers"
    static let version = "0"
    static let summary = "Has lists."

    static func registry() throws -> FeatureRegistry { try FeatureRegistry([LedgerFeature()]) }
}

struct LedgerFeature: Feature {
    static let manifest = FeatureManifest(id: "ledger", title: "Ledger", summary: "Texts and lists in turn.")

    func launch(on stage: Stage, options: Options) throws -> Scene {
        let screens = GalleryFeature.Screens(stage)
        return Scene(
            owning: screens,
            start: {
                screens.stage.screen = Screen(
                    title: "Ledger", phase: .ready,
                    elements: [
                        .text(id: "open", "Open"),
                        .list(id: "first", rows: [Row(id: "1", title: "Milk"), Row(id: "2", title: "Bread")]),
                        .text(id: "paid", "Paid"), .list(id: "second", rows: [Row(id: "1", title: "Eggs")]),
                    ])
            })
    }
}
