import FeatureKit

/// Builds the index while the person does other things.
final class ReindexPresenter {
    private weak var view: (any ReindexView)?
    private let index: DocumentIndex

    init(_ index: DocumentIndex) { self.index = index }

    /// Attaches the view.
    ///
    /// The presenter refers to the view weakly.
    func attach(_ view: any ReindexView) { self.view = view }

    /// Detaches the view.
    func detach() { view = nil }

    /// Shows the numbers of documents.
    func show() async { view?.showDocuments(await index.documents, indexed: await index.indexed) }

    /// Adds a document, which the next index contains.
    func add() async {
        await index.add()
        await show()
    }

    /// Builds the index.
    ///
    /// - Throws: `CancellationError` if somebody cancels the call.
    func reindex(reporting report: WorkReporter) async throws {
        try await index.rebuild { done, all in report(Double(done) / Double(all), "\(done) of \(all)") }
        await show()
        view?.announceEnd(of: await index.indexed)
    }
}
