import FeatureKit

/// A form in place: the fields of an action with their current values.
struct PlacedFormView {
    /// One field of the form, with the value that the page was drawn with.
    struct Field {
        let id: String
        let control: ControlView
        /// The id of the text in which the script tells why it does not send the field.
        let fit: String?
        /// The hidden control of the drawn value; `nil` for a field that is not sent.
        let original: Original?
    }

    /// The value that a field was drawn with, by which the host tells the fields that a person changed.
    struct Original {
        let name: String
        /// The value, as it can stand in an attribute.
        let value: String
    }

    /// The button that sends the form.
    struct Submit {
        let id: String
        let label: String
        let disabled: Bool
    }

    let template = "placed"
    let id: String
    let heading: HeadingView?
    /// The name of the form in messages about it.
    let label: String
    /// When the script sends it.
    let submits: String
    let address: String
    let fields: [Field]
    let submit: Submit
    /// Whether the script keeps what is typed until the form is sent.
    let hasDraft: Bool
    var key: String?
}
