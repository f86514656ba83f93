import FeatureKit
import Interaction

/// The elements of a screen.
extension ActionMaker {
    /// Writes an element.
    mutating func element(_ element: Element, in context: ElementContext = ElementContext(), to html: inout HTML) {
        let outer = place.fragment
        place.fragment = context.fragment
        defer { place.fragment = outer }
        html.element("div") { html in
            html.attribute("class", "element")
            html.attribute("id", PageID.element(element.id))
            content(of: element, context, to: &html)
        }
    }

    private mutating func content(of element: Element, _ context: ElementContext, to html: inout HTML) {
        switch element {
        case .text(let text): html.text(text.text, style: text.style)
        case .link(let link): html.link(link.title, to: link.opens, at: place.addresses)
        case .placeholder(let placeholder): html.placeholder(placeholder.text, primary: primaryDialog)
        case .progress(let progress): html.progress(progress)
        case .chart(let chart): html.chart(chart)
        case .image(let image): html.image(image)
        case .drawing(let drawing): self.drawing(drawing, to: &html)
        case .fields(let fields):
            html.element("dl") { html in
                html.attribute("id", PageID.items(of: fields.id))
                html.attribute("class", fields.style == .table ? nil : fields.style.rawValue)
                for item in fields.items { self.item(item, to: &html) }
            }
        case .section(let section): self.section(section, context, to: &html)
        case .form(let form): html.form(self.form(form, context))
        case .list(let list): self.list(list, context, to: &html)
        case .unknown(let unknown):
            if let text = unknown.shownText { html.text(text, style: .body) }
            for each in unknown.elements { self.element(each, in: context, to: &html) }
        }
    }

    /// The dialog of the screen's primary button, which may end a lack of content; `nil` if there is none.
    private var primaryDialog: ActionView? {
        guard let primary = surroundings.primary, !place.addresses.isSearched else { return nil }
        // The dialog itself is elsewhere on the page.
        var maker = self
        let view = maker.action(for: primary.button, id: primary.id)
        return view.asks ? view : nil
    }

    /// Writes a label with its value.
    func item(_ item: FieldsElement.Item, to html: inout HTML) {
        let tone = ToneView(item.tone)
        html.element("div") { html in
            html.attribute("class", tone?.name)
            html.element("dt") { $0.words(item.label) }
            html.element("dd") { html in
                html.tone(tone)
                html.words(item.value, linkedTo: address(of: item.opens))
                if let trend = Trend(item.trend) { html.trend(trend) }
                guard let detail = item.detail else { return }
                html.markup(" ")
                html.detail(detail)
            }
        }
    }

    // MARK: - Sections and forms

    private mutating func section(_ section: SectionElement, _ context: ElementContext, to html: inout HTML) {
        let isFolded = section.layout == .folded
        let heading = heading(of: section.id, section.title ?? (isFolded ? "More" : nil), context)
        func content(_ maker: inout ActionMaker, _ html: inout HTML) {
            maker.parts(of: section, context, to: &html)
            html.presses(maker.presses(of: section))
        }
        if isFolded {
            html.element("details") { html in
                html.attribute("class", "folded")
                html.element("summary") { html in
                    if let heading { html.heading(heading) }
                }
                content(&self, &html)
            }
        } else {
            html.element("section") { html in
                html.attribute("aria-labelledby", heading?.id)
                if let heading { html.heading(heading) }
                if section.layout == .tabs { html.tabs(tabs(of: section)) }
                content(&self, &html)
            }
        }
    }

    /// Writes the elements of a section.
    mutating func parts(of section: SectionElement, _ context: ElementContext, to html: inout HTML) {
        parts(PartsView(section), section.elements, to: &html) { context.inside(section, $0) }
    }

    /// Writes a group of elements.
    mutating func parts(
        _ view: PartsView, _ elements: [Element], to html: inout HTML, in context: (Element) -> ElementContext
    ) {
        html.element("div") { html in
            html.attribute("id", view.id)
            html.attribute("class", view.style)
            for each in elements { element(each, in: context(each), to: &html) }
        }
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
            submit: action?.submitTitle ?? form.action,
            heading: heading(of: form.id, form.title, context), nearestHeading: context.heading)
    }
}

