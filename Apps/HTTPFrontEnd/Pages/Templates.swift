import Mustache

/// The templates of all pages, the style sheet and the script.
struct Templates: Sendable {
    /// The style sheet, as it is sent.
    static let styleSheet = Array(
        shortened(PackageResources.style_css).replacing(": ", with: ":").replacing(" {", with: "{").utf8)
    /// The script that makes a session's page live, as it is sent.
    static let script = Array(shortened(PackageResources.live_js).utf8)

    /// Leaves out what browsers do not need: indentation, lines that are comments, and ends of lines that end nothing.
    private static func shortened(_ text: [UInt8]) -> String {
        String(decoding: text, as: UTF8.self).split(separator: "\n").map { $0.trimmingPrefix { $0 == " " } }
            .filter { !$0.hasPrefix("//") && !($0.hasPrefix("/*") && $0.hasSuffix("*/")) }
            .reduce(into: "") { $0 += $1.last.map { "{;,(".contains($0) } == true ? $1 : "\($1)\n" }
    }

    private let library: MustacheLibrary

    /// Reads the templates that are built in.
    ///
    /// - Throws: Mustache's error for a template with a mistake.
    init() throws {
        MustacheContentTypes.register(PageText(), named: "PAGE")
        var library = MustacheLibrary()
        for (name, bytes) in Templates.sources {
            // Each template is told so, because a template that another one names begins with Mustache's own way.
            try library.register("{{% CONTENT_TYPE:PAGE}}" + String(decoding: bytes, as: UTF8.self), named: name)
        }
        self.library = library
    }

    /// Fills a template.
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
        "select": PackageResources.select_mustache,
        "textarea": PackageResources.textarea_mustache,
        "draft": PackageResources.draft_mustache,
        "refusal": PackageResources.refusal_mustache,
        "checkbox": PackageResources.checkbox_mustache,
        "about": PackageResources.about_mustache,
        "remarks": PackageResources.remarks_mustache,
    ]
}
