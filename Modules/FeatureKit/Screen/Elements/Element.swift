/// One part of a screen, such as a text or a list.
///
/// ```swift
/// stage.screen.elements = [.text(id: "state", "Paused", style: .headline), .list(id: "dogs", rows: rows)]
/// ```
///
/// ## Topics
/// - ``TextElement``
/// - ``ListElement``
/// - ``FieldsElement``
/// - ``FormElement``
/// - ``SectionElement``
/// - ``PlaceholderElement``
/// - ``LinkElement``
/// - ``ProgressElement``
/// - ``ChartElement``
/// - ``DrawingElement``
/// - ``ImageElement``
/// - ``UnknownElement``
public enum Element: Sendable, Hashable, Identifiable {
    /// A text.
    case text(TextElement)
    /// A list of rows.
    case list(ListElement)
    /// A group of labels with values.
    case fields(FieldsElement)
    /// A form: the fields of an action, which a person edits on the screen itself.
    case form(FormElement)
    /// A group of elements.
    case section(SectionElement)
    /// A text that replaces missing content.
    case placeholder(PlaceholderElement)
    /// A link to another feature or to the web.
    case link(LinkElement)
    /// How far something has come.
    case progress(ProgressElement)
    /// Numbers as bars or as lines.
    case chart(ChartElement)
    /// Shapes on a plane.
    case drawing(DrawingElement)
    /// An image.
    case image(ImageElement)
    /// A decoded element whose kind this version does not know.
    case unknown(UnknownElement)

    /// The element's id.
    ///
    /// It is stable, and unique on its screen.
    public var id: String {
        switch self {
        case .text(let text): text.id
        case .list(let list): list.id
        case .fields(let fields): fields.id
        case .form(let form): form.id
        case .section(let section): section.id
        case .placeholder(let placeholder): placeholder.id
        case .link(let link): link.id
        case .progress(let progress): progress.id
        case .chart(let chart): chart.id
        case .drawing(let drawing): drawing.id
        case .image(let image): image.id
        case .unknown(let unknown): unknown.id
        }
    }

    /// The elements inside this element.
    ///
    /// Only sections and unknown elements contain elements.
    package var elements: [Element] {
        switch self {
        case .section(let section): section.elements
        case .unknown(let unknown): unknown.elements
        case .text, .list, .fields, .form, .placeholder, .link, .progress, .chart, .image, .drawing: []
        }
    }

    /// Creates a text element.
    public static func text(id: String, _ text: String, style: TextElement.Style = .body) -> Element {
        .text(TextElement(id: id, text: text, style: style))
    }

    /// Creates a list element.
    ///
    /// A list with columns is a table.
    public static func list(
        id: String, rows: [Row], columns: [ListElement.Column]? = nil, more: Button? = nil,
        total: ListElement.Total? = nil, select: Action? = nil, selected: String? = nil, hint: String? = nil,
        bulk: [Button] = []
    ) -> Element {
        .list(
            ListElement(
                id: id, rows: rows, columns: columns, more: more, total: total, select: select, selected: selected,
                hint: hint, bulk: bulk))
    }

    /// Creates an element with labels and values.
    public static func fields(
        id: String, items: [FieldsElement.Item], style: FieldsElement.Style = .table
    ) -> Element {
        .fields(FieldsElement(id: id, items: items, style: style))
    }

    /// Creates a section, which groups elements.
    public static func section(
        id: String, title: String? = nil, layout: SectionElement.Layout = .stack, elements: [Element],
        buttons: [Button] = []
    ) -> Element {
        .section(SectionElement(id: id, title: title, layout: layout, elements: elements, buttons: buttons))
    }

    /// Creates a placeholder, a text that replaces missing content.
    public static func placeholder(id: String, _ text: String) -> Element {
        .placeholder(PlaceholderElement(id: id, text: text))
    }

    /// Creates an element that shows how far something has come.
    ///
    /// The fraction is from 0 to 1, and `nil` if it is unknown.
    public static func progress(
        id: String, _ title: String, fraction: Double? = nil, message: String? = nil
    ) -> Element {
        .progress(ProgressElement(id: id, title: title, fraction: fraction, message: message))
    }

    /// Creates a chart: numbers as bars or as lines.
    ///
    /// Each series has one number or `nil` for each label.
    public static func chart(
        id: String, _ title: String, style: ChartElement.Style = .bars, labels: [String],
        series: [ChartElement.Series], unit: String? = nil
    ) -> Element {
        .chart(ChartElement(id: id, title: title, style: style, labels: labels, series: series, unit: unit))
    }

    /// Creates a drawing: shapes on a plane, on which a person can tap.
    ///
    /// The text says to everybody who cannot see the drawing what it shows.
    public static func drawing(
        id: String, _ alt: String, width: Double, height: Double, shapes: [DrawingElement.Shape], tap: Button? = nil
    ) -> Element {
        .drawing(DrawingElement(id: id, alt: alt, width: width, height: height, shapes: shapes, tap: tap))
    }

    /// Creates an element that shows an image.
    ///
    /// The text says to everybody who cannot see the image what it shows.
    public static func image(id: String, _ alt: String, _ file: FileReference) -> Element {
        .image(ImageElement(id: id, file: file, alt: alt))
    }

    /// Creates a link element that opens a place of this host.
    public static func link(id: String, _ title: String, opens: FeatureLink) -> Element {
        .link(LinkElement(id: id, title: title, opens: .feature(opens)))
    }

    /// Creates a link element that opens a page on the web.
    ///
    /// The address begins with `https://`.
    public static func link(id: String, _ title: String, address: String) -> Element {
        .link(LinkElement(id: id, title: title, opens: .web(address)))
    }
}

extension Element: Decodable {
    private enum CodingKeys: CodingKey { case kind }

    /// Decodes the value from its wire format.
    public init(from decoder: any Decoder) throws {
        switch try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .kind) {
        case "text": self = .text(try TextElement(from: decoder))
        case "list": self = .list(try ListElement(from: decoder))
        case "fields": self = .fields(try FieldsElement(from: decoder))
        case "form": self = .form(try FormElement(from: decoder))
        case "section": self = .section(try SectionElement(from: decoder))
        case "placeholder": self = .placeholder(try PlaceholderElement(from: decoder))
        case "progress": self = .progress(try ProgressElement(from: decoder))
        case "chart": self = .chart(try ChartElement(from: decoder))
        case "drawing": self = .drawing(try DrawingElement(from: decoder))
        case "image": self = .image(try ImageElement(from: decoder))
        case "link": self = .link(try LinkElement(from: decoder))
        default: self = .unknown(try UnknownElement(from: decoder))
        }
    }
}
