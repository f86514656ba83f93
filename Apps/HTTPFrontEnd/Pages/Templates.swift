import Mustache

/// The templates of all pages, the style sheet and the script.
struct Templates: Sendable {
    /// The minified style sheet.
    static let styleSheet = Array(
        joined(shortened(PackageResources.style_css), after: "{;,(").replacing(": ", with: ":")
            .replacing(" {", with: "{").utf8)
    /// The minified script of a session's page.
    ///
    /// In the sources, a semicolon ends each statement that is no block.
    static let script = Array(
        joined(shortened(PackageResources.typing_js + PackageResources.live_js).map(tightened), after: "{};,(")
            .replacing(";}", with: "}").utf8)

    /// Returns the lines of a text without indentation, empty lines and comment lines.
    private static func shortened(_ text: [UInt8]) -> [Substring] {
        String(decoding: text, as: UTF8.self).split(separator: "\n").map { $0.trimmingPrefix { $0 == " " } }
            .filter { !$0.isEmpty && !$0.hasPrefix("//") && !($0.hasPrefix("/*") && $0.hasSuffix("*/")) }
    }

    /// Joins lines, without a line break after a line that ends with one of the given characters.
    private static func joined(_ lines: [some StringProtocol], after ends: String) -> String {
        lines.reduce(into: "") { $0 += $1.last.map(ends.contains) == true ? String($1) : "\($1)\n" }
    }

    /// Returns a line of a script without unneeded spaces and comments.
    ///
    /// Texts are unchanged. They begin and end on the same line with the same mark, and no text contains its mark.
    private static func tightened(_ line: Substring) -> String {
        func isName(_ byte: UInt8?) -> Bool {
            guard let byte else { return false }
            return switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), 0x80...0xFF: true
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"): true
            default: false
            }
        }
        var rest = Substring(line).utf8
        var tight: [UInt8] = []
        var mark: UInt8?
        while let byte = rest.popFirst() {
            if let open = mark {
                if byte == open { mark = nil }
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "`") {
                mark = byte
            } else if byte == UInt8(ascii: "/"), let end = rest.endOfComment {
                rest = rest[end...]
                continue
            } else if byte == UInt8(ascii: " "), !(isName(tight.last) && isName(rest.first)) {
                continue
            }
            tight.append(byte)
        }
        return String(decoding: tight, as: UTF8.self)
    }

    private let library: MustacheLibrary

    /// Creates the templates.
    ///
    /// The first call in a process parses them.
    ///
    /// - Throws: Mustache's error for a malformed template.
    init() throws { library = try Templates.parsed.get() }

    /// The parsed templates, or Mustache's error.
    ///
    /// All servers of a process share them, because the tests start hundreds of servers.
    private static let parsed = Result { try parse() }

    private static func parse() throws -> MustacheLibrary {
        MustacheContentTypes.register(PageText(), named: "PAGE")
        var library = MustacheLibrary()
        for (name, bytes) in Templates.sources {
            // Each template needs the directive, because an included template does not inherit it.
            try library.register("{{% CONTENT_TYPE:PAGE}}" + String(decoding: bytes, as: UTF8.self), named: name)
        }
        return library
    }

    /// Renders a template.
    func render(_ view: some Any, as template: String) -> String {
        library.render(view, withTemplate: template) ?? ""
    }

    private static let sources: [String: [UInt8]] = [
        "page": PackageResources.page_mustache,
        "catalogue": PackageResources.catalogue_mustache,
        "session": PackageResources.session_mustache,
        "session-inside": PackageResources.session_inside_mustache,
        "title": PackageResources.title_mustache,
        "phase": PackageResources.phase_mustache,
        "elements": PackageResources.elements_mustache,
        "element": PackageResources.element_mustache,
        "presses": PackageResources.presses_mustache,
        "asks": PackageResources.asks_mustache,
        "login": PackageResources.login_mustache,
        "docs": PackageResources.docs_mustache,
        "message": PackageResources.message_mustache,
        "notice": PackageResources.notice_mustache,
        "tone": PackageResources.tone_mustache,
        "text": PackageResources.text_mustache,
        "list": PackageResources.list_mustache,
        "row": PackageResources.row_mustache,
        "table": PackageResources.table_mustache,
        "line": PackageResources.line_mustache,
        "more": PackageResources.more_mustache,
        "key": PackageResources.key_mustache,
        "fields": PackageResources.fields_mustache,
        "press": PackageResources.press_mustache,
        "confirm": PackageResources.confirm_mustache,
        "ask": PackageResources.ask_mustache,
        "form": PackageResources.form_mustache,
        "input": PackageResources.input_mustache,
        "slider": PackageResources.slider_mustache,
        "choices": PackageResources.choices_mustache,
        "select": PackageResources.select_mustache,
        "textarea": PackageResources.textarea_mustache,
        "draft": PackageResources.draft_mustache,
        "refusal": PackageResources.refusal_mustache,
        "checkbox": PackageResources.checkbox_mustache,
        "about": PackageResources.about_mustache,
        "summary": PackageResources.summary_mustache,
        "section": PackageResources.section_mustache,
        "heading": PackageResources.heading_mustache,
        "tabs": PackageResources.tabs_mustache,
        "group": PackageResources.group_mustache,
        "code": PackageResources.code_mustache,
        "link": PackageResources.link_mustache,
        "up": PackageResources.up_mustache,
        "item": PackageResources.item_mustache,
        "caption": PackageResources.caption_mustache,
        "head": PackageResources.head_mustache,
        "cell": PackageResources.cell_mustache,
        "hint": PackageResources.hint_mustache,
        "placed": PackageResources.placed_mustache,
        "choose": PackageResources.choose_mustache,
        "shortcut": PackageResources.shortcut_mustache,
        "question": PackageResources.question_mustache,
        "field": PackageResources.field_mustache,
        "submit": PackageResources.submit_mustache,
        "remarks": PackageResources.remarks_mustache,
    ]
}

extension Substring.UTF8View {
    /// The end of the comment whose first character precedes the text; `nil` if it begins no comment.
    fileprivate var endOfComment: Index? {
        guard first == UInt8(ascii: "*") else { return nil }
        return firstRange(of: Array("*/".utf8))?.upperBound
    }
}
