import FeatureKit

/// The records among which a person chooses after the text of a control was refused.
///
/// Only pages without script have it. The control's text stays, because another text may be right.
struct OfferView {
    let title: String
    let choices: [ControlView.Choice]
    /// The details of the choices, in their order.
    let details: [String?]
    /// The hidden control with the refused text.
    ///
    /// A person who changes the text no longer means the choice.
    let refused: HiddenControl

    /// Creates the choice among records; `nil` if there are none.
    ///
    /// - Parameters:
    ///   - field: The field of the control.
    ///   - found: The records.
    ///   - text: The refused text.
    ///   - id: The id of the control.
    init?(of field: FieldDescription, _ found: [Choice], for text: String, in id: String) {
        guard !found.isEmpty else { return nil }
        title = "\(field.title): choose one, or change the text"
        choices = found.enumerated().map { index, choice in
            ControlView.Choice(id: "\(id):\(index)", value: choice.id, label: choice.title, selected: false)
        }
        details = found.map(\.detail)
        refused = HiddenControl(name: SentForm.refusedName(of: field.name), value: text)
    }
}

extension HTML {
    /// Writes the choice among records beside the text of a control.
    mutating func offer(_ offer: OfferView, of view: ControlView) {
        element("fieldset") { html in
            html.attribute("class", "choices")
            html.element("legend") { $0.words(offer.title) }
            for (choice, detail) in zip(offer.choices, offer.details) {
                html.element("label") { html in
                    html.attribute("for", choice.id)
                    html.void("input") { html in
                        html.attribute("id", choice.id)
                        html.attribute("name", view.name)
                        html.attribute("type", "radio")
                        html.value(choice.value)
                    }
                    html.text(" ")
                    html.words(choice.label)
                    guard let detail else { return }
                    html.text(" ")
                    html.detail(detail)
                }
            }
            html.hidden(offer.refused)
        }
    }
}
