import FeatureKit
import Interaction

/// The rows that a person has ticked, to act on all of them at once.
///
/// The rows belong to one list. Ticking a row of another list forgets them. A row is known by its id, so its tick stays when
/// the row changes or moves.
struct Ticks: Sendable, Hashable {
    /// The id of the list; `nil` if no row is ticked.
    private(set) var list: String?
    /// The place of the list.
    private(set) var place: FormState.Place?
    /// The ids of the ticked rows.
    private(set) var ids: Set<String> = []
    /// The id of the row that was ticked last, where a range begins.
    private(set) var last: String?

    var isEmpty: Bool { ids.isEmpty }

    /// Returns whether a row of a list is ticked.
    func contains(_ id: String, in list: String) -> Bool { self.list == list && ids.contains(id) }

    /// Ticks rows of a list at a place.
    mutating func tick(_ rows: some Sequence<Row>, in list: String, at place: FormState.Place) {
        if self.list != list { self = Ticks(list: list, place: place) }
        for row in rows {
            ids.insert(row.id)
            last = row.id
        }
        if ids.isEmpty { self = Ticks() }
    }

    /// Removes the ticks of rows.
    mutating func remove(_ ids: some Sequence<String>) {
        self.ids.subtract(ids)
        if self.ids.isEmpty { self = Ticks() } else if let last, !self.ids.contains(last) { self.last = nil }
    }

    /// Removes the ticks of the rows that a screen does not show, and all of them at another place.
    ///
    /// A screen that loads or has failed may show the rows again.
    mutating func keep(on screen: Screen, at place: FormState.Place) {
        guard screen.phase == .ready else { return }
        guard let list = element(on: screen), !list.bulk.isEmpty, place == self.place else { return self = Ticks() }
        remove(ids.subtracting(list.rows.lazy.map(\.id)))
    }

    /// Returns the ticked rows in their order on a screen.
    func rows(on screen: Screen) -> [Row] {
        isEmpty ? [] : element(on: screen)?.rows.filter { ids.contains($0.id) } ?? []
    }

    /// Returns the number of ticked rows in words, such as `3 of 50 selected`.
    func words(on screen: Screen) -> String {
        let list = element(on: screen)
        let all = list.map { $0.total?.words ?? $0.rows.count.grouped + ($0.more == nil ? "" : "+") }
        return "\(ids.count.grouped) of \(all ?? "") selected"
    }

    /// Returns the list of the ticked rows on a screen.
    func element(on screen: Screen) -> ListElement? { list.flatMap { id in screen.lists.first { $0.id == id } } }
}
