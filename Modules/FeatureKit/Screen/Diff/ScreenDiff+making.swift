extension ScreenDiff {
    /// Tells how a screen differs from another; `nil` if the two are equal.
    public init?(from old: Screen, to new: Screen) {
        self.init()
        if old.title != new.title { title = new.title }
        if old.tone != new.tone { tone = new.tone }
        if old.phase != new.phase { phase = new.phase }
        if old.buttons != new.buttons { buttons = new.buttons }
        compare(old.elements, new.elements)
        if isEmpty { return nil }
    }

    private mutating func compare(_ old: [Element], _ new: [Element]) {
        guard let arrangement = Rearrangement(from: old, to: new), arrangement.keepsAny || old.isEmpty else {
            if old != new { elements = [.all(new)] }
            return
        }
        for step in arrangement.steps {
            switch step {
            case .remove(let places): elements.append(.remove(places.map { old[$0].id }))
            case .insert(let places): elements.append(.insert(Array(new[places]), at: new.place(of: places)))
            case .move(let places): elements.append(.move(new[places].map(\.id), at: new.place(of: places)))
            }
        }
        for index in new.indices {
            guard let origin = arrangement.origin(of: index) else { continue }
            if case .list(let list) = new[index], case .list(let before) = old[origin] {
                let edits = Self.edits(from: before, to: list)
                if !edits.isEmpty { lists.updateValue(edits, forKey: list.id) }
            } else if old[origin] != new[index] {
                elements.append(.set(new[index]))
            }
        }
        // Where nothing was rearranged, nobody has looked yet whether ids repeat.
        if arrangement.steps.isEmpty && !(elements.isEmpty && lists.isEmpty) && old.repeatsIDs {
            (elements, lists) = ([.all(new)], [:])
        }
    }

    private static func edits(from old: ListElement, to new: ListElement) -> [ListEdit] {
        var edits = edits(from: old.rows, to: new.rows)
        if old.columns != new.columns { edits.append(.columns(new.columns)) }
        if old.more != new.more { edits.append(.more(new.more)) }
        return edits
    }

    private static func edits(from old: [Row], to new: [Row]) -> [ListEdit] {
        guard let arrangement = Rearrangement(from: old, to: new), arrangement.keepsAny || old.isEmpty else {
            return old == new ? [] : [.all(new)]
        }
        var edits: [ListEdit] = []
        for step in arrangement.steps {
            switch step {
            case .remove(let places): edits.append(.remove(places.map { old[$0].id }))
            case .insert(let places): edits += insertions(of: places, into: old, as: new, arrangement)
            case .move(let places):
                edits.append(.move(new[places].map(\.id), at: new.place(of: places)))
            }
        }
        for index in new.indices {
            if let origin = arrangement.origin(of: index), old[origin] != new[index] {
                edits.append(.set(RowChange(from: old[origin], to: new[index])))
            }
        }
        return arrangement.steps.isEmpty && !edits.isEmpty && old.repeatsIDs ? [.all(new)] : edits
    }

    /// Puts rows in, each told by the row before it where that can be.
    private static func insertions(
        of places: Range<Int>, into old: [Row], as new: [Row], _ arrangement: Rearrangement
    ) -> [ListEdit] {
        var edits: [ListEdit] = []
        var (whole, alike): ([Row], [AlikeRow]) = ([], [])
        var start = places.lowerBound
        func flush(_ end: Int) {
            let place = new.place(of: start..<places.upperBound)
            if !whole.isEmpty { edits.append(.insert(whole, at: place)) }
            if !alike.isEmpty { edits.append(.alike(alike, at: place)) }
            (whole, alike, start) = ([], [], end)
        }
        for index in places {
            // Rows that stay change only after this: the row before still is as it was.
            let before =
                if index == 0 {
                    new.indices.lazy.compactMap(arrangement.origin).min().map { old[$0] }
                } else {
                    arrangement.origin(of: index - 1).map { old[$0] } ?? new[index - 1]
                }
            if let row = before.flatMap({ AlikeRow(new[index], like: $0) }) {
                if !whole.isEmpty { flush(index) }
                alike.append(row)
            } else {
                if !alike.isEmpty { flush(index) }
                whole.append(new[index])
            }
        }
        flush(places.upperBound)
        return edits
    }
}

extension Array where Element: Identifiable, Element.ID == String {
    /// The place where what stands here comes: when it does, all before it is there, and nothing after it if it is last.
    fileprivate func place(of places: Range<Int>) -> ScreenDiff.Place {
        if places.lowerBound == 0 { return .start }
        return places.upperBound == count ? .end : .after(self[places.lowerBound - 1].id)
    }

    /// Whether two have the same id.
    fileprivate var repeatsIDs: Bool { Set(map(\.id)).count < count }
}
