extension JSONWriter {
    /// Writes an element.
    package mutating func element(_ element: Element) {
        switch element {
        case .text(let text):
            raw("{\"kind\":\"text\"")
            member(",\"id\":", text.id)
            member(",\"text\":", text.text)
            member(",\"style\":", text.style.rawValue)
        case .list(let list): members(of: list)
        case .fields(let fields):
            raw("{\"kind\":\"fields\"")
            member(",\"id\":", fields.id)
            raw(",\"items\":")
            array(fields.items) { $0.item($1) }
            if fields.style != .table { member(",\"style\":", fields.style.rawValue) }
        case .form(let form): members(of: form)
        case .section(let section):
            raw("{\"kind\":\"section\"")
            member(",\"id\":", section.id)
            member(",\"title\":", section.title)
            member(",\"layout\":", section.layout.rawValue)
            raw(",\"elements\":")
            array(section.elements) { $0.element($1) }
            if !section.buttons.isEmpty {
                raw(",\"buttons\":")
                array(section.buttons) { $0.button($1) }
            }
        case .placeholder(let placeholder):
            raw("{\"kind\":\"placeholder\"")
            member(",\"id\":", placeholder.id)
            member(",\"text\":", placeholder.text)
        case .progress(let progress):
            raw("{\"kind\":\"progress\"")
            member(",\"id\":", progress.id)
            member(",\"title\":", progress.title)
            member(",\"fraction\":", progress.fraction)
            member(",\"message\":", progress.message)
        case .chart(let chart):
            raw("{\"kind\":\"chart\"")
            member(",\"id\":", chart.id)
            member(",\"title\":", chart.title)
            member(",\"style\":", chart.style.rawValue)
            raw(",\"labels\":")
            array(chart.labels) { $0.string($1) }
            raw(",\"series\":")
            array(chart.series) { $0.series($1) }
            member(",\"unit\":", chart.unit)
        case .drawing(let drawing):
            raw("{\"kind\":\"drawing\"")
            member(",\"id\":", drawing.id)
            member(",\"alt\":", drawing.alt)
            member(",\"width\":", drawing.width)
            member(",\"height\":", drawing.height)
            raw(",\"shapes\":")
            array(drawing.shapes) { $0.shape($1) }
            member(",\"tap\":", drawing.tap)
        case .image(let image):
            raw("{\"kind\":\"image\"")
            member(",\"id\":", image.id)
            raw(",\"file\":{\"name\":")
            string(image.file.name)
            member(",\"type\":", image.file.type)
            if let size = image.file.size {
                raw(",\"size\":")
                integer(size)
            }
            member(",\"href\":", image.file.href)
            raw("}")
            member(",\"alt\":", image.alt)
        case .link(let link):
            raw("{\"kind\":\"link\"")
            member(",\"id\":", link.id)
            member(",\"title\":", link.title)
            raw(",\"opens\":")
            switch link.opens {
            case .feature(let place): self.link(place)
            case .web(let address): string(address)
            }
        case .unknown(let unknown):
            member("{\"kind\":", unknown.kind)
            member(",\"id\":", unknown.id)
            member(",\"text\":", unknown.text)
            member(",\"title\":", unknown.title)
            if !unknown.elements.isEmpty {
                raw(",\"elements\":")
                array(unknown.elements) { $0.element($1) }
            }
        }
        raw("}")
    }

    private mutating func series(_ series: ChartElement.Series) {
        member("{\"name\":", series.name)
        raw(",\"values\":")
        array(series.values) { writer, number in
            if let number { writer.value(.decimal(number)) } else { writer.raw("null") }
        }
        member(",\"tone\":", series.tone?.rawValue)
        raw("}")
    }

