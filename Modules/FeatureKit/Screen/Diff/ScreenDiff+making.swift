extension ScreenDiff {
    /// Creates the difference between two screens.
    ///
    /// Returns `nil` if the screens are equal.
    public init?(from old: Screen, to new: Screen) {
        self.init()
        if old.title != new.title { title = new.title }
        summary = OptionalChange(from: old.summary, to: new.summary)
        if old.tone != new.tone { tone = new.tone }
        if old.phase != new.phase { phase = new.phase }
        if old.buttons != new.buttons { buttons = new.buttons }
        up = OptionalChange(from: old.up, to: new.up)
        address = OptionalChange(from: old.address, to: new.address)
        elements = compare(old.elements, new.elements)
        // The difference names a changed element only by its id, so the ids must be unique on the whole screen.
        if changesInside, old.repeatsElementIDs || new.repeatsElementIDs {
            (elements, sections, lists, forms) = ([.all(new.elements)], [:], [:], [:])
            (fields, drawings) = ([:], [:])
        }
        if isEmpty { return nil }
    }

    /// Returns the edits that change the old elements into the new ones.
    ///
    /// This method also collects the changes inside elements that are in both arrays.
    private mutating func compare(_ old: [Element], _ new: [Element]) -> [ElementEdit] {
        Self.edits(from: old, to: new) { compare($0, $1) }
    }

    /// Returns the edits that change the old items into the new ones.
    ///
    /// - Parameters:
    ///   - old: The old items.
    ///   - new: The new items.
    ///   - compare: Returns the edit that changes an item that is in both arrays; `nil` if there is none.
    static func edits<Item>(
        from old: [Item], to new: [Item], _ compare: (Item, Item) -> Edit<Item>?
    ) -> [Edit<Item>] {
        guard let arrangement = Rearrangement(from: old, to: new), arrangement.keepsAny || old.isEmpty else {
            return old == new ? [] : [.all(new)]
        }
        var edits: [Edit<Item>] = []
        for step in arrangement.steps {
            switch step {
            case .remove(let places): edits.append(.remove(places.map { old[$0].id }))
            case .insert(let places): edits.append(.insert(Array(new[places]), at: new.place(of: places)))
            case .move(let places): edits.append(.move(new[places].map(\.id), at: new.place(of: places)))
            }
        }
        old.comparingBytes(with: new) { areSame in
            for index in new.indices {
                guard let origin = arrangement.origin(of: index), !areSame(origin, index) else { continue }
                if let edit = compare(old[origin], new[index]) { edits.append(edit) }
            }
        }
        // A rearrangement without steps has not checked whether ids are repeated. If they are, replace all items.
        return arrangement.steps.isEmpty && !edits.isEmpty && old.repeatsIDs ? [.all(new)] : edits
    }

    /// Returns the edit that replaces an element; returns `nil` if the element need not be replaced.
    ///
    /// If changes inside the element are enough, this method collects them instead.
    private mutating func compare(_ old: Element, _ new: Element) -> ElementEdit? {
        switch (old, new) {
        case (.section(let before), .section(let section)):
            let change = SectionChange(elements: compare(before.elements, section.elements), from: before, to: section)
            if !change.isEmpty { sections.updateValue(change, forKey: section.id) }
        case (.list(let before), .list(let list)):
            guard before.bulk == list.bulk else { return .set(new) }
            let edits = Self.edits(from: before, to: list)
            if !edits.isEmpty { lists.updateValue(edits, forKey: list.id) }
        case (.form(let before), .form(let form)):
            guard let change = FormChange(from: before, to: form) else { return .set(new) }
            if !change.isEmpty { forms.updateValue(change, forKey: form.id) }
        case (.fields(let before), .fields(let after)):
            guard let edits = ItemEdit.edits(from: before, to: after) else { return .set(new) }
            if !edits.isEmpty { fields.updateValue(edits, forKey: after.id) }
        case (.drawing(let before), .drawing(let drawing)):
            guard let change = DrawingChange(from: before, to: drawing) else { return .set(new) }
            if !change.isEmpty { drawings.updateValue(change, forKey: drawing.id) }
        default: return old == new ? nil : .set(new)
        }
        return nil
    }

    private static func edits(from old: ListElement, to new: ListElement) -> [ListEdit] {
        var edits = edits(from: old.rows, to: new.rows)
        if old.columns != new.columns { edits.append(.columns(new.columns)) }
        if old.more != new.more { edits.append(.more(new.more)) }
        if old.total != new.total { edits.append(.total(new.total)) }
        if old.select != new.select { edits.append(.select(new.select)) }
        if old.selected != new.selected { edits.append(.selected(new.selected)) }
        if old.hint != new.hint { edits.append(.hint(new.hint)) }
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
        old.comparingBytes(with: new) { areSame in
            // Pointers, because copying the rows takes longer than comparing them.
            old.withUnsafeBufferPointer { old in
                new.withUnsafeBufferPointer { new in
                    for index in new.indices {
                        guard let origin = arrangement.origin(of: index), !areSame(origin, index) else { continue }
                        // The operator `!=` would copy both rows.
                        if old[origin] == new[index] { continue }
                        edits.append(.set(RowChange(from: old[origin], to: new[index])))
                    }
                }
            }
        }
        return arrangement.steps.isEmpty && !edits.isEmpty && old.repeatsIDs ? [.all(new)] : edits
    }

    /// Returns the edits that insert rows.
    ///
    /// Where possible, a row is described by its differences from the row before it.
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
            // Existing rows change only after the insertions. The row before this one therefore still has its old
            // content.
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

extension Screen {
    /// Whether two elements have the same id.
    ///
    /// The two elements may be in different sections.
    fileprivate var repeatsElementIDs: Bool {
        var (ids, repeats): (Set<String>, Bool) = ([], false)
        forEachElement { if !ids.insert($0.id).inserted { repeats = true } }
        return repeats
    }
}

extension Array where Element: Identifiable, Element.ID == String {
    /// Returns the position for a step that inserts or moves these items.
    ///
    /// The earlier steps have already placed all items before them.
    fileprivate func place(of places: Range<Int>) -> ScreenDiff.Place {
        if places.lowerBound == 0 { return .start }
        return places.upperBound == count ? .end : .after(self[places.lowerBound - 1].id)
    }

    /// Whether two items have the same id.
    fileprivate var repeatsIDs: Bool {
        // Pointers, because copying the items would take longer than comparing their ids.
        withUnsafeBufferPointer { items in
            // Many ids are numbers in ascending order, which differ.
            var last = Int.min
            let isAscending = items.indices.allSatisfy { index in
                guard let number = Int(items[index].id), number > last else { return false }
                last = number
                return true
            }
            if isAscending { return false }
            // Equal texts have equal fingerprints. A set of ids would take much longer than sorting these numbers.
            func repeats() -> Bool { Set(items.indices.lazy.map { items[$0].id }).count < items.count }
            var fingerprints: [UInt64] = []
            fingerprints.reserveCapacity(items.count)
            for index in items.indices {
                guard let fingerprint = items[index].id.asciiFingerprint else { return repeats() }
                fingerprints.append(fingerprint)
            }
            fingerprints.sort()
            return !zip(fingerprints, fingerprints.dropFirst()).allSatisfy { $0 < $1 } && repeats()
        }
    }
}

extension String {
    /// A number that is equal for equal texts; `nil` for a text with other characters than those of ASCII.
    ///
    /// Other texts can be equal although their bytes differ.
    fileprivate var asciiFingerprint: UInt64? {
        utf8.withContiguousStorageIfAvailable { bytes in
            bytes.allSatisfy { $0 < 0x80 } ? bytes.fingerprint : nil
        } ?? nil
    }
}
