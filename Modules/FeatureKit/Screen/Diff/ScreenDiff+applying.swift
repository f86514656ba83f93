extension Screen {
    /// Returns the screen that a difference leads to.
    ///
    /// Throws ``ScreenDiff/Mismatch`` if the difference does not fit this screen; it may come from anywhere.
    public func applying(_ diff: ScreenDiff) throws -> Screen {
        var screen = self
        if let title = diff.title { screen.title = title }
        if let tone = diff.tone { screen.tone = tone }
        if let phase = diff.phase { screen.phase = phase }
        if let buttons = diff.buttons { screen.buttons = buttons }
        if !diff.elements.isEmpty { screen.elements = try elements(after: diff.elements) }
        if !diff.lists.isEmpty { try screen.changeLists(by: diff.lists) }
        return screen
    }

    private func elements(after edits: [ScreenDiff.ElementEdit]) throws -> [Element] {
        if case .all(let new) = edits[0], edits.count == 1 { return new }
        var list = try KeyedList(elements)
        for edit in edits {
            switch edit {
            case .all(let new): list = try KeyedList(new)
            case .remove(let ids): try list.remove(ids)
            case .insert(let new, let place): try list.insert(new, at: place)
            case .move(let ids, let place): try list.move(ids, at: place)
            case .set(let element): try list.change(element.id) { $0 = element }
            }
        }
        return list.ordered
    }

    private mutating func changeLists(by changes: [String: [ScreenDiff.ListEdit]]) throws {
        var places: [String: Int] = [:]
        for (index, element) in elements.enumerated() where places.updateValue(index, forKey: element.id) != nil {
            throw ScreenDiff.Mismatch.repeated(element.id)
        }
        for (id, edits) in changes {
            guard let place = places[id] else { throw ScreenDiff.Mismatch.missing(id) }
            guard case .list(let list) = elements[place] else { throw ScreenDiff.Mismatch.noList(id) }
            elements[place] = .list(try list.applying(edits))
        }
    }
}

extension ListElement {
    fileprivate func applying(_ edits: [ScreenDiff.ListEdit]) throws -> ListElement {
        var list = self
        /// Made when it is asked for: most that happens to a list's other members leaves its rows alone.
        var keyed: KeyedList<Row>?
        func rows() throws -> KeyedList<Row> {
            defer { keyed = nil }
            return try keyed ?? KeyedList(list.rows)
        }
        for edit in edits {
            switch edit {
            case .columns(let columns): list.columns = columns
            case .more(let button): list.more = button
            case .all(let new): (list.rows, keyed) = (new, nil)
            default:
                var rows = try rows()
                try rows.make(edit)
                keyed = rows
            }
        }
        if let keyed { list.rows = keyed.ordered }
        return list
    }
}

extension KeyedList<Row> {
    fileprivate mutating func make(_ edit: ScreenDiff.ListEdit) throws {
        switch edit {
        case .remove(let ids): try remove(ids)
        case .insert(let rows, let place): try insert(rows, at: place)
        case .move(let ids, let place): try move(ids, at: place)
        case .set(let change): try self.change(change.id) { change.apply(to: &$0) }
        case .alike(let alike, let place):
            guard var before = try neighbor(place) else { throw ScreenDiff.Mismatch.unlike(alike.first?.id ?? "") }
            var rows: [Row] = []
            for row in alike {
                before = try row.made(like: before)
                rows.append(before)
            }
            try insert(rows, at: place)
        case .all, .columns, .more: break
        }
    }
}
