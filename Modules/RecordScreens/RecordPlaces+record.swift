public import FeatureKit
public import FeatureStorage

extension RecordPlaces {
    /// Draws the page of one record.
    ///
    /// The page has the title, the tone and the buttons of a row, except the buttons for the actions of its forms. The
    /// forms of the buttons begin with the values of the record. Two more buttons lead to the neighbours of the record in
    /// the list, and `Screen.up` links back to the list. Does nothing while the list is shown.
    ///
    /// - Parameters:
    ///   - row: The row that shows the record in the list; `nil` if the record was deleted. The page then says so, and
    ///     links back to the list.
    ///   - elements: The elements of the page, without those that are `nil`.
    public func showRecord(_ row: Row?, _ elements: [Element?]) {
        guard isPage else { return }
        enter()
        stage.screen.tone = row?.tone ?? .plain
        if records.place == .history { return drawHistory() }
        if let misfit = records.shownMisfit { return show(misfit, elements) }
        guard let row else {
            stage.screen.buttons = [bringBack].compactMap(\.self) + steps
            if !isTitled, let title = records.history.first?.titleText(records.fields) { stage.screen.title = title }
            let deleted = Element.placeholder(id: "deleted", "\(stage.screen.title) was deleted.")
            stage.screen.elements = [deleted, linkBack, history].compactMap(\.self)
            return
        }
        isTitled = true
        stage.screen.title = row.title
        stage.screen.elements = elements.compactMap(\.self)
        let formed = Set(stage.screen.forms.map(\.action))
        stage.screen.buttons = row.buttons.filter { !formed.contains($0.action) }.map(filled) + steps
    }

    /// Draws the page of a record that does not fit, with the buttons for what removes it.
    private func show(_ misfit: Misfit, _ elements: [Element?]) {
        isTitled = true
        stage.screen.tone = .warning
        stage.screen.title = misfit.title(records.fields)
        let words = "This record does not fit this version of the feature: \(misfit.reason)."
        stage.screen.elements = ([.text(id: "misfit", words)] + elements).compactMap(\.self)
        let removing = actions.filter { $0.effect == .removes && $0.fields.name(of: .row) != nil }
        stage.screen.buttons = removing.map { Button($0, arguments: misfit.arguments, role: .destructive) } + steps
    }

    /// The values of all fields of the shown record; `nil` if no record is shown alone.
    public var fields: Element? { values(id: "record", of: records.fields) }

    /// Returns a form that edits the shown record in place; `nil` if no record is shown alone.
    ///
    /// The form has the values of the record, and its key and revision, which front ends do not show. The values of the fields that
    /// the action does not have stand above the form.
    ///
    /// A field that a person has not touched follows the record and is not sent. If another person has changed a field
    /// that is touched, the front end asks which value to keep. Front ends show a person without the right to the action
    /// the values of every form, without controls.
    ///
    /// - Parameter action: The action that changes a record, with the effect `edits`.
    public func editor(_ action: Action) -> Element? {
        guard let values = records.shownValues, let identity = records.shownIdentity else { return nil }
        let names = Set(action.fields.map(\.name))
        // A control shows no value that its field refuses.
        let problems = records.shownMisfit?.problems.filter { names.contains($0.key) } ?? [:]
        let shown = records.shownValues(values).merging(identity) { $1 }.filter {
            names.contains($0.key) && problems[$0.key] == nil
        }
        let form = FormElement(id: "record", of: action, values: shown, problems: problems.mapValues { .init($0) })
        guard let rest = self.values(id: "rest", of: records.fields.filter { !names.contains($0.name) }) else {
            return .form(form)
        }
        return .section(id: "editor", elements: [rest, .form(form)])
    }

    /// Returns a strip of values of the shown record, each large below its title; `nil` if no record is shown.
    ///
    /// A field that names another record shows its title, as a link.
    ///
    /// - Parameters:
    ///   - fields: The fields whose values are shown.
    ///   - related: The lists of other features whose lengths follow, each with the title of its feature.
    ///   - items: Further values, such as a sum.
    public func stats(
        _ fields: [any FieldDeclaration], counting related: [Related] = [], and items: [FieldsElement.Item] = []
    ) -> Element? {
        let counts = related.compactMap { records.relatedRecords($0) }.map { list in
            let count = list.count.map { "\($0.count.grouped)\($0.isExact ? "" : "+")" }
            return FieldsElement.Item(label: list.title, value: count ?? "–", opens: list.all)
        }
        let names = fields.map(\.description.name)
        let shown = names.compactMap { name in records.fields.first { $0.name == name } }
        return values(id: "stats", style: .stats, of: shown, and: counts + items)
    }

    /// Returns the values of fields of the shown record; `nil` if no record is shown alone, or if there are no such fields.
    private func values(
        id: String, style: FieldsElement.Style = .table, of fields: [FieldDescription],
        and others: [FieldsElement.Item] = []
    ) -> Element? {
        guard !fields.isEmpty || !others.isEmpty, let values = records.shownValues else { return nil }
        let shown = records.shownValues(values)
        let items = fields.map { field in
            FieldsElement.Item(
                label: field.title, value: shown[field.name]?.shownText(as: field.kind) ?? "–",
                opens: records.link(of: field, values[field.name]))
        }
        return .fields(id: id, items: items + others, style: style)
    }

