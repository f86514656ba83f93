import FeatureKit

/// A button where it stands on a screen.
struct StandingButton {
    let button: Button
    /// The row that it stands in, if it stands in one.
    let row: Row?

    /// Every button on a screen, in the order of `Screen.allButtons`.
    static func all(on screen: Screen) -> [StandingButton] {
        var all = screen.buttons.map { StandingButton(button: $0, row: nil) }
        if case .failed(_, let retry?) = screen.phase { all.append(StandingButton(button: retry, row: nil)) }
        for case .list(let list) in screen.elements {
            for row in list.rows { all += row.buttons.map { StandingButton(button: $0, row: row) } }
            if let more = list.more { all.append(StandingButton(button: more, row: nil)) }
        }
        return all
    }

    /// Finds the only button that is meant.
    ///
    /// - Throws: ``ScenarioFailure`` if there is none, more than one that do not do the same, or one that is disabled.
    static func find(
        _ reference: any ButtonReference, inRow row: String?, with arguments: [String: FieldValue], on frame: Frame?
    ) throws(ScenarioFailure) -> StandingButton {
        let all = all(on: frame?.screen ?? Screen())
        let meant = all.filter { place in
            reference.refers(to: place.button)
                && arguments.allSatisfy { place.button.arguments[$0.key] == $0.value }
                && (row == nil || place.row?.id == row || place.row?.title == row)
        }
        guard let first = meant.first else {
            throw .noButton(reference.referenceText, row: row, arguments, among: all, frame)
        }
        // Of those that do the same, one that is enabled.
        let isSame = meant.allSatisfy { other in
            other.button.action == first.button.action && other.button.arguments == first.button.arguments
        }
        guard isSame else { throw .severalButtons(reference.referenceText, meant, frame) }
        guard let enabled = meant.first(where: \.button.enabled) else { throw .disabled(first, among: all, frame) }
        return enabled
    }

    /// The button in words: `'Adopt a dog' (adopt)`.
    var text: String { "'\(button.title)' (\(button.action))" }
}
