import FeatureKit

/// What every page has around its content.
struct PageView<Content> {
    let host: String
    let version: String
    let style: String
    let title: String
    /// Whether it is the page that others lead back to.
    var isHome = false
    /// Where the page goes on to by itself after a second.
    var refresh: String?
    /// Where the script is that makes the page live, if it can be.
    var script: String?
    /// Whether the person can sign out.
    var hasLogin = false
    let content: Content
}

/// A page that says something and offers ways to go on.
struct MessageView {
    /// A way to go on.
    struct Link {
        let address: String
        let label: String
    }

    let heading: String
    let detail: String
    var errors: [ErrorView] = []
    /// What a person had typed into a form that is not there any more.
    var typed: [FieldsElement.Item] = []
    var form: FormView?
    var links: [Link] = []
}

/// What is wrong with one field.
struct ErrorView {
    let field: String
    let message: String

    /// Tells what was refused, fields by their titles.
    static func list(_ refusal: InputRefused, fields: [FieldDescription]) -> [ErrorView] {
        let (named, rest) = refusal.listing(inOrderOf: fields)
        let views = named.map { name, message in
            ErrorView(field: fields.first { $0.name == name }?.title ?? name, message: message)
        }
        return rest > 0 ? views + [ErrorView(field: "…", message: "\(rest) more are wrong")] : views
    }
}

/// The page of all features.
struct CatalogueView {
    /// One feature.
    struct Entry {
        let title: String
        let summary: String
        let address: String
        /// The form of its options, if it has any.
        let form: FormView?
    }

    let entries: [Entry]
}
