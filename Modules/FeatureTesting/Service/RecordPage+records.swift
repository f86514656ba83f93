public import FeatureStorage

extension RecordPage {
    /// Creates a page of records with the revisions 1, 2, …, as if they had been inserted one after another.
    ///
    /// - Parameters:
    ///   - records: The records. The first record has revision 1.
    ///   - isLast: Whether this is the last page.
    public init(_ records: [R], isLast: Bool = true) {
        let stored = records.enumerated().map { Stored($1, revision: Int64($0 + 1)) }
        let number = Int64(records.count)
        self.init(
            records: stored, next: isLast ? nil : RecordCursor(position: number), token: ChangeToken(number: number))
    }
}
