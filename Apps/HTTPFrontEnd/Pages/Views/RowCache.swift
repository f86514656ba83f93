import FeatureKit
import Interaction

/// What the rows of a list share, found at the first row and used by the next ones.
///
/// A list has hundreds of rows whose links and buttons differ only in the key of a record. Checking each link by the rules
/// of its options would take most of the time of a page.
struct RowCache {
    /// The rows that pages have written; `nil` if this page copies none.
    let written: WrittenParts.Rows?
    /// The kinds of buttons of the last row that was written, on this page or on another one, in their order.
    private var buttons: [RowButton] = []

    /// Creates the cache for a few cells.
    init() { written = nil }

    /// Creates the cache for rows of a list.
    init(for shape: ListShape, by maker: ActionMaker) {
        written = maker.written?.rows(of: shape, at: maker.place)
        buttons = written?.buttons ?? []
    }

    /// Returns the properties of a row's button.
    mutating func button(_ index: Int, of row: Row, in list: String, by maker: ActionMaker) -> RowButton {
        if index < buttons.count {
            let kind = buttons[index]
            if kind.first.isLike(row.buttons[index]), kind.place == row.place(of: index) { return kind }
            // The number of earlier buttons of the same action may be another one too.
            buttons.removeSubrange(index...)
        }
        let shape = RowButton(row.buttons[index], place: row.place(of: index), in: list, by: maker)
        if index == buttons.count {
            buttons.append(shape)
            written?.keep(buttons)
        }
        return shape
    }

    /// The place of the revision in the last row, and the action of its button.
    private var revision: (place: RevisionPlace, action: String)?

    /// Returns the revision of a row; `nil` if it has none.
    mutating func revision(of row: Row, by maker: ActionMaker) -> FieldValue? {
        if let (place, action) = revision, place.button < row.buttons.count, row.buttons[place.button].action == action
        {
            return row.buttons[place.button].arguments[place.argument]
        }
        guard let place = maker.manifest.revisionPlace(in: row) else { return nil }
        revision = (place, row.buttons[place.button].action)
        return row.buttons[place.button].arguments[place.argument]
    }

    /// The last link that was checked, around the text in which the next link may differ.
    private var link: CheckedLink?
    /// The last link that was checked, and its address; `nil` after ``link`` was made of it.
    private var last: (link: FeatureLink, address: RowAddress)?

    /// Returns the address of a row's link; `nil` if clients of the host cannot open it.
    ///
    /// - Parameters:
    ///   - opens: The link.
    ///   - maker: Checks a link that differs from the last one in more than one text.
    mutating func address(of opens: FeatureLink?, by maker: ActionMaker) -> RowAddress? {
        guard let opens else { return nil }
        // A single row needs only its own address.
        if let last {
            link = parts(of: last.link, last.address, by: maker)
            self.last = nil
        }
        if let link, let text = opens.plainText(differingFrom: link.link, in: link.option.name),
            link.option.allows(text.utf8.count)
        {
            return RowAddress(before: link.before, text: text, after: link.after, session: link.session)
        }
        let addresses = maker.place.addresses
        let address = addresses.beginning(of: opens).map { beginning in
            RowAddress(
                before: beginning.address, text: "", after: "",
                session: beginning.endsWithSession ? addresses.session : nil)
        }
        (link, last) = (nil, address.map { (opens, $0) })
        return address
    }

    /// Finds the only text of a link in which the next link may differ.
    private func parts(of opens: FeatureLink, _ address: RowAddress, by maker: ActionMaker) -> CheckedLink? {
        guard opens.feature == maker.manifest.id else { return nil }
        for option in maker.manifest.options where option.kind == .text && option.defaultValue == nil {
            guard !maker.place.addresses.shows(option.name), let text = opens.plainText(in: option.name),
                let range = address.before.range(ofQuery: option.name, text)
            else { continue }
            return CheckedLink(opens, option, address, around: range)
        }
        return nil
    }
}

/// A link that was checked, with its address around the text in which the next link may differ.
private final class CheckedLink {
    let link: FeatureLink
    /// The option with the text.
    let option: FieldDescription
    let before: String
    let after: String
    let session: String?

