import FeatureKit
import TerminalKit

extension InteractiveState {
    /// A question that asks the user to confirm an action.
    struct Confirmation: OverlayState {
        static let name = "question"

        private(set) var button: Button
        /// The title of what the question is about; `nil` if the button's title says enough.
        private(set) var subject: String?
        /// The id of the button's row; `nil` for a button of the page.
        let row: String?
        /// The key of the page that asks.
        var page: Int
        /// The form that the user filled in before; `nil` if the button needs no form.
        var form: FormState?
        /// The arguments of the action.
        var arguments: [String: FieldValue]

        init(_ button: Button, about subject: String?, row: String?, on page: Int) {
            (self.button, self.subject, arguments) = (button, subject, button.arguments)
            (self.row, self.page) = (row, page)
        }

        /// Takes the newest button and title, after the record has changed elsewhere.
        mutating func rebase(on button: Button, about subject: String?) {
            (self.button, self.subject) = (button, subject)
            arguments.merge(button.arguments) { $1 }
        }

        /// Whether the page has offered the button.
        var wasOffered = false
        /// Whether the list no longer shows the row of the question, although its record may still exist.
        var isAway = false
        /// Whether the button that performs the action has the focus.
        ///
        /// At first the cancel button has the focus.
        var isConfirming = false

        func keys(in state: InteractiveState) -> [KeyBinding<Confirmation>] {
            [
                KeyBinding("Answer", [["y"]], button.title, hint: .init(button.title)) { question, _ in
                    question.perform()
                },
                KeyBinding(
                    "Answer", [["n"], [.escape, .backspace, "q"]],
                    form == nil ? "cancel" : "cancel, back to the form", hint: "cancel"
                ) { question, _ in
                    question.cancel()
                },
                KeyBinding(
                    "Answer", [[.left, .right], [.tab, .shift(.tab)], [.up, .down], ["h", "l"]], "choose",
                    hint: .init("choose", naming: 2)
                ) { question, _ in
                    question.isConfirming.toggle()
                    return []
                },
                KeyBinding("Answer", [[.enter]], "the chosen answer, at first cancel") { question, _ in
                    question.isConfirming ? question.perform() : question.cancel()
                },
            ]
        }

        private func perform() -> [OverlayEffect] { form.map { [.send($0, arguments)] } ?? [.perform(self)] }

        /// Closes the question, and opens the form again that the user filled in before.
        private func cancel() -> [OverlayEffect] { [form.map { .show(.form($0)) } ?? .close] }
    }
}
