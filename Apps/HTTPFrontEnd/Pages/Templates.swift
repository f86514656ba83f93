import Mustache

/// The templates of all pages, the style sheet and the script.
struct Templates: Sendable {
    /// The minified style sheet of all pages.
    static let styleSheet = styleSheets[0]
    /// The minified further rules of pages without a session.
    static let plainStyleSheet = styleSheets[1]

    private static let styleSheets = StyleText.shortened(
        [PackageResources.style_css, PackageResources.plain_css].map { String(decoding: $0, as: UTF8.self) }
    ).map { Array($0.utf8) }

    /// The minified script of a session's page.
    static let script = shortenedScript(PackageResources.typing_js + PackageResources.live_js)
    /// The minified script that finds features and actions.
    static let finder = shortenedScript(PackageResources.palette_js)

    private static func shortenedScript(_ source: [UInt8]) -> [UInt8] {
        Array(ScriptText.shortened(String(decoding: source, as: UTF8.self)).utf8)
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
        "shown": PackageResources.shown_mustache,
        "foot": PackageResources.foot_mustache,
        "frame": PackageResources.frame_mustache,
        "monogram": PackageResources.monogram_mustache,
        "title": PackageResources.title_mustache,
        "phase": PackageResources.phase_mustache,
        "elements": PackageResources.elements_mustache,
        "element": PackageResources.element_mustache,
        "presses": PackageResources.presses_mustache,
        "asks": PackageResources.asks_mustache,
        "login": PackageResources.login_mustache,
        "docs": PackageResources.docs_mustache,
        "docs-feature": PackageResources.docs_feature_mustache,
        "operation": PackageResources.operation_mustache,
        "operation-fields": PackageResources.operation_fields_mustache,
        "message": PackageResources.message_mustache,
        "notice": PackageResources.notice_mustache,
        "theme": PackageResources.theme_mustache,
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
        "buttons": PackageResources.buttons_mustache,
        "opener": PackageResources.opener_mustache,
        "dialog": PackageResources.dialog_mustache,
        "errors": PackageResources.errors_mustache,
        "ask": PackageResources.ask_mustache,
        "form": PackageResources.form_mustache,
        "input": PackageResources.input_mustache,
        "slider": PackageResources.slider_mustache,
        "radios": PackageResources.radios_mustache,
        "placeholder": PackageResources.placeholder_mustache,
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
        "clear": PackageResources.clear_mustache,
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
