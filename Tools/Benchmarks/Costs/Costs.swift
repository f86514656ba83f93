import FeatureCatalog
import FeatureKit
import HTTPFrontEnd

/// Performs one operation of pages a number of times, so that a profiler can count its instructions.
///
///     Costs OPERATION COUNT
///
/// | operation | what it does |
/// | --- | --- |
/// | `page` | writes the page of a session that shows 50 dogs, with the rows that the page before has written |
/// | `new-page` | writes the same page as the first page of the host does |
/// | `patch` | writes the edits for an open page after one of the 50 dogs was renamed |
///
/// The cost of an operation is the difference between two counts. The preparation is the same in both.
@main
enum Costs {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 3, let count = Int(arguments[2]) else {
            preconditionFailure("expected OPERATION COUNT")
        }
        let registry = try FeatureCatalog.registry()
        let session = try await Session(try registry.feature("doggy"))
        try await session.start()
        for number in 0..<50 {
            _ = try await session.perform(
                "adopt", ["name": .text("Dog \(number)"), "breed": .text("Bulldog"), "age": 3])
        }
        let old = try await session.settled()
        guard let row = old.screen.lists.first?.rows[25] else { preconditionFailure("there are no dogs") }
        let new = try await session.perform("rename", ["id": .text(row.id), "name": "Rex"]).frame
        let pages = try PageCosts(of: registry, copiesParts: arguments[1] != "new-page")
        // Each patch writes a row that no page has written.
        let renamed = (0..<128).map { number in
            var frame = new
            if case .list(var list) = frame.screen.elements.last {
                list.rows[25].title = "Rex \(number)"
                list.rows[25].values["name"] = .text("Rex \(number)")
                frame.screen.elements[frame.screen.elements.count - 1] = .list(list)
            }
            return frame
        }
        guard renamed[1] != renamed[0] else { preconditionFailure("the list is not the last element") }
        var size = 0
        for number in 0..<count {
            switch arguments[1] {
            case "page", "new-page": size = try pages.page(of: new)
            case "patch": size = try pages.patch(from: old, to: renamed[number % 128])?.utf8.count ?? 0
            case let other: preconditionFailure("unknown operation \(other)")
            }
        }
        print(size)
    }
}
