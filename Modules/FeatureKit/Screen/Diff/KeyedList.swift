/// A linked list of items.
///
/// It looks up, inserts, removes and moves an item by its id in constant time.
struct KeyedList<Item: Identifiable> where Item.ID == String {
    /// The items in the order in which they were added.
    ///
    /// The item at index `i` has the link `i + 1`. Link 0 is the head of the circular list: it precedes the first item
    /// and follows the last item.
    private var items: [Item]
    private var next: [Int]
    private var previous: [Int]
    private var links: [String: Int]

    /// Creates a list.
    ///
    /// Throws an error if two items have the same id.
    init(_ items: [Item]) throws {
        self.items = items
        next = (0...items.count).map { $0 < items.count ? $0 + 1 : 0 }
        previous = (0...items.count).map { $0 > 0 ? $0 - 1 : items.count }
        links = Dictionary(minimumCapacity: items.count)
        for (index, item) in items.enumerated() where links.updateValue(index + 1, forKey: item.id) != nil {
            throw ScreenDiff.Mismatch.repeated(item.id)
        }
    }

    /// The items in order.
    var ordered: [Item] {
        var ordered: [Item] = []
        ordered.reserveCapacity(links.count)
        var link = next[0]
        while link != 0 {
            ordered.append(items[link - 1])
            link = next[link]
        }
        return ordered
    }

    /// Returns the item before a position, or the first item if the position is the start.
    ///
    /// Returns `nil` if the list is empty.
    func neighbor(_ place: ScreenDiff.Place) throws -> Item? {
        let link = place == .start ? next[0] : try anchor(place)
        return link > 0 ? items[link - 1] : nil
    }

    mutating func remove(_ ids: [String]) throws {
        for id in ids {
            unlink(try link(id))
            links[id] = nil
        }
    }

    mutating func insert(_ new: [Item], at place: ScreenDiff.Place) throws {
        var anchor = try anchor(place)
        for item in new {
            guard links.updateValue(items.count + 1, forKey: item.id) == nil else {
                throw ScreenDiff.Mismatch.taken(item.id)
            }
            items.append(item)
            next.append(0)
            previous.append(0)
            join(items.count, after: anchor)
            anchor = items.count
        }
    }

    mutating func move(_ ids: [String], at place: ScreenDiff.Place) throws {
        var anchor = try anchor(place)
        for id in ids {
            let moved = try link(id)
            guard moved != anchor else { throw ScreenDiff.Mismatch.afterItself(id) }
            unlink(moved)
            join(moved, after: anchor)
            anchor = moved
        }
    }

    mutating func change(_ id: String, _ body: (inout Item) -> Void) throws {
        body(&items[try link(id) - 1])
    }

    private func anchor(_ place: ScreenDiff.Place) throws -> Int {
        switch place {
        case .start: 0
        case .end: previous[0]
        case .after(let id): try link(id)
        }
    }

    private func link(_ id: String) throws -> Int {
        guard let link = links[id] else { throw ScreenDiff.Mismatch.missing(id) }
        return link
    }

    private mutating func unlink(_ link: Int) {
        next[previous[link]] = next[link]
        previous[next[link]] = previous[link]
    }

    private mutating func join(_ link: Int, after anchor: Int) {
        let following = next[anchor]
        (next[anchor], previous[link]) = (link, anchor)
        (next[link], previous[following]) = (following, link)
    }
}
