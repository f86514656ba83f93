import FeatureKit

/// The edits of lists and their rows.
extension PagePatch {
    mutating func add(
        _ edits: [ScreenDiff.ListEdit], from old: ListElement, to list: ListElement, _ context: ElementContext
    ) {
        guard !edits.contains(where: \.isWhole), list.isDrawn(like: old) else { return redraw(.list(list), context) }
        maker.place.fragment = context.fragment
        defer { maker.place.fragment = nil }
        let shape = ListShape(list, by: maker)
        let body = PageID.rows(of: list.id)
        func part(_ id: String) -> String { PageID.row(id, in: list.id) }
        func insert(_ ids: [String], at place: ScreenDiff.Place, _ patch: inout PagePatch) {
            patch.writing { patch, maker in
                patch.insert(into: body, at: place, part) { html in
                    var cache = RowCache(for: shape, by: maker)
                    for row in list.rows(ids) { maker.row(row, in: shape, by: &cache, to: &html) }
                }
            }
        }
        for edit in edits {
            switch edit {
            case .remove(let ids): drop(ids.map(part))
            case .insert(let new, let place): insert(new.map(\.id), at: place, &self)
            case .alike(let new, let place): insert(new.map(\.id), at: place, &self)
            case .move(let ids, let place): move(ids, into: body, at: place, part)
            case .set(let change): for row in list.rows([change.id]) { set(change, of: row, in: shape) }
            case .more:
                writing { patch, maker in patch.put { maker.more(of: list, to: &$0) } }
            case .columns: if shape.isTable { putHead(of: list, shape) }
            case .selected(let id): mark(id.map(part), of: body)
            case .all, .total, .select, .hint: break
            }
        }
        if edits.contains(where: \.concernsButtons),
            shape.askerForms(among: maker) != ListShape(old, by: maker).askerForms(among: maker)
        {
            let maker = maker
            put { maker.askers(of: shape, to: &$0) }
        }
        if let caption = CaptionView(list), caption.words != CaptionView(old)?.words { put { $0.caption(caption) } }
        if list.shownHint != old.shownHint {
            let hint = HintView(list, at: maker.place.addresses)
            put { $0.hint(hint) }
        }
    }

    mutating func putHead(of list: ListElement, _ shape: ListShape) {
        writing { patch, maker in patch.put { maker.head(of: list, shape, to: &$0) } }
    }

    /// Replaces a changed row, or only the changed cells if nothing else in the row changes.
    private mutating func set(_ change: ScreenDiff.RowChange, of row: Row, in shape: ListShape) {
        writing { patch, maker in
            guard shape.isTable, maker.isOfCells(change, of: row, in: shape) else {
                var cache = RowCache(for: shape, by: maker)
                return patch.put { maker.row(row, in: shape, by: &cache, to: &$0) }
            }
            var cache = RowCache()
            let address = cache.address(of: row.opens, by: maker)
            for index in shape.columns.indices where change.concerns(shape.columns[index]) {
                patch.put(as: index, of: PageID.row(row.id, in: shape.list.id)) {
                    maker.cell(index, of: row, at: address, in: shape, by: &cache, to: &$0)
                }
            }
        }
    }
}

extension ActionMaker {
    /// Returns whether a change of a row affects only the row's cells.
    ///
    /// A row's forms start with the row's values, so a change of such a value also affects a form.
    fileprivate func isOfCells(_ change: ScreenDiff.RowChange, of row: Row, in shape: ListShape) -> Bool {
        guard change.tone == .kept, change.buttons == nil, change.arguments.isEmpty, change.opens == .kept else {
            return false
        }
        // The row's menu, its dialogs and the button that selects a linked row have names with the row's title.
        let isNamed = row.opens != nil || !row.buttons.isEmpty || shape.hasEditors
        guard change.title == nil || !isNamed else { return false }
        return row.buttons.allSatisfy { button in
            fields(of: button.action).allSatisfy { field in
                button.arguments[field.name] != nil
                    || change.values[field.name] == nil && (field.kind != .reference || change.cells[field.name] == nil)
            }
        }
    }
}

extension ScreenDiff.RowChange {
    /// Returns whether a change affects the row's text in a column.
    fileprivate func concerns(_ column: ListElement.Column) -> Bool {
        switch column.content {
        case .title: title != nil
        case .detail: detail != .kept
        case .value(let name): values[name] != nil || cells[name] != nil
        }
    }
}

extension ListElement {
    /// Returns whether the list and an earlier state of it are equal in everything that affects all rows.
    fileprivate func isDrawn(like old: ListElement) -> Bool {
        guard (columns == nil) == (old.columns == nil), (total == nil) == (old.total == nil), select == old.select
        else {
            return false
        }
        guard let columns, let before = old.columns else { return true }
        return columns.count == before.count && zip(columns, before).allSatisfy { $0.hasCells(of: $1) }
            && hasButtons == old.hasButtons
    }
}

extension ListElement {
    /// Returns the rows with some ids, in the order of the ids.
    fileprivate func rows(_ ids: [String]) -> [Row] {
        // Most edits have one row, so an index of all rows would take longer.
        guard ids.count > 4 else { return ids.compactMap { id in rows.first { $0.id == id } } }
        let index = Dictionary(rows.indices.map { (rows[$0].id, $0) }) { first, _ in first }
        return ids.compactMap { index[$0].map { rows[$0] } }
    }
}

extension ScreenDiff.ListEdit {
    /// Whether the edit can change which dialogs the rows' buttons open.
    fileprivate var concernsButtons: Bool {
        switch self {
        case .set(let change): change.buttons != nil
        case .all, .remove, .insert, .alike: true
        case .move, .more, .columns, .selected, .total, .select, .hint: false
        }
    }

    /// Whether the whole list is rendered anew.
    fileprivate var isWhole: Bool {
        if case .all = self { true } else { false }
    }
}
