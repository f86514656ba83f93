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
    private static let isApart = Field<Bool>("apart", "Second list in a section", default: false)
    static let manifest = FeatureManifest(
        id: "ledger", title: "Ledger", summary: "Texts and lists in turn.", options: [isApart])

    func launch(on stage: Stage, options: Options) throws -> Scene {
        let screens = GalleryFeature.Screens(stage)
        let second = Element.list(id: "second", rows: [Row(id: "1", title: "Eggs")])
        let isApart = try options[Self.isApart]
        return Scene(
            owning: screens,
            start: {
                screens.stage.screen = Screen(
                    title: "Ledger", phase: .ready,
                    elements: [
                        .text(id: "open", "Open"),
                        .list(id: "first", rows: [Row(id: "1", title: "Milk"), Row(id: "2", title: "Bread")]),
                        .text(id: "paid", "Paid"),
                        isApart ? .section(id: "rest", title: "Rest", elements: [second]) : second,
                    ])
            })
    }
}