    /// Writes a shape of a drawing.
    mutating func shape(_ shape: DrawingElement.Shape) {
        member("{\"id\":", shape.id)
        switch shape.figure {
        case .circle(let x, let y, let radius):
            raw(",\"kind\":\"circle\"")
            place(x, y)
            member(",\"radius\":", radius)
        case .rectangle(let x, let y, let width, let height):
            raw(",\"kind\":\"rectangle\"")
            place(x, y)
            member(",\"width\":", width)
            member(",\"height\":", height)
        case .line(let x, let y, let x2, let y2):
            raw(",\"kind\":\"line\"")
            place(x, y)
            member(",\"x2\":", x2)
            member(",\"y2\":", y2)
        case .text(let x, let y, let text):
            raw(",\"kind\":\"text\"")
            place(x, y)
            member(",\"text\":", text)
        case .unknown(let kind): member(",\"kind\":", kind)
        }
        member(",\"tone\":", shape.tone?.rawValue)
        if shape.isFilled { raw(",\"filled\":true") }
        member(",\"title\":", shape.title)
        raw("}")
    }

    private mutating func place(_ x: Double, _ y: Double) {
        member(",\"x\":", x)
        member(",\"y\":", y)
    }

    private mutating func members(of list: ListElement) {
        raw("{\"kind\":\"list\"")
        member(",\"id\":", list.id)
        raw(",\"rows\":")
        array(list.rows) { $0.row($1) }
        if let columns = list.columns {
            raw(",\"columns\":")
            array(columns) { $0.column($1) }
        }
        member(",\"more\":", list.more)
        if let total = list.total {
            raw(",\"total\":")
            self.total(total)
        }
        member(",\"select\":", list.select)
        member(",\"selected\":", list.selected)
        member(",\"hint\":", list.hint)
        if !list.bulk.isEmpty {
            raw(",\"bulk\":")
            array(list.bulk) { $0.button($1) }
        }
    }

    private mutating func members(of form: FormElement) {
        raw("{\"kind\":\"form\"")
        member(",\"id\":", form.id)
        member(",\"action\":", form.action)
        raw(",\"values\":")
        object(form.values)
        member(",\"submits\":", form.submits.rawValue)
        member(",\"title\":", form.title)
        boolean(",\"enabled\":", form.enabled)
        if !form.disabled.isEmpty {
            raw(",\"disabled\":")
            array(form.disabled.sorted { $0.precedesByBytes($1) }) { $0.string($1) }
        }
        if !form.problems.isEmpty {
            raw(",\"problems\":")
            problems(form.problems)
        }
        if !form.choices.isEmpty {
            raw(",\"choices\":")
            choices(form.choices)
        }
    }

    /// Writes the total number of a list's rows.
    mutating func total(_ total: ListElement.Total) {
        raw("{\"count\":")
        integer(total.count)
        boolean(",\"exact\":", total.exact)
        if total.apart > 0 {
            raw(",\"apart\":")
            integer(total.apart)
        }
        raw("}")
    }

    /// Writes a column.
    mutating func column(_ column: ListElement.Column) {
        switch column.content {
        case .value(let name): member("{\"name\":", name)
        case .title: raw("{\"part\":\"title\"")
        case .detail: raw("{\"part\":\"detail\"")
        }
        member(",\"title\":", column.title)
        member(",\"kind\":", column.kind?.rawValue)
        member(",\"sort\":", column.sort)
        member(",\"sorted\":", column.sorted?.rawValue)
        member(",\"edit\":", column.edit)
        raw("}")
    }

    /// Writes a label and its value.
    mutating func item(_ item: FieldsElement.Item) {
        member("{\"label\":", item.label)
        member(",\"value\":", item.value)
        member(",\"tone\":", item.tone?.rawValue)
        member(",\"detail\":", item.detail)
        member(",\"opens\":", item.opens)
        if let trend = item.trend {
            raw(",\"trend\":")
            array(trend) { $0.value(.decimal($1)) }
        }
        raw("}")
    }

    /// Writes the problems of fields, by field name.
    mutating func problems(_ problems: [String: FormElement.Problem]) {
        object(of: problems) { $0.problem($1) }
    }

    /// Writes the problem of a field.
    mutating func problem(_ problem: FormElement.Problem) {
        member("{\"text\":", problem.text)
        if let theirs = problem.theirs {
            raw(",\"theirs\":")
            value(theirs)
        }
        raw("}")
    }

    /// Writes the choices of fields, by field name.
    mutating func choices(_ choices: [String: [String]]) {
        object(of: choices) { writer, texts in writer.array(texts) { $0.string($1) } }
    }
}
