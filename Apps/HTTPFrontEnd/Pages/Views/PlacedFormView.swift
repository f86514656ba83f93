import FeatureKit

/// The view of a form element: the fields of an action with their current values.
struct PlacedFormView {
    /// One field of the form, with its value when the page was rendered.
    struct Field {
        let id: String
        let name: String
        let control: ControlView
        /// The id of the text in which the script explains why it does not send the field.
        let fit: String?
        /// The hidden control with the value when the page was rendered; `nil` for a field that is not sent.
        ///
        /// With it, the host detects the fields that a person changed.
        let original: HiddenControl?
    }

    /// The button that sends the form.
    struct Submit {
        let id: String
        let label: String
        let disabled: Bool
        /// The address to which a browser without script sends the form with GET; `nil` for the form's own address.
        var address: String?
    }

    /// The link or the button that ends searches, filters and orders.
    struct Clear {
        let id: String
        /// What ends them; `nil` if the place has none.
        let way: Way?

        enum Way {
            /// The address of the place without them.
            case address(String)
            /// The id of the form with the controls ``PlacedFormView/clearing``, because the shared page has one address for
            /// all places.
            case form(String)
        }
    }

    let id: String
    let heading: HeadingView?
    /// The id of the heading that names a search form without its own heading.
    let nearestHeading: String
    /// The name of the form in messages.
    let label: String
    /// When the script sends the form: `button` for a press of the button, `change` for each change of a field.
    let submits: String
    let address: String
    let fields: [Field]
    let submit: Submit
    /// Whether the script keeps typed text until the form is sent.
    let hasDraft: Bool
    /// The error messages above the fields.
    let errors: [ErrorView]
    var key: String?
    /// Whether the form only shows another place of the session.
    let browses: Bool
    /// The hidden controls with which a form that browses keeps the other options of the shown place.
    let rest: [HiddenControl]
    /// The link or the button that ends searches, filters and orders; `nil` for a form that does not browse.
    let clear: Clear?
    /// The hidden controls of the form on a shared page that gives all fields their defaults; empty on other pages.
    let clearing: [HiddenControl]

    /// Returns the id of the form that gives all fields of another form their defaults.
    static func clearingID(of form: String) -> String { "\(form)-clear" }
}
