public import FeatureStorage

extension RecordPage {
    /// Creates the page of records that were inserted one after the other, into an empty collection.
    ///
    /// - Parameters:
    ///   - records: The records; the first has the revision 1.
    ///   - isLast: Whether there are no more.
    public init(_ records: [R], isLast: Bool = true) {
        let stored = records.enumerated().map { Stored($1, revision: Int64($0 + 1)) }
        let number = Int64(records.count)
        self.init(
            records: stored, next: isLast ? nil : RecordCursor(position: number), token: ChangeToken(number: number))
    }
}
