import FeatureKit

/// Makes the views of the buttons and elements on a session's page.
///
/// A part keeps its id as long as it shows the same button, row or element, so an update finds the part by its id.
struct ActionMaker {
    let manifest: FeatureManifest
    var place: FormPlace
    /// The parts of the shown screen on which the views of other parts depend.
    private(set) var surroundings = Surroundings()

    /// Makes all further views for a screen.
    mutating func show(_ screen: Screen) {
        place.addresses.show(screen)
        surroundings = Surroundings(screen)
    }

    /// Returns whether the buttons of a screen follow its elements.
    ///
    /// A person fills in a form that is sent on change, and then presses a button of the screen.
    func endsWithButtons(_ screen: Screen) -> Bool {
        screen.forms.contains { $0.submits == .change && !place.addresses.isBrowsing($0.action) }
    }

    /// Makes the view of a button.
    ///
    /// - Parameters:
    ///   - button: The button.
    ///   - id: The prefix of the control ids.
    ///   - values: The initial values of the button's form, such as a row's values. A person then enters only changes.
    ///   - row: The title of the button's row; `nil` for a button outside a row.
    mutating func action(
        for button: Button, id: String, beginningWith values: [String: FieldValue] = [:], of row: String? = nil
    ) -> ActionView {
        ActionView(
            button, id: id, fields: fields(of: button.action), values: values, of: row, on: surroundings.record,
            place: &place)
    }

    /// Makes the view of a button that performs its action at once and asks for no fields.
    mutating func press(_ button: Button, id: String) -> ActionView {
        ActionView(button, id: id, fields: [], values: [:], place: &place)
    }

    /// Returns the fields of an action.
    func fields(of action: String) -> [FieldDescription] { manifest.action(named: action)?.fields ?? [] }

    /// Makes the views of several buttons.
    mutating func actions(
        for buttons: [Button], in place: String, beginningWith values: [String: FieldValue] = [:], of row: String? = nil
    ) -> [ActionView] {
        buttons.indices.map { index in
            action(
                for: buttons[index], id: PageID.button(index, of: buttons, in: place), beginningWith: values, of: row)
        }
    }

    /// Makes the view of an element.
    mutating func element(_ element: Element, in context: ElementContext = ElementContext()) -> ElementView {
        let outer = place.fragment
        place.fragment = context.fragment
        defer { place.fragment = outer }
        return ElementView(id: PageID.element(element.id), content: content(of: element, context))
    }

    private mutating func content(of element: Element, _ context: ElementContext) -> Any? {
        switch element {
        case .text(let text):
            return TextView(
                template: text.style == .code ? "code" : "text", style: text.style.rawValue, words: text.text)
        case .link(let link): return self.link(link)
        case .placeholder(let placeholder):
            // The form of the button is elsewhere on the page.
            var maker = self
            let primary = surroundings.primary.flatMap { primary in
                place.addresses.isSearched ? nil : maker.action(for: primary.button, id: primary.id)
            }
            return PlaceholderView(words: placeholder.text, primary: primary.flatMap { $0.asks ? $0 : nil })
        case .fields(let fields):
            return FieldsView(
                id: PageID.items(of: fields.id), style: fields.style == .table ? nil : fields.style.rawValue,
                items: fields.items.map(item))
        case .section(let section): return self.section(section, context)
        case .form(let form): return self.form(form, context)
        case .unknown(let unknown):
            guard unknown.shownText != nil || !unknown.elements.isEmpty else { return nil }
            return GroupView(
                text: unknown.shownText.map { TextView(style: "body", words: $0) },
                elements: unknown.elements.map { self.element($0, in: context) })
        case .list(let list):
            guard list.columns != nil else {
                return ListView(
                    id: PageID.rows(of: list.id), heading: context.heading, caption: CaptionView(list),
                    rows: list.rows.map { row($0, in: list) }, hint: HintView(list, at: place.addresses),
                    more: more(of: list))
            }
            let shape = TableShape(list)
            return TableView(
                id: PageID.rows(of: list.id), heading: context.heading, caption: CaptionView(list),
                head: head(of: list, shape), lines: list.rows.map { line($0, in: list, shape) },
                hint: HintView(list, at: place.addresses),
                more: more(of: list))
        }
    }

    // MARK: - Sections and forms

    private mutating func section(_ section: SectionElement, _ context: ElementContext) -> SectionView {
        SectionView(
            heading: heading(of: section.id, section.title ?? (section.layout == .folded ? "More" : nil), context),
            isFolded: section.layout == .folded, tabs: section.layout == .tabs ? tabs(of: section) : nil,
            parts: parts(of: section, context), presses: presses(of: section))
    }

    /// Makes the view of a section's elements.
    mutating func parts(of section: SectionElement, _ context: ElementContext) -> PartsView {
        let style: String? =
            switch section.layout {
            case .columns: "columns"
            case .tabs: "panels"
            case .stack, .folded: nil
            }
        return PartsView(
            id: PageID.parts(of: section.id), style: style,
            elements: section.elements.map { element($0, in: context.inside(section, $0)) })
    }

