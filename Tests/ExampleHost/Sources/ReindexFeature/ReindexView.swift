/// Shows how many documents the search finds.
///
/// Any user interface toolkit can implement this protocol.
protocol ReindexView: AnyObject {
    /// Shows the number of documents, and the number that the index contains.
    func showDocuments(_ documents: Int, indexed: Int)

    /// Says that an index is complete.
    func announceEnd(of indexed: Int)
}
