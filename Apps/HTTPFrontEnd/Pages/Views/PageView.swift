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
    var form: FormView?
    var links: [Link] = []
}

/// What is wrong with one field.
struct ErrorView {
    let field: String
    let message: String
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
