import Mustache

/// The templates of all pages, and the style sheet.
struct Templates: Sendable {
    /// The style sheet.
    static let styleSheet = PackageResources.style_css

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
        "login": PackageResources.login_mustache,
        "docs": PackageResources.docs_mustache,
        "message": PackageResources.message_mustache,
        "notice": PackageResources.notice_mustache,
        "tone": PackageResources.tone_mustache,
        "text": PackageResources.text_mustache,
        "list": PackageResources.list_mustache,
        "table": PackageResources.table_mustache,
        "fields": PackageResources.fields_mustache,
        "press": PackageResources.press_mustache,
        "confirm": PackageResources.confirm_mustache,
        "ask": PackageResources.ask_mustache,
        "form": PackageResources.form_mustache,
        "input": PackageResources.input_mustache,
        "select": PackageResources.select_mustache,
        "checkbox": PackageResources.checkbox_mustache,
        "about": PackageResources.about_mustache,
        "remarks": PackageResources.remarks_mustache,
    ]
}
