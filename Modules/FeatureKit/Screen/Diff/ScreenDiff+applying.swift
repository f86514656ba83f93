extension Screen {
    /// Returns the new screen: this screen with a difference applied.
    ///
    /// The difference may come from an untrusted source.
    ///
    /// - Throws: ``ScreenDiff/Mismatch`` if the difference does not fit this screen.
    public func applying(_ diff: ScreenDiff) throws -> Screen {
        var screen = self
        if let title = diff.title { screen.title = title }
        if let tone = diff.tone { screen.tone = tone }
        if let phase = diff.phase { screen.phase = phase }
        if let buttons = diff.buttons { screen.buttons = buttons }
        screen.up = diff.up.applied(to: screen.up)
        screen.address = diff.address.applied(to: screen.address)
        screen.summary = diff.summary.applied(to: screen.summary)
        if !diff.elements.isEmpty { screen.elements = try screen.elements.applying(diff.elements) }
        if diff.changesInside {
            var changes = ElementChanges(diff)
            try changes.make(in: &screen.elements)
            try changes.verifyAllMade()
        }
        return screen
    }
}

extension Array where Element: Identifiable & Hashable & Sendable, Element.ID == String {
    /// Returns the new items: these items with the edits applied.
    func applying(_ edits: [ScreenDiff.Edit<Element>]) throws -> [Element] {
        if case .all(let new) = edits[0], edits.count == 1 { return new }
        var list = try KeyedList(self)
        for edit in edits {
            switch edit {
            case .all(let new): list = try KeyedList(new)
            case .remove(let ids): try list.remove(ids)
            case .insert(let new, let place): try list.insert(new, at: place)
            case .move(let ids, let place): try list.move(ids, at: place)
            case .set(let item): try list.change(item.id) { $0 = item }
            }
        }
        return list.ordered
    }
}

/// Applies the changes inside elements, and counts the applied changes.
private struct ElementChanges {
    private let diff: ScreenDiff
    private var visited: Set<String> = []
    private var made = 0

    init(_ diff: ScreenDiff) { self.diff = diff }

    /// Applies the changes to elements, including the elements inside sections.
    mutating func make(in elements: inout [Element]) throws {
        for index in elements.indices {
            let id = elements[index].id
            guard visited.insert(id).inserted else { throw ScreenDiff.Mismatch.repeated(id) }
            if let change = diff.sections[id] {
                guard case .section(var section) = elements[index] else { throw ScreenDiff.Mismatch.no("section", id) }
                try change.apply(to: &section)
                elements[index] = .section(section)
                made += 1
            }
            if let edits = diff.lists[id] {
                guard case .list(let list) = elements[index] else { throw ScreenDiff.Mismatch.no("list", id) }
                elements[index] = .list(try list.applying(edits))
                made += 1
            }
            if let change = diff.forms[id] {
                guard case .form(var form) = elements[index] else { throw ScreenDiff.Mismatch.no("form", id) }
                change.apply(to: &form)
                elements[index] = .form(form)
                made += 1
            }
            if let edits = diff.fields[id] {
                guard case .fields(var fields) = elements[index] else { throw ScreenDiff.Mismatch.no("table", id) }
                try fields.apply(edits)
                elements[index] = .fields(fields)
                made += 1
            }
            if let change = diff.drawings[id] {
                guard case .drawing(var drawing) = elements[index] else { throw ScreenDiff.Mismatch.no("drawing", id) }
                try change.apply(to: &drawing)
                elements[index] = .drawing(drawing)
                made += 1
            }
            if case .section(var section) = elements[index] {
                try make(in: &section.elements)
                elements[index] = .section(section)
            }
        }
    }

    /// Throws an error if the difference changes an element that is not on the screen.
    func verifyAllMade() throws {
        let ids = [
            Array(diff.sections.keys), Array(diff.lists.keys), Array(diff.forms.keys), Array(diff.fields.keys),
            Array(diff.drawings.keys),
        ].joined()
        guard made < ids.count else { return }
        throw ScreenDiff.Mismatch.missing(ids.filter { !visited.contains($0) }.min() ?? "")
    }
}

extension ListElement {
    fileprivate func applying(_ edits: [ScreenDiff.ListEdit]) throws -> ListElement {
        var list = self
        /// The rows as a linked list. The list is made on demand, because many edits do not concern the rows.
        var keyed: KeyedList<Row>?
        func rows() throws -> KeyedList<Row> {
            defer { keyed = nil }
            return try keyed ?? KeyedList(list.rows)
        }
        for edit in edits {
            switch edit {
            case .columns(let columns): list.columns = columns
            case .more(let button): list.more = button
            case .total(let total): list.total = total
            case .select(let action): list.select = action
            case .selected(let id): list.selected = id
            case .hint(let text): list.hint = text
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
        case .all, .columns, .more, .total, .select, .selected, .hint: break
        }
    }
}
