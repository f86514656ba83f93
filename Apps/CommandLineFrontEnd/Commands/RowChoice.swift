package import FeatureKit
import Interaction

/// The choice of all rows that a list shows with some of the feature's options, as `--where` makes it.
package struct RowChoice: Sendable {
    private let manifest: FeatureManifest
    private let action: Action
    /// The words of the options, such as `search=lab`.
    private let words: String

    /// Creates a choice for an action of a feature.
    ///
    /// - Parameters:
    ///   - options: The names and the texts of the options.
    ///   - arguments: The arguments of the call that name no rows.
    /// - Throws: ``CommandLineError`` if the action acts on no rows or on one, or if an option chooses no rows.
    package init(
        _ options: [Assignment], for action: Action, of manifest: FeatureManifest, given arguments: [String: FieldValue]
    ) throws(CommandLineError) {
        (self.manifest, self.action) = (manifest, action)
        words = options.map(\.shellText).joined(separator: " ")
        guard action.takesRows else {
            let others = manifest.actions.filter(\.takesRows).map(\.name)
            throw .usage(
                "--where: '\(action.name)' does not act on several rows"
                    + (others.isEmpty ? "" : "; these actions do: \(others.joined(separator: ", "))"))
        }
        let known = manifest.options.map(\.name).filter(manifest.browsedOptions.contains)
        if let other = options.first(where: { !known.contains($0.name) }) {
            throw .usage(
                "--where: the option \(FieldValue.quote(other.name)) chooses no rows, known are "
                    + known.joined(separator: ", ") + suggestion(for: other.name, among: known))
        }
        let selecting = manifest.options.filter { $0.role == .search || $0.role == .filter }.map(\.name)
        guard options.contains(where: { selecting.contains($0.name) && !$0.value.isEmpty }) else {
            throw .usage(
                "--where: \(words) chooses every row; give one of these too: \(selecting.joined(separator: ", "))")
        }
        if let named = action.fields.first(where: { $0.role?.namesRows == true && arguments[$0.name] != nil }) {
            throw .usage("--where finds the rows; leave out '\(named.name)'")
        }
    }

    /// Loads all rows of the list, and returns the call of the action on them.
    ///
    /// The call contains the revisions of the rows, so it is refused if somebody changes one of them meanwhile.
    ///
    /// - Parameters:
    ///   - session: A session that was launched with the options.
    ///   - arguments: The other arguments of the call.
    /// - Returns: The call, and the titles of the rows.
    /// - Throws: ``CommandLineError`` if there is no row, or if there are more rows than the action takes.
    package func call(
        in session: Session, _ arguments: [String: FieldValue]
    ) async throws -> (call: Call, titles: [String]) {
        let limit = action.fields.first { $0.role == .rows }?.count?.max ?? .max
        var shown = await session.frame.screen
        try shown.phase.verifyReady(of: manifest.id, after: .unlimited)
        while let list = list(of: shown) {
            let count = max(list.rows.count, list.total?.count ?? 0)
            guard count <= limit else {
                throw CommandLineError.refused(
                    "\(words) matches \(list.total?.exact == false ? "at least " : "")\(count.grouped) rows, and "
                        + "'\(action.name)' takes at most \(limit.grouped) at once; choose fewer")
            }
            guard let more = list.more, more.enabled else { break }
            let next = try await session.perform(more.action, more.arguments, as: .systemUser).frame.screen
            // If the button has no effect, the loop would never end.
            guard self.list(of: next)?.rows.count != list.rows.count else { break }
            shown = next
            try shown.phase.verifyReady(of: manifest.id, after: .unlimited)
        }
        // A list that is empty may have no element.
        guard let list = list(of: shown), !list.rows.isEmpty,
            let button = list.bulk.first(where: { $0.action == action.name })
        else { throw CommandLineError.refused("no row matches \(words); nothing was done") }
        var call = manifest.call(button, on: list.rows)
        call.arguments.merge(arguments) { $1 }
        return (call, list.rows.map(\.title))
    }

    /// Returns the error that says on which rows the action would act.
    func question(about titles: [String]) -> CommandLineError {
        let verb = action.title.prefix(1).lowercased() + action.title.dropFirst()
        return .refused("would \(verb) \(titles.asCountedRows); --yes does")
    }

    private func list(of screen: Screen) -> ListElement? {
        screen.lists.first { $0.bulk.contains { $0.action == action.name } }
    }
}
