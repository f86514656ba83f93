import FeatureKit

extension PagePatch {
    /// Adds the edits of all elements: the screen's direct elements and the elements of sections.
    mutating func addElements(_ diff: ScreenDiff) {
        drop(from: diff.elements)
        for id in diff.sections.keys.sorted() { drop(from: diff.sections[id]?.elements ?? []) }
        if diff.elements.isEmpty, !diff.changesInside { return }
        for change in diff.elements { add(change, in: PartsView.all, of: new.elements) { _ in ElementContext() } }
        guard diff.changesInside else { return }
        let (before, after) = (ElementIndex(old), ElementIndex(new))
        for id in diff.sections.keys.sorted() where !redrawn.contains(id) {
            guard let change = diff.sections[id], let old = before.section(id), let new = after.section(id) else {
                continue
            }
            add(change, from: old, to: new, after.context(of: id))
        }
        for section in after.tabbed where !redrawn.contains(section.id) {
            if let old = before.section(section.id), old.layout == .tabs, old.tabs != section.tabs {
                let tabs = maker.tabs(of: section)
                put { $0.tabs(tabs) }
            }
        }
        for id in diff.lists.keys.sorted() where !redrawn.contains(id) {
            guard let edits = diff.lists[id], let old = before.list(id), let new = after.list(id) else { continue }
            add(edits, from: old, to: new, after.context(of: id))
        }
        for id in diff.forms.keys.sorted() where !redrawn.contains(id) {
            guard let change = diff.forms[id], let old = before.form(id), let new = after.form(id) else { continue }
            add(change, from: old, to: new, after.context(of: id))
        }
        for id in diff.fields.keys.sorted() where !redrawn.contains(id) {
            for edit in diff.fields[id] ?? [] {
                let maker = maker
                put(as: edit.at, of: PageID.items(of: id)) { maker.item(edit.item, to: &$0) }
            }
        }
        for id in diff.drawings.keys.sorted() where !redrawn.contains(id) {
            guard let change = diff.drawings[id], let new = after.drawing(id) else { continue }
            if change.alt != nil { put { $0.words(about: new) } }
            add(change.shapes, to: new, after.context(of: id))
        }
    }

    /// Adds the edits of the shapes of a drawing, in its picture and in its list.
    private mutating func add(_ edits: [ScreenDiff.ShapeEdit], to drawing: DrawingElement, _ context: ElementContext) {
        if edits.contains(where: \.replacesAll) { return redraw(.drawing(drawing), context) }
        maker.place.fragment = context.fragment
        defer { maker.place.fragment = nil }
        let (picture, list) = (PageID.drawing(drawing.id), PageID.shapes(of: drawing.id))
        func part(_ id: String) -> String { PageID.shape(id, in: drawing.id) }
        func listed(_ id: String) -> String { PageID.listed(id, in: drawing.id) }
        let maker = maker
        for edit in edits {
            switch edit {
            case .all: break
            case .remove(let ids): drop(ids.map(part) + ids.map(listed))
            case .insert(let shapes, let place):
                insert(into: picture, at: place, part) { for each in shapes { $0.shape(each, of: drawing) } }
                insert(into: list, at: place, listed) {
                    for each in shapes { maker.listed(each, of: drawing, to: &$0) }
                }
            case .move(let ids, let place):
                move(ids, into: picture, at: place, part)
                move(ids, into: list, at: place, listed)
            case .set(let shape):
                put {
                    $0.shape(shape, of: drawing)
                    maker.listed(shape, of: drawing, to: &$0)
                }
            }
        }
    }

    /// Adds the edits of the addresses that contain the options of the shown place.
    ///
    /// Such addresses are in the headings of tables and in forms that show another place.
    mutating func addAddresses() {
        guard old.address != new.address else { return }
        let (before, after) = (ElementIndex(old), ElementIndex(new))
        let addresses = maker.place.addresses
        for list in new.lists where !redrawn.contains(list.id) && before.list(list.id)?.columns != nil {
            let sorts = (list.columns ?? []).compactMap(\.sort)
            guard sorts.contains(where: { addresses.address(of: $0) != nil }) else { continue }
            putHead(of: list, ListShape(list, by: maker))
        }
        var earlier = addresses
        earlier.show(old)
        for form in new.forms where !redrawn.contains(form.id) && before.form(form.id) != nil {
            let fields = maker.fields(of: form.action)
            guard let options = addresses.options(changedBy: fields, of: form.action) else { continue }
            let context = after.context(of: form.id)
            if !addresses.isShared,
                earlier.texts(without: options).map(\.text) != addresses.texts(without: options).map(\.text)
            {
                redraw(.form(form), context)
            } else if earlier.unsearched != addresses.unsearched || earlier.isSearched != addresses.isSearched,
                let clear = maker.form(form, context).clear
            {
                put { $0.clear(clear) }
            }
        }
    }

