import FeatureKit

/// Implements ``ReindexView`` by drawing on a stage.
final class ReindexScreen: ReindexView {
    private let stage: Stage

    init(stage: Stage) {
        self.stage = stage
        stage.screen.title = "Reindex"
    }

    func showDocuments(_ documents: Int, indexed: Int) {
        stage.screen.phase = .ready
        stage.screen.elements = [
            .fields(
                id: "documents",
                items: [
                    .init(label: "Documents", value: "\(documents)"),
                    .init(label: "Found by the search", value: "\(indexed)"),
                ])
        ]
        stage.screen.buttons = [Button(ReindexFeature.reindex, role: .primary), Button(ReindexFeature.add)]
    }

    func announceEnd(of indexed: Int) { stage.announce(Notice("\(indexed) documents are indexed.", tone: .positive)) }
}
