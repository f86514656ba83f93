import FeatureKit

/// What the rows of a list share, found at the first row and used by the next ones.
///
/// A list has hundreds of rows whose links and buttons differ only in the key of a record. Checking each link by the rules
/// of its options would take most of the time of a page.
struct RowCache {
    /// The buttons of the last row, in their order.
    private var buttons: [RowButton] = []

    /// Returns the properties of a row's button.
    mutating func button(_ index: Int, of row: Row, in list: String, by maker: ActionMaker) -> RowButton {
        let button = row.buttons[index]
        if index < buttons.count, buttons[index].isLike(button) { return buttons[index] }
        let shape = RowButton(button, place: row.place(of: index), in: list, by: maker)
        if index == buttons.count {
            buttons.append(shape)
        } else if index < buttons.count {
            // The number of earlier buttons of the same action may be another one too.
            buttons.removeSubrange(index...)
            buttons.append(shape)
        }
        return shape
    }

    /// The last link that was checked, with its address around the text in which the next link may differ.
    private var link: (link: FeatureLink, name: String, option: FieldDescription, before: String, after: String)?

    /// Returns the address of a row's link; `nil` if clients of the host cannot open it.
    ///
    /// - Parameters:
    ///   - opens: The link.
    ///   - maker: Checks a link that differs from the last one in more than one text.
    mutating func address(of opens: FeatureLink?, by maker: ActionMaker) -> String? {
        guard let opens else { return nil }
        if let link, let text = opens.plainText(differingFrom: link.link, in: link.name),
            link.option.allows(text.utf8.count)
        {
            return link.before + text + link.after
        }
        let address = maker.address(of: opens)
        link = address.flatMap { parts(of: opens, $0, by: maker) }
        return address
    }

    /// Finds the only text of a link in which the next link may differ.
    private func parts(
        of opens: FeatureLink, _ address: String, by maker: ActionMaker
    ) -> (link: FeatureLink, name: String, option: FieldDescription, before: String, after: String)? {
        guard opens.feature == maker.manifest.id else { return nil }
        for option in maker.manifest.options where option.kind == .text && option.defaultValue == nil {
            guard !maker.place.addresses.shows(option.name), let text = opens.plainText(in: option.name),
                let range = address.range(ofQuery: option.name, text)
            else { continue }
            let (before, after) = (address[..<range.lowerBound], address[range.upperBound...])
            return (opens, option.name, option, String(before), String(after))
        }
        return nil
    }
}

/// The properties of a row's button that do not depend on the row.
struct RowButton {
    private let action: String
    /// The names of the preset arguments, in order.
    let presets: [String]
    /// The fields that the button asks for.
    let asked: [FieldDescription]
    /// Whether the button opens a dialog.
    let asks: Bool
    /// The id of the form that opens the dialog.
    let form: String
    private let role: Button.Role
    private let asksBefore: Bool

    fileprivate init(_ button: Button, place: Int, in list: String, by maker: ActionMaker) {
        (action, role, asksBefore) = (button.action, button.role, button.confirm != nil)
        presets = button.arguments.keys.sorted()
        asked = button.asked(among: maker.fields(of: action))
        asks = button.asks(for: asked)
        form = PageID.asks(action, place, in: list)
    }

    /// Returns whether another button differs only in its texts and the values of its arguments.
    fileprivate func isLike(_ button: Button) -> Bool {
        button.action == action && button.role == role && (button.confirm != nil) == asksBefore
            && button.arguments.count == presets.count && presets.allSatisfy { button.arguments[$0] != nil }
    }
}

extension FeatureLink {
    /// Returns the text of an option that no address needs to encode; `nil` for any other value.
    fileprivate func plainText(in name: String) -> String? {
        guard case .text(let text) = options[name], !text.isEmpty, text.isUnreserved else { return nil }
        return text
    }

    /// Returns the text of an option if the link differs from another link in this text alone.
    fileprivate func plainText(differingFrom other: FeatureLink, in name: String) -> String? {
        guard feature == other.feature, options.count == other.options.count, let text = plainText(in: name) else {
            return nil
        }
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
