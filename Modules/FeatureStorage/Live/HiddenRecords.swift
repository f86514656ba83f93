import FeatureKit

/// The own records that a list does not show after they were added or changed, since the last notice about them.
struct HiddenRecords<R: Record> {
    /// The shortest time between two notices.
    static var interval: Duration { .seconds(1) }

    /// What happened to a record.
    enum Event: String {
        case added, changed
    }

    private var records: [(stored: Stored<R>, isUnselected: Bool, event: Event)] = []
    /// When the last notice was announced.
    var reported: Duration?

    /// Adds a record, unless the list shows it.
    mutating func add(_ stored: Stored<R>, at place: RecordList<R>.OwnPlace, after event: Event) {
        remove(stored.id)
        if place != .shown { records.append((stored, place == .unselected, event)) }
    }

    /// Removes a record that needs no notice any more.
    mutating func remove(_ id: String) { records.removeAll { $0.stored.id == id } }

    /// Returns how long the next notice must wait; `nil` if there is nothing to report.
    func wait(at now: Duration) -> Duration? {
        records.isEmpty ? nil : reported.map { max(.zero, $0 + Self.interval - now) } ?? .zero
    }

    /// Removes all records, and returns the notice about them.
    ///
    /// - Parameters:
    ///   - name: The plural noun for the records.
    ///   - link: Returns the link to a record's page.
    ///   - isShown: Returns whether the list shows a record meanwhile.
    /// - Returns: The notice; `nil` if there is nothing to report.
    mutating func takeNotice(
        named name: String, link: ((String) -> FeatureLink?)?, isShown: (String) -> Bool
    ) -> Notice? {
        let hidden = records.filter { !isShown($0.stored.id) }
        records = []
        guard let first = hidden.first else { return nil }
        if hidden.count > 1 { return Notice(words(hidden, name), tone: .positive) }
        let title = first.stored.quotedTitle ?? "The record"
        let reason = first.isUnselected ? "Your search hides it." : "Its place is further down in this order."
        var place = link.flatMap { $0(first.stored.id) }
        place?.title = "Show"
        return Notice("\(title) was \(first.event). \(reason)", tone: .positive, opens: place)
    }

    private func words(
        _ hidden: [(stored: Stored<R>, isUnselected: Bool, event: Event)], _ name: String
    ) -> String {
        let unselected = hidden.count(where: \.isUnselected)
        let events = Set(hidden.map(\.event.rawValue)).sorted().joined(separator: " or ")
        let all = "\(hidden.count.grouped) \(name) that were \(events)"
        return switch unselected {
        case hidden.count: "Your search hides \(all)."
        case 0: "\(all) are further down in this order."
        default: "Your search hides \(unselected.grouped) of \(all). The rest is further down in this order."
        }
    }
}
