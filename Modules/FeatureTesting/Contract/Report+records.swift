import FeatureKit
import FeatureStorage

extension Report {
    /// Verifies that a feature selects its records by the words of a search, also for the lists in which people choose one.
    func verifySearch() {
        guard let feature = contract.feature as? any RecordKeeping, let name = manifest.options.name(of: .search) else {
            return
        }
        do {
            let options = contract.options.merging([name: "a"]) { $1 }
            let query = try feature.query(for: try manifest.options.check(options, noun: "option"))
            guard query == nil else { return }
            fail(
                "has the option '\(name)' but returns no query for it, so people who choose one of its records find all of "
                    + "them; implement query(for:): try browsing.query(of: Example.self, for: options)")
        } catch {
            fail("returns no query for \(name)=a: \(error)")
        }
    }
}