    /// Adds the edits of the elements that depend on other parts of the screen.
    mutating func addDependents() {
        let earlier = Surroundings(old)
        guard earlier != maker.surroundings else { return }
        let (before, after) = (ElementIndex(old), ElementIndex(new))
        for form in new.forms where !redrawn.contains(form.id) && before.form(form.id) != nil {
            let action = maker.manifest.action(named: form.action)
            let hidden = maker.surroundings.fieldsLeftOut(byFormsOf: action)
            if earlier.fieldsLeftOut(byFormsOf: action) != hidden { redraw(.form(form), after.context(of: form.id)) }
        }
        if earlier.record != maker.surroundings.record {
            for section in after.sections where !redrawn.contains(section.id) && before.section(section.id) != nil {
                let presses = maker.presses(of: section, after.context(of: section.id))
                put { $0.presses(presses) }
            }
        }
        guard earlier.primary != maker.surroundings.primary else { return }
        for placeholder in after.placeholders where !redrawn.contains(placeholder.id) {
            redraw(.placeholder(placeholder), after.context(of: placeholder.id))
        }
    }

    private mutating func drop(from edits: [ScreenDiff.ElementEdit]) {
        for case .remove(let ids) in edits { drop(ids.map(PageID.element)) }
    }

    private mutating func add(
        _ change: ScreenDiff.ElementEdit, in parts: PartsView, of all: [Element],
        _ context: (Element) -> ElementContext
    ) {
        switch change {
        case .remove: break
        case .all:
            writing { patch, maker in patch.put { maker.parts(parts, all, to: &$0, in: context) } }
        case .insert(let elements, let place):
            writing { patch, maker in
                patch.insert(into: parts.id, at: place, PageID.element) { html in
                    for each in elements { maker.element(each, in: context(each), to: &html) }
                }
            }
        case .move(let ids, let place): move(ids, into: parts.id, at: place, PageID.element)
        case .set(let element):
            writing { patch, maker in patch.put { maker.element(element, in: context(element), to: &$0) } }
        }
    }

    mutating func redraw(_ element: Element, _ context: ElementContext) {
        writing { patch, maker in patch.put { maker.element(element, in: context, to: &$0) } }
        note(element)
    }

    /// Adds edits with a copy of the maker, and keeps the copy.
    mutating func writing(_ add: (inout PagePatch, inout ActionMaker) -> Void) {
        var copy = maker
        add(&self, &copy)
        maker = copy
    }

    private mutating func note(_ element: Element) {
        redrawn.insert(element.id)
        if case .section(let section) = element { section.elements.forEach { note($0) } }
    }

    // MARK: - Sections and forms

    private mutating func add(
        _ change: ScreenDiff.SectionChange, from old: SectionElement, to new: SectionElement, _ context: ElementContext
    ) {
        guard old.layout == new.layout, (old.title == nil) == (new.title == nil) else {
            return redraw(.section(new), context)
        }
        if old.title != new.title, let heading = maker.heading(of: new.id, new.title, context) {
            put { $0.heading(heading) }
        }
        if !change.elements.isEmpty {
            let parts = PartsView(new)
            for edit in change.elements {
                add(edit, in: parts, of: new.elements) { context.inside(new, $0) }
            }
        }
        if change.buttons != nil {
            let presses = maker.presses(of: new, context)
            put { $0.presses(presses) }
        }
    }

    private mutating func add(
        _ change: ScreenDiff.FormChange, from old: FormElement, to new: FormElement, _ context: ElementContext
    ) {
        guard old.title == new.title else { return redraw(.form(new), context) }
        let changed = Set(change.values.keys).union(change.problems.keys).union(change.choices.keys)
            .union(old.disabled.symmetricDifference(new.disabled))
        maker.place.fragment = context.fragment
        defer { maker.place.fragment = nil }
        let form = maker.form(new, context)
        for field in form.fields where changed.contains(field.name) { put { $0.field(field) } }
        if change.enabled != nil { put { $0.submit(form.submit) } }
    }
}

extension ActionMaker {
    /// Makes the buttons of a section in a context.
    fileprivate mutating func presses(of section: SectionElement, _ context: ElementContext) -> PressesView {
        place.fragment = context.fragment
        defer { place.fragment = nil }
        return presses(of: section)
    }
}
