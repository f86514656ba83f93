import DoggyFeature
import FeatureCatalog
import FeatureStorage

/// Prints the seconds of the first 50 pages of the dogs, one page per line.
///
///     BrowsedPages DATABASE SEARCH ORDER
///
/// An empty search selects all dogs. An empty order is the order of insertion.
@main
enum BrowsedPages {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 4 else { preconditionFailure("expected DATABASE SEARCH ORDER") }
        let dogs = RecordCollection<Dog>(store: try Database.of(arguments[1]).store())
        // The feature has the same index. Another index would be built first.
        let query = try RecordQuery(RecordIndex(Dog.self), search: arguments[2], order: arguments[3])
        // The first query opens the database.
        _ = try await dogs.count(matching: query)
        let clock = ContinuousClock()
        var cursor: RecordCursor?
        for _ in 0..<50 {
            var next: RecordCursor?
            let duration = try await clock.measure {
                next = try await dogs.page(matching: query, after: cursor, limit: RecordCollection<Dog>.pageSize).next
            }
            print(duration / .seconds(1))
            guard next != nil else { preconditionFailure("the query has fewer than 50 pages") }
            cursor = next
        }
    }
}