extension HTML {
    /// Writes a title with a bar; the bar of an unknown progress moves.
    mutating func bar(_ title: String, percent: Int?) {
        element("label") { html in
            html.words(title)
            html.text(" ")
            html.element("progress") { html in
                html.attribute("max", "100")
                html.attribute("value", percent)
            }
        }
    }

    /// Writes a bar with its title and the text about it.
    fileprivate mutating func progress(_ progress: ProgressElement) {
        bar(progress.title, percent: progress.percent)
        guard let message = progress.message ?? progress.percent.map({ "\($0) %" }) else { return }
        markup(" ")
        detail(message)
    }

    /// Writes an image of this host, or else its text.
    fileprivate mutating func image(_ image: ImageElement) {
        guard let address = image.file.address else { return text(image.words, style: .body) }
        void("img") { html in
            html.attribute("src", address)
            html.attribute("alt", image.alt)
        }
    }

    fileprivate mutating func text(_ words: String, style: TextElement.Style) {
        if style == .code {
            element("pre") { html in
                html.attribute("class", "code")
                // Lines that are too long scroll, because broken lines would tear drawings.
                html.attribute("tabindex", "0")
                html.words(words)
            }
        } else {
            element("p") { html in
                html.attribute("class", style.rawValue)
                html.words(words)
            }
        }
    }

    /// Writes a text that stands for missing content, and a button that opens a dialog which may end the lack.
    fileprivate mutating func placeholder(_ words: String, primary: ActionView?) {
        element("p") { html in
            html.attribute("class", "placeholder")
            html.words(words)
        }
        guard let primary else { return }
        element("p") { html in
            html.attribute("class", "placeholder")
            html.element("button") { html in
                html.attribute("type", "button")
                html.attribute("class", "primary")
                html.attribute("popovertarget", primary.id, "+d")
                html.attribute("aria-haspopup", "dialog")
                html.words(primary.label)
                html.markup("…")
            }
        }
    }

    /// Writes a link, which leads only to places of this host and to pages of the web.
    fileprivate mutating func link(_ words: String, to target: LinkElement.Destination, at addresses: PageAddresses) {
        element("p") { html in
            html.attribute("class", "body")
            switch target {
            case .feature(let place): html.words(words, linkedTo: addresses.address(of: place))
            case .web:
                guard let address = target.webAddress else { return html.words(words) }
                html.element("a") { html in
                    html.attribute("href", address)
                    html.attribute("rel", "noopener noreferrer")
                    html.words(words)
                }
            }
        }
    }

    /// Writes words that are a link if they have an address.
    mutating func words(_ words: String, linkedTo address: String?) {
        guard let address else { return self.words(words) }
        element("a") { html in
            html.attribute("href", address)
            html.words(words)
        }
    }

    /// Writes a text beside a title or a value.
    mutating func detail(_ detail: String) {
        element("bdi") { html in
            html.attribute("class", "detail")
            html.text(detail)
        }
    }

    /// Writes a heading inside a screen.
    mutating func heading(_ heading: HeadingView) {
        func content(_ html: inout HTML) {
            html.attribute("id", heading.id)
            html.words(heading.words)
        }
        switch heading.level {
        case ...2: element("h2", content)
        case 3: element("h3", content)
        case 4: element("h4", content)
        case 5: element("h5", content)
        default: element("h6", content)
        }
    }

    /// Writes the tab links of a section.
    mutating func tabs(_ view: TabsView) {
        element("nav") { html in
            html.attribute("id", view.id)
            html.attribute("class", "tabs")
            html.attribute("aria-label", view.label)
            html.element("ul") { html in
                for tab in view.tabs { html.element("li") { $0.words(tab.title, linkedTo: tab.address) } }
            }
        }
    }
}
