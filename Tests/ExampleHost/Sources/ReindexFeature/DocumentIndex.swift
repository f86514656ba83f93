/// Documents, and the number of them that the search finds.
actor DocumentIndex {
    private static let pause = Duration.milliseconds(100)
    private static let steps = 100

    private let clock: any Clock<Duration>
    private(set) var documents = 10_000
    private(set) var indexed = 0

    init(clock: any Clock<Duration>) { self.clock = clock }

    func add() { documents += 1 }

    /// Builds the index anew in a hundred steps of a tenth of a second.
    ///
    /// The search uses the new index when it is complete. If the task is cancelled, it keeps the old one.
    ///
    /// - Parameter report: Gets the number of finished and of all documents.
    /// - Throws: `CancellationError` if the task is cancelled.
    func rebuild(_ report: @Sendable (_ done: Int, _ all: Int) -> Void) async throws {
        let all = documents
        for step in 0..<Self.steps {
            report(all * step / Self.steps, all)
            try await clock.sleep(for: Self.pause)
        }
        indexed = all
    }
}
