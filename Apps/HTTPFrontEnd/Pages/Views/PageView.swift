import FeatureKit

/// What surrounds the main content of every page.
struct PageView {
    /// The host's name for people.
    let brand: String
    let version: String
    /// The addresses of the style sheets.
    let styles: [String]
    /// The address of the image in the browser's tab.
    let icon: String
    /// The address of the logo; `nil` if the host has none.
    let logo: String?
    /// The chosen theme, `light` or `dark`; `nil` for the system's.
    let theme: String?
    /// The buttons that choose the theme.
    let themes: [ThemeView]
    let title: String
    /// The features in the navigation; empty on pages without navigation.
    let side: [SideView]
    /// The text for which a person searched among the features.
    let query: String?
    /// The address that the page loads after one second, or `nil`.
    let refresh: String?
    /// The address of the script that makes the page live, or `nil`.
    let script: String?
    /// The address of the script that finds features and actions.
    let finder: String
    /// The address of the script with the parts of a session's page that few people use.
    let further: String
    /// How to share the session; `nil` on pages without a session.
    let sharing: SharingView?
    /// The person who is signed in; `nil` on a page that tells no person.
    let account: AccountView?
}

/// The person who is signed in.
struct AccountView {
    /// The name; `nil` if the page does not know it.
    let name: String?
    /// Whether the page can sign the person out.
    let canSignOut: Bool

    /// The text of the button in the bar: the beginning of a long name.
    var label: String {
        guard let name else { return "Account" }
        return name.count > AccountView.limit ? name.prefix(AccountView.limit - 1) + "…" : name
    }

    /// The greatest length of the label.
    private static let limit = 20
}

/// How to share a session with other people.
struct SharingView {
    /// The whole address of the session's shared page, which a person sends to others.
    let address: String
    /// The address of the shared page on this host; `nil` on the shared page itself.
    let opens: String?
}

/// A feature in the navigation of a page.
struct SideView {
    let title: String
    /// By which the list of commands finds the feature too.
    let summary: String
    let address: String
    let monogram: MonogramView
    /// Whether the page belongs to the feature.
    let isCurrent: Bool
}

/// A page that consists of a message and links.
struct MessageView {
    /// A link below the message.
    struct Link {
        let address: String
        let label: String

        /// The link to the catalogue.
        static let allFeatures = Link(address: "/", label: "All features")
    }

    let heading: String
    let detail: String
    var errors: [ErrorView] = []
    /// The text that a person typed into a form that no longer exists.
    var typed: [FieldsElement.Item] = []
    var form: FormView?
    var links: [Link] = []
}

/// The error message of one field.
struct ErrorView {
    /// The title of the field; `nil` for a message that stands alone.
    let field: String?
    let message: String
    /// The id of the field's control; `nil` if the field has no control.
    var control: String?

    /// The message with the title of its field.
    var words: String { field.map { "\($0): \(message)" } ?? message }

    /// Returns the error messages about refused input, with the titles of the fields.
    ///
    /// A single message about a preset field, or about the rows on which the action acts, stands alone.
    ///
    /// - Parameters:
    ///   - refusal: The refusal.
    ///   - fields: The fields that the person fills in, in the order of their messages.
    ///   - preset: The names of the fields that the form presets.
    ///   - form: The prefix of the ids of the fields' controls; `nil` if the messages have no links. In a form, a single
    ///     message stands beside its control alone.
    ///   - manifest: The feature, which has the titles of all other fields.
    static func list(
        _ refusal: InputRefused, fields: [FieldDescription], preset: some Collection<String> = [],
        in form: String? = nil, of manifest: FeatureManifest
    ) -> [ErrorView] {
        let (named, rest) = refusal.listing(of: refusal.advice(inOrderOf: fields))
        let views = named.map { name, message in
            let own = fields.first { $0.name == name }
            // A presenter can refuse the field of another form.
            let known = own ?? manifest.actions.lazy.flatMap(\.fields).first { $0.name == name }
            // A message about rows names them itself, and a preset field is not in sight.
            let standsAlone = known?.role?.namesRows == true || own == nil && preset.contains(name)
            guard named.count > 1 || !standsAlone else { return ErrorView(field: nil, message: message) }
            guard let own else { return ErrorView(field: known?.title ?? name, message: message) }
            return ErrorView(field: own.title, message: message, control: form.map { "\($0):\(name)" })
        }
        if views.count == 1, views[0].control != nil { return [] }
        return rest > 0 ? views + [ErrorView(field: "…", message: "\(rest) more fields are wrong")] : views
    }
}

/// The page that lists all features.
struct CatalogueView {
    /// One feature in the list.
    struct Entry {
        let title: String
        let summary: String
        let address: String
        let monogram: MonogramView
        /// The number of the feature's stored records and their last change; `nil` if it is unknown.
        let total: RecordTotals.Total?
        /// The form for the feature's options, or `nil` if it has no options.
        let form: FormView?
    }

    let entries: [Entry]
    /// The number of features in words.
    let count: String
    /// The text for which a person searched, or `nil`.
    let query: String?
}