    /// The newest changes of the shown record; `nil` if there are none.
    ///
    /// A button takes back what a change did to the record. If a later change prevents this, buttons bring back the older
    /// values of single fields instead.
    ///
    /// It needs `RecordHistory.undo` in the manifest.
    public var history: Element? {
        guard !records.history.isEmpty else { return nil }
        let (fields, redos) = (records.fields, records.history.redos)
        let rows = zip(records.history, records.worded).map { entry, worded in
            Row(
                id: "\(entry.number)", title: worded.sentence(fields, isRedo: redos.contains(entry.change)),
                detail: entry.timeText,
                buttons: buttons(for: entry))
        }
        return .section(id: "history", title: "History", elements: [historyList(rows)])
    }

    private func historyList(_ rows: [Row]) -> Element {
        let more = records.hasOlderHistory ? records.more.map { Button($0) } : nil
        return .list(id: "changes", rows: rows, more: more)
    }

    /// Draws the changes of all records, the newest first, each with a button that takes it back.
    ///
    /// Without the action `RecordHistory.undo` in the manifest, there are no such buttons.
    private func drawHistory() {
        stage.screen.title = "History"
        stage.screen.buttons = records.showsHistory ? [RecordDetail.undoButton] : []
        let possible = records.showsHistory ? records.history.undoableRecords() : [:]
        let redos = records.history.redos
        let rows = records.worded.byChange.map { entries in
            let undo = RecordHistory.button(
                of: entries[0].change, for: possible[entries[0].change]?.count ?? 0, among: Set(entries.map(\.id)).count
            )
            return Row(
                id: "\(entries[0].change)",
                title: entries.sentence(
                    records.fields, titles: records.historyTitles, of: records.name,
                    isRedo: redos.contains(entries[0].change)),
                detail: entries[0].timeText, buttons: [undo].compactMap(\.self),
                opens: entries.count > 1 || entries[0].id.isEmpty ? nil : link(to: entries[0].id))
        }
        let empty = Element.placeholder(id: "unchanged", "Nothing has changed yet.")
        stage.screen.elements = [rows.isEmpty ? empty : historyList(rows)]
    }

    /// The button that brings back the record if it was removed; `nil` if it was not.
    private var bringBack: Button? {
        guard records.showsHistory, records.isShownRecordDeleted, let last = records.history.first,
            last.operation == .removed
        else { return nil }
        return Button(RecordHistory.undo, title: "Bring back", arguments: part(of: last))
    }

    /// The arguments that take back what a change did to one record.
    private func part(of entry: HistoryEntry) -> [String: FieldValue] {
        [
            RecordHistory.change.description.name: .integer(Int(entry.change)),
            RecordHistory.record.description.name: .text(entry.id),
        ]
    }

    /// Returns the buttons of an entry of the shown record's history.
    private func buttons(for entry: HistoryEntry) -> [Button] {
        guard let values = records.shownValues else { return [] }
        let part = part(of: entry)
        if entry.canBeUndone(in: values) { return [Button(RecordHistory.undo, arguments: part)] }
        let lost = entry.lostFields(in: values, among: records.fields)
        return lost.map { field in
            Button(
                RecordHistory.undo, title: lost.count == 1 ? "Bring back" : "Bring back \(field.title)",
                arguments: part.merging([RecordHistory.field.description.name: .text(field.name)]) { $1 })
        }
    }

    /// The buttons that lead to the neighbours of the shown record.
    private var steps: [Button] { records.shownID.map(RecordDetail.steps) ?? [] }

    /// Goes from a record to its neighbour in the list; says so if there is none.
    ///
    /// - Parameter id: The key of the record; `nil` for the record that is shown.
    func go(_ step: RecordDetail.Step, from id: String?) async throws {
        guard let id = try await records.neighbour(of: id, isNext: step == .next) else {
            let place = step == .next ? "after" : "before"
            return stage.announce(Notice("There are no \(records.name) \(place) this one in the list."))
        }
        if isCopy { await records.show(.record(id)) } else { stage.open(link(to: id)) }
    }

    /// The link back to the list; `nil` if the list has no title.
    var linkBack: Element? {
        header.title.isEmpty ? nil : stage.screen.up.map { .link(id: "list", "Back to \(header.title)", opens: $0) }
    }

    /// Lets a button's form begin with the values of the record, as the form of a row's button does.
    private func filled(_ button: Button) -> Button {
        var button = button
        let shown = records.shownValues(records.shownValues ?? [:])
        for field in actions.first(where: { $0.name == button.action })?.fields ?? []
        where button.arguments[field.name] == nil && button.values[field.name] == nil {
            button.values[field.name] = shown[field.name]
        }
        return button
    }
}
