import FeatureKit

/// What fails a scenario: what happened, why it counts as wrong, and what to do.
enum ScenarioFailure: Error {
    // What was stated
    case otherFrame(Frame, stated: Screen)
    case noFrame(after: Frame?, stated: Screen?, Duration, work: String?)
    case otherNotice(Notice, stated: Notice)
    case noNotice(stated: Notice, Duration, work: String?)
    case otherRendition(ScreenRendition, Frame, stated: String, actual: String)
    case noRendition(ScreenRendition, Frame, any Error)
    case nothingStated(ScreenRendition)

    // What was done
    case noButton(String, row: String?, [String: FieldValue], among: [StandingButton], Frame?)
    case severalButtons(String, [StandingButton], Frame?)
    case disabled(StandingButton, among: [StandingButton], Frame?)
    case asks(StandingButton, for: [String])
    case noField(String, StandingButton, fields: [String])
    case accepted(ActionName, stated: [String: String])
    case refusal(ActionName, stated: [String: String], actual: [String: String])
    case otherError(ActionName, stated: [String: String], actual: any Error)
    case endless(ActionName, Duration, work: String?)

    // What was skipped
    case neverMet([Frame], Duration, work: String?)
    case unsettled(Duration, work: String?)

    // What was left over
    case atWork(String?, Duration)
    case unseenError(ActionName, any Error)
    case unstatedFrame(Frame, after: Screen)
    case unstatedNotice(Notice)
}

extension ScenarioFailure: CustomStringConvertible {
    /// The message.
    var description: String { [what, remedy].joined(separator: "\n") }

    /// What happened.
    private var what: String {
        switch self {
        case .otherFrame(let frame, let stated):
            "Frame \(frame.revision) is not what was stated (-), but this (+):\n\n"
                + difference(from: stated, to: frame.screen)
        case .noFrame(let frame, let stated, let patience, let work):
            "No frame came after \(frame.text) within \(patience.fieldText).\n" + Self.state(work)
                + (stated.map { "\nStated was (+):\n\n" + difference(from: frame?.screen ?? Screen(), to: $0) + "\n" }
                    ?? "")
        case .otherNotice(let notice, let stated):
            "The next notice is not what was stated (-), but this (+):\n\n" + difference(from: stated, to: notice)
        case .noNotice(let stated, let patience, let work):
            "No notice came within \(patience.fieldText); stated was \(stated.words).\n" + Self.state(work)
        case .otherRendition(let rendition, let frame, let stated, let actual):
            "Frame \(frame.revision) as \(rendition.name) is not what was stated (-), but this (+):\n\n"
                + difference(from: stated, to: actual)
        case .noRendition(let rendition, let frame, let error):
            "Frame \(frame.revision) cannot be shown as \(rendition.name): \(error)"
        case .nothingStated(let rendition): "There is no frame yet to be shown as \(rendition.name)."
        case .neverMet(let skipped, let patience, let work):
            "Of \(skipped.count) frames that were skipped none met the condition, and within \(patience.fieldText) no "
                + "other came.\n" + Self.state(work)
                + (skipped.last.map { "\nThe last was:\n\n" + dump($0.screen) + "\n" } ?? "")
        case .unsettled(let patience, let work):
            "The feature has not settled within \(patience.fieldText).\n" + Self.state(work)
        case .atWork(let work, let patience):
            "The scenario ends, and the feature has not settled within \(patience.fieldText).\n" + Self.state(work)
        case .unseenError(let action, let error):
            "\(action) failed, and the test did not look at it: \(error)"
        case .unstatedFrame(let frame, let screen):
            "Frame \(frame.revision) was shown, and the test did not state it:\n\n"
                + difference(from: screen, to: frame.screen)
        case .unstatedNotice(let notice): "A notice came, and the test did not state it: \(notice.words)."
        default: driving
        }
    }

    /// What to do.
    private var remedy: String {
        switch self {
        case .otherFrame, .otherRendition: "\nState what is shown if that is right; if not, mend what draws it."
        case .otherNotice: "\nState what is said if that is right; if not, mend what announces it."
        case .noFrame, .neverMet, .noNotice, .unsettled, .endless, .atWork:
            "Let happen what it waits for: advance the clock, open the latch, answer the stub."
        case .noRendition: "Mend the rendition, or what it is given."
        case .nothingStated: "State the first frame before, or use `expectNext(as:_:)`."
        case .noButton:
            "State the frame that shows it first; an action without a button is for `perform`."
        case .severalButtons:
            "Say which by `inRow:`, a row's id or title, or by `with:`, arguments that it presets."
        case .disabled: "State the frame that enables it first."
        case .asks: "Fill them in with `submit`."
        case .noField: "Fill in what a person can; `perform` sends whatever it is given."
        case .accepted, .refusal, .otherError:
            "State how it ends if that is right; if not, mend the field's rule or the presenter."
        case .unseenError: "Wait for it with `answer()` and state its error."
        case .unstatedFrame:
            "\nState it with `expect`, or skip it on purpose with `skipFrames(until:)` or `skipRest()`."
        case .unstatedNotice:
            "State it with `expectNotice`, or skip it on purpose with `skipNotices()` or `skipRest()`."
        }
    }

    /// How it stands with the feature.
    static func state(_ work: String?) -> String {
        work.map { "At work: \($0)." } ?? "Nothing is at work."
    }
}
