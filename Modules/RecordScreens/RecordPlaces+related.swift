public import FeatureKit
public import FeatureStorage

extension RecordPlaces {
    /// Returns a section with the records of another feature that name the shown one.
    ///
    /// It has the first 50 of them, in the order of their insertion and current, with links to their pages. Further links
    /// lead to the list of their feature: to the form that adds one, with the shown record filled in, and to all of them.
    ///
    /// - Parameters:
    ///   - related: The list, which ``init(of:in:by:columns:related:on:for:)`` has got too.
    ///   - draw: Changes how a row is drawn. It has the values of its record.
    /// - Returns: The section. It is `nil` if the host lacks the feature or the feature lacks the field, if the registry does
    ///   not share the records (`FeatureRegistry.sharing`), if somebody who may use this feature may not use the other one,
    ///   or if the records are a copy.
    public func related(_ related: Related, _ draw: (inout Row) -> Void = { _ in }) -> Element? {
        guard records.shownID != nil, let list = records.relatedRecords(related) else { return nil }
        var rows = list.rows
        for index in rows.indices { draw(&rows[index]) }
        let id = "\(related.feature)-\(related.field)"
        let total = list.count.flatMap { count in
            rows.count < count.count ? ListElement.Total(count.count, exact: count.isExact) : nil
        }
        let shown: Element =
            rows.isEmpty
            ? .placeholder(id: "\(id)-none", list.hasFailed ? "They could not be loaded." : "None yet.")
            : .list(id: "\(id)-rows", rows: rows, total: total)
        let all = list.all.map {
            Element.link(id: "\(id)-all", "Show in \(list.title)", opens: $0)
        }
        let adding = list.adding.map { Element.link(id: "\(id)-add", $0.action.title, opens: $0.link) }
        return .section(id: id, title: list.title, elements: [shown, adding, all].compactMap(\.self))
    }
}
