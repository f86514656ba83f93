import FeatureKit

/// What leads a page from one frame to another, as edits that its script makes one after the other.
///
/// | edit | what it does |
/// | --- | --- |
/// | `{"html":…}` | puts parts in the place of those with their ids |
/// | `{"html":…,"into":id,"after":id}` | puts new parts into another, after one of its parts, at the start or the end |
/// | `{"move":id,"into":id,"after":id}` | moves a part |
/// | `{"drop":[id, …]}` | takes parts away |
/// | `{"class":…,"of":id}` | changes the classes of a part |
struct PagePatch: ~Copyable {
    private let old: Screen
    private let new: Screen
    private let templates: Templates
    private var maker: ActionMaker
    private var writer = JSONWriter(capacity: 1024)
    private var isFirst = true

    init(from old: Frame, to new: Frame, maker: ActionMaker, templates: Templates) {
        (self.old, self.new, self.maker, self.templates) = (old.screen, new.screen, maker, templates)
        writer.raw("{\"from\":")
        writer.integer(old.revision)
        writer.raw(",\"to\":")
        writer.integer(new.revision)
        writer.raw(",\"edits\":[")
    }

    /// Returns the patch as JSON.
    consuming func finish() -> [UInt8] {
        writer.raw("]}")
        return writer.bytes
    }

    /// Adds the edits that a difference of the two screens asks for.
    mutating func add(_ diff: ScreenDiff) {
        if diff.title != nil || diff.tone != nil {
            put("title", TitleView(new, of: maker.manifest))
            let tone = ToneView(new.tone).map { " \($0.name)" } ?? ""
            edit { $0.member("{\"class\":", "screen\(tone)", ",\"of\":\"screen\"}") }
        }
        if diff.phase != nil { put("phase", PhaseView(new.phase, maker: &maker)) }
        diff.elements.forEach { add($0) }
        for id in diff.lists.keys.sorted() { add(diff.lists[id] ?? [], of: id) }
        // A page that was loading had no forms, if its browser has no script.
        let hasLoaded = old.phase.isLoading && !new.phase.isLoading
        guard diff.buttons != nil || hasLoaded else { return }
        let own = maker.actions(for: new.buttons, in: "b")
        if diff.buttons != nil { put("presses", PressesView(actions: own.filter { !$0.asks })) }
        put("asks", AsksView(actions: own.filter(\.asks)))
    }

    private mutating func add(_ change: ScreenDiff.ElementEdit) {
        switch change {
        case .all: put("elements", ElementsView(elements: new.elements.map { maker.element($0) }))
        case .remove(let ids): drop(ids.map(PageID.element))
        case .insert(let elements, let place):
            let html = elements.map { templates.render(maker.element($0), as: "element") }.joined()
            insert(html, into: "elements", at: place, PageID.element)
        case .move(let ids, let place): move(ids, into: "elements", at: place, PageID.element)
        case .set(let element): put("element", maker.element(element))
        }
    }

    private mutating func add(_ edits: [ScreenDiff.ListEdit], of id: String) {
        guard let before = old.list(id), let list = new.list(id) else { return }
        let isSame = before.columns == list.columns && (list.columns == nil || before.hasButtons == list.hasButtons)
        guard isSame, !edits.contains(where: \.isWhole) else { return put("element", maker.element(.list(list))) }
        let rows = Dictionary(list.rows.map { ($0.id, $0) }) { first, _ in first }
        let body = PageID.rows(of: list.id)
        func part(_ id: String) -> String { PageID.row(id, in: list.id) }
        for edit in edits {
            switch edit {
            case .remove(let ids): drop(ids.map(part))
            case .insert(let new, let place):
                insert(html(of: new.map(\.id), of: list, rows), into: body, at: place, part)
            case .alike(let new, let place):
                insert(html(of: new.map(\.id), of: list, rows), into: body, at: place, part)
            case .move(let ids, let place): move(ids, into: body, at: place, part)
            case .set(let change): put(html(of: [change.id], of: list, rows))
            case .more: put("more", maker.more(of: list))
            case .all, .columns: break
            }
        }
    }

    private mutating func html(of ids: [String], of list: ListElement, _ rows: [String: Row]) -> String {
        let rows = ids.compactMap { rows[$0] }
        guard list.columns == nil else {
            return maker.lines(rows, in: list).map { templates.render($0, as: "line") }.joined()
        }
        return rows.map { templates.render(maker.row($0, in: list), as: "row") }.joined()
    }

    // MARK: - Edits

    private mutating func put(_ template: String, _ view: some Any) {
        put(templates.render(view, as: template))
    }

    private mutating func put(_ html: String) {
        edit { $0.member("{\"html\":", html, "}") }
    }

    private mutating func insert(
        _ html: String, into body: String, at place: ScreenDiff.Place, _ part: (String) -> String
    ) {
        edit {
            $0.member("{\"html\":", html, ",\"into\":")
            $0.place(in: body, place, part)
        }
    }

    private mutating func move(
        _ ids: [String], into body: String, at place: ScreenDiff.Place, _ part: (String) -> String
    ) {
        var place = place
        for id in ids {
            edit {
                $0.member("{\"move\":", part(id), ",\"into\":")
                $0.place(in: body, place, part)
            }
            place = .after(id)
        }
    }

    private mutating func drop(_ ids: [String]) {
        edit {
            $0.raw("{\"drop\":")
            $0.array(ids) { $0.string($1) }
            $0.raw("}")
        }
    }

    private mutating func edit(_ write: (inout JSONWriter) -> Void) {
        if !isFirst { writer.raw(",") }
        isFirst = false
        write(&writer)
    }
}

/// The elements of a screen.
struct ElementsView {
    let elements: [ElementView]
}

extension Screen {
    fileprivate func list(_ id: String) -> ListElement? {
        for case .list(let list) in elements where list.id == id { return list }
        return nil
    }
}

extension ScreenDiff.ListEdit {
    /// Whether the list is drawn anew as a whole.
    fileprivate var isWhole: Bool {
        switch self {
        case .all, .columns: true
        default: false
        }
    }
}

extension JSONWriter {
    /// Writes where parts come, and ends the edit.
    fileprivate mutating func place(in body: String, _ place: ScreenDiff.Place, _ part: (String) -> String) {
        string(body)
        switch place {
        case .start: raw("}")
        case .end: raw(",\"at\":\"end\"}")
        case .after(let id): member(",\"after\":", part(id), "}")
        }
    }

    fileprivate mutating func member(_ beginning: StaticString, _ text: String, _ end: StaticString) {
        raw(beginning)
        string(text)
        raw(end)
    }
}