    /// Makes the heading of an element; `nil` if the element has no heading text.
    func heading(of id: String, _ words: String?, _ context: ElementContext) -> HeadingView? {
        words.map { HeadingView(id: PageID.heading(of: id), level: min(context.level, 6), words: $0) }
    }

    /// Makes the tab links of a section.
    func tabs(of section: SectionElement) -> TabsView {
        TabsView(id: PageID.tabs(of: section.id), label: section.title ?? "Tabs", tabs: section.tabs)
    }

    /// Makes the buttons of a section.
    mutating func presses(of section: SectionElement) -> PressesView {
        let id = PageID.presses(of: section.id)
        return PressesView(id: id, actions: actions(for: section.buttons, in: id))
    }

    /// Makes the view of a form element.
    mutating func form(_ form: FormElement, _ context: ElementContext) -> PlacedFormView {
        let action = manifest.action(named: form.action)
        return place.form(
            form, fields: action?.fields ?? [], without: surroundings.fieldsLeftOut(byFormsOf: action),
            submit: action?.title ?? form.action,
            heading: heading(of: form.id, form.title, context), nearestHeading: context.heading)
    }

    /// Makes the view of a label with its value.
    func item(_ item: FieldsElement.Item) -> ItemView {
        ItemView(
            label: item.label, value: item.value, tone: ToneView(item.tone), detail: item.detail,
            address: address(of: item.opens))
    }

    /// Makes the view of a link.
    ///
    /// Only places of this host and pages of the web are linked.
    private func link(_ link: LinkElement) -> LinkView {
        switch link.opens {
        case .feature(let place): LinkView(words: link.title, address: address(of: place))
        case .web: LinkView(words: link.title, address: link.opens.webAddress, isOutside: true)
        }
    }

    /// Returns the address of a link; `nil` if clients of this host cannot open it.
    func address(of link: FeatureLink?) -> String? { link.flatMap(place.addresses.address) }

    // MARK: - Lists

    /// Makes the header row of a table.
    mutating func head(of list: ListElement, _ shape: TableShape) -> HeadView {
        let id = PageID.head(of: list.id)
        let columns = shape.columns.indices.map { index in
            let column = shape.columns[index]
            // The third press of a heading ends the order.
            let address = column.sort.flatMap { sort in
                column.sorted == .down ? place.addresses.address(without: sort) : place.addresses.address(of: sort)
            }
            return HeadView.Column(
                title: column.title, isNumeric: shape.isNumeric[index],
                order: column.sorted.map { $0 == .up ? "ascending" : "descending" },
                sign: column.sorted.map { $0 == .up ? "▲" : "▼" },
                address: address,
                sort: address == nil ? column.sort.map { press($0, id: "\(id):\(index)") } : nil)
        }
        return HeadView(id: id, columns: columns, hasActions: shape.hasActions)
    }

    /// Makes the view of the button that loads more rows of a list.
    mutating func more(of list: ListElement) -> MoreView {
        let id = PageID.more(of: list.id)
        return MoreView(id: id, action: list.more.map { action(for: $0, id: "\(id):\($0.action)") })
    }

    /// Makes the view of a row in a list.
    mutating func row(_ row: Row, in list: ListElement) -> RowView {
        let id = PageID.row(row.id, in: list.id)
        let address = address(of: row.opens)
        let select = list.select.map { name in
            place.address(of: Button(action: name, title: "", arguments: ["id": .text(row.id)]))
        }
        return RowView(
            id: id, title: row.title, detail: row.detail, tone: ToneView(row.tone), address: address,
            pick: address == nil ? select : nil,
            choose: address == nil ? nil : select.map { ChooseView(address: $0, label: row.title) },
            isSelected: list.selected == row.id,
            buttons: RowButtons(
                actions(for: row.buttons, in: id, beginningWith: row.values, of: row.title), of: row.title, in: id))
    }

    /// Makes the view of a row in a table.
    mutating func line(_ row: Row, in list: ListElement, _ shape: TableShape) -> LineView {
        LineView(self.row(row, in: list), of: row, in: shape)
    }

    /// Makes the view of a notice, with its button and its link.
    mutating func notice(_ notice: Notice) -> NoticeView {
        var view = NoticeView(notice)
        view.opens = address(of: notice.opens)
        view.action = notice.button.map { button in
            let preset = button.arguments.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
            let name = ([button.action] + preset).joined(separator: " ").percentEncoded
            return action(for: button, id: "notice:\(name)")
        }
        return view
    }

    /// Returns the typed texts in the order of the fields.
    func typed(_ refusedForm: RefusedForm) -> [FieldsElement.Item] {
        refusedForm.items(of: manifest.action(named: refusedForm.action)?.fields ?? [])
    }

    /// Returns the error messages in the order of the fields.
    func errors(of refusedForm: RefusedForm) -> [ErrorView] {
        let fields = fields(of: refusedForm.action).filter { refusedForm.preset[$0.name] == nil }
        return refusedForm.refusal.map {
            ErrorView.list($0, fields: fields, preset: refusedForm.preset.keys, of: manifest)
        } ?? []
    }
}
