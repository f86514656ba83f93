import FeatureKit
import Interaction

/// The edits with which a page's script changes the page of one frame into the page of another frame.
///
/// The script applies the edits in their order.
///
/// | edit | what it does |
/// | --- | --- |
/// | `{"html":…}` | replaces the parts with the same ids |
/// | `{"html":…,"into":id,"after":id}` | inserts parts inside the part `into`: after a part, or at the start or end |
/// | `{"html":…,"child":n,"of":id}` | replaces the nth child of the part `of` |
/// | `{"move":id,"into":id,"after":id}` | moves a part to a position inside the part `into` |
/// | `{"drop":[id, …]}` | removes parts |
/// | `{"class":…,"of":id}` | changes the classes of a part |
/// | `{"current":id,"of":id}` | marks one part inside the part `of` as current; no part if the id is empty |
///
/// The member `place` beside the edits is the address of the shown place, if it has changed.
///
/// Removals come first. An element that moves to another section is removed and then inserted again with the
/// same id. If the removal came later, it would remove the inserted part.
struct PagePatch: ~Copyable {
    let old: Screen
    let new: Screen
    var maker: ActionMaker
    /// The ids of elements that are replaced as a whole, and of the elements inside them.
    var redrawn: Set<String> = []
    private var writer = JSONWriter(capacity: 1024)
    private var isFirst = true

    init(from old: Frame, to new: Frame, maker: ActionMaker) {
        (self.old, self.new, self.maker) = (old.screen, new.screen, maker)
        self.maker.show(new.screen)
        writer.raw("{\"from\":")
        writer.integer(old.revision)
        writer.raw(",\"to\":")
        writer.integer(new.revision)
        writer.raw(",\"edits\":[")
    }

    /// The patch as JSON.
    consuming func finish() -> [UInt8] {
        writer.raw("]")
        if old.address != new.address { writer.member(",\"place\":", maker.place.addresses.shownPlace, "") }
        writer.raw("}")
        return writer.bytes
    }

    /// Adds the edits for the difference between two screens.
    mutating func add(_ diff: ScreenDiff) {
        if diff.title != nil || diff.tone != nil {
            let title = TitleView(new, of: maker.manifest)
            put { $0.title(title) }
            let tone = ToneView(new.tone).map { " \($0.name)" } ?? ""
            edit { $0.member("{\"class\":", "screen\(tone)", ",\"of\":\"screen\"}") }
        }
        if diff.up != .kept || diff.title != nil {
            let up = UpView(new, maker: maker)
            put { $0.up(up) }
        }
        if diff.summary != .kept {
            let summary = SummaryView(new)
            put { $0.summary(summary) }
        }
        if diff.phase != nil {
            let phase = PhaseView(new.phase, maker: &maker)
            put { $0.phase(phase) }
        }
        let isAtEnd = maker.endsWithButtons(new)
        if maker.endsWithButtons(old) != isAtEnd {
            move([PressesView.own, "asks"], into: isAtEnd ? "end" : "top", at: .end) { $0 }
        }
        addElements(diff)
        addAddresses()
        if !diff.keepsSurroundings { addDependents() }
        // A loading page has no forms, because a browser without script reloads it.
        let hasLoaded = old.phase.isLoading && !new.phase.isLoading
        // The questions of a record's buttons name the record.
        let hasNewKeys = diff.buttons != nil || old.hasRowButtons(in: old.lists) != new.hasRowButtons(in: new.lists)
        guard hasNewKeys || hasLoaded || old.recordTitle != new.recordTitle else { return }
        let own = maker.ownActions(of: new)
        if hasNewKeys {
            put { $0.presses(PressesView(own)) }
            addSteps(StepsView(own))
        }
        put { $0.asks(AsksView(actions: own.filter(\.asks))) }
    }

    private mutating func addSteps(_ steps: StepsView?) {
        let wereThere = StepsView(maker.ownActions(of: old)) != nil
        guard let steps else { return wereThere ? drop([StepsView.id]) : () }
        if wereThere {
            put { $0.steps(steps) }
        } else {
            insert(into: "top", at: .after(PageID.title), { $0 }, { $0.steps(steps) })
        }
    }

    // MARK: - Edits

    mutating func put(_ write: (inout HTML) -> Void) {
        edit {
            $0.raw("{\"html\":")
            $0.html(write)
            $0.raw("}")
        }
    }

    mutating func put(as index: Int, of id: String, _ write: (inout HTML) -> Void) {
        edit {
            $0.raw("{\"html\":")
            $0.html(write)
            $0.raw(",\"child\":")
            $0.integer(index)
            $0.member(",\"of\":", id, "}")
        }
    }

    mutating func insert(
        into body: String, at place: ScreenDiff.Place, _ part: (String) -> String, _ write: (inout HTML) -> Void
    ) {
        edit {
            $0.raw("{\"html\":")
            $0.html(write)
            $0.raw(",\"into\":")
            $0.place(in: body, place, part)
        }
    }

    mutating func move(_ ids: [String], into body: String, at place: ScreenDiff.Place, _ part: (String) -> String) {
        var place = place
        for id in ids {
            edit {
                $0.member("{\"move\":", part(id), ",\"into\":")
                $0.place(in: body, place, part)
            }
            place = .after(id)
        }
    }

    mutating func drop(_ ids: [String]) {
        edit {
            $0.raw("{\"drop\":")
            $0.array(ids) { $0.string($1) }
            $0.raw("}")
        }
    }

    mutating func mark(_ id: String?, of body: String) {
        edit {
            $0.member("{\"current\":", id ?? "", ",\"of\":")
            $0.string(body)
            $0.raw("}")
        }
    }

    private mutating func edit(_ write: (inout JSONWriter) -> Void) {
        if !isFirst { writer.raw(",") }
        isFirst = false
        write(&writer)
    }
}

extension JSONWriter {
    /// Writes the target and the position of inserted or moved parts, and closes the JSON object of the edit.
    fileprivate mutating func place(in body: String, _ place: ScreenDiff.Place, _ part: (String) -> String) {
        string(body)
        switch place {
        case .start: raw("}")
        case .end: raw(",\"at\":\"end\"}")
        case .after(let id): member(",\"after\":", part(id), "}")
        }
    }

    /// Writes a text between two pieces of JSON.
    mutating func member(_ beginning: StaticString, _ text: String, _ end: StaticString) {
        raw(beginning)
        string(text)
        raw(end)
    }
}