    init(_ link: FeatureLink, _ option: FieldDescription, _ address: RowAddress, around range: Range<String.Index>) {
        (self.link, self.option, session) = (link, option, address.session)
        (before, after) = (String(address.before[..<range.lowerBound]), String(address.before[range.upperBound...]))
    }
}

/// The address of a row's link, in four parts.
struct RowAddress {
    let before: String
    /// The text in which the addresses of rows differ.
    let text: String
    let after: String
    /// The id of the session with which the address ends; `nil` for an address without one.
    let session: String?
}

/// The properties of a row's button that do not depend on the row.
final class RowButton: Sendable {
    /// The first button with the properties, without the values of its row.
    let first: Button
    /// The number of buttons of the same action before the button in its row.
    let place: Int
    /// The preset arguments, in the order of their names.
    let presets: [(name: String, encodedName: String)]
    /// The fields that the button asks for, with the names of their controls.
    let controls: [(field: FieldDescription, encodedName: String)]
    /// Whether the button opens a dialog.
    let asks: Bool
    /// The id of the form that opens the dialog; `nil` if the button opens none.
    let form: String?
    /// The end of the address of the button's form, before and after the preset arguments.
    let addressEnd: (before: String, after: String)
    /// The beginning and the end of the first button.
    let beginning: HTML.Fragment
    let end: HTML.Fragment

    fileprivate init(_ button: Button, place: Int, in list: String, by maker: ActionMaker) {
        var first = button
        (first.values, first.confirm) = ([:], button.confirm.map { _ in "" })
        first.arguments = button.arguments.mapValues { _ in .text("") }
        (self.first, self.place) = (first, place)
        presets = button.arguments.keys.sorted().map { ($0, FormPlace.presetName(of: $0).percentEncoded) }
        let asked = button.asked(among: maker.fields(of: button.action))
        controls = asked.map { ($0, SentForm.controlName(of: $0.name).percentEncoded) }
        let asks = button.asks(for: asked)
        let form = asks ? PageID.asks(button.action, place, in: list) : nil
        (self.asks, self.form) = (asks, form)
        beginning = HTML.fragment { $0.begin(button, asking: form) }
        end = HTML.fragment { $0.end(button, asks: asks) }
        addressEnd =
            presets.isEmpty ? (maker.place.addressEnd(of: button), "") : maker.place.addressEnd(around: button.action)
    }
}

extension RowButton {
    /// The size of the texts, in bytes.
    var size: Int { first.title.utf8.count + beginning.count + end.count }
}

extension FeatureLink {
    /// Returns the text of an option that no address needs to encode; `nil` for any other value.
    fileprivate func plainText(in name: String) -> String? {
        guard case .text(let text) = options[name], !text.isEmpty, text.isUnreserved else { return nil }
        return text
    }

    /// Returns the text of an option if the link differs from another link in this text alone.
    fileprivate func plainText(differingFrom other: FeatureLink, in name: String) -> String? {
        guard feature == other.feature, begins == other.begins, options.count == other.options.count,
            let text = plainText(in: name)
        else { return nil }
        return options.count == 1 || options.allSatisfy { $0.key == name || other.options[$0.key] == $0.value }
            ? text : nil
    }
}

extension FieldDescription {
    /// Returns whether a text of ASCII characters may have a length.
    fileprivate func allows(_ count: Int) -> Bool {
        length.map { $0.min ?? 0 <= count && count <= $0.max ?? .max } ?? true
    }
}

extension String {
    /// Returns the range of a text that is the value of a name in the query of this address.
    fileprivate func range(ofQuery name: String, _ text: String) -> Range<Index>? {
        let utf8 = utf8
        for mark in ["?", "&"] {
            let pair = "\(mark)\(name.percentEncoded)=\(text)"
            guard let range = utf8.firstRange(of: pair.utf8) else { continue }
            let end = range.upperBound
            guard end == utf8.endIndex || utf8[end] == UInt8(ascii: "&") else { continue }
            return utf8.index(end, offsetBy: -text.utf8.count)..<end
        }
        return nil
    }
}
