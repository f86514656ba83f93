import FeatureKit

/// A failure of a scenario.
///
/// Its message says what happened, why it is wrong, and what to do.
enum ScenarioFailure: Error {
    // Expectations
    case otherFrame(Frame, stated: Screen)
    case noFrame(after: Frame?, stated: Screen?, Duration, work: String?)
    case otherNotice(Notice, stated: Notice)
    case noNotice(stated: Notice, Duration, work: String?)
    case otherRendition(ScreenRendition, Frame, stated: String, actual: String)
    case noRendition(ScreenRendition, Frame, any Error)
    case nothingStated(ScreenRendition)
    case otherPlace(ActionName, FeatureLink, stated: FeatureLink)
    case noPlace(stated: FeatureLink)

    // Steps
    case noButton(String, row: String?, [String: FieldValue], among: [PlacedButton], Frame?)
    case severalButtons(String, [PlacedButton], Frame?)
    case disabled(PlacedButton, among: [PlacedButton], Frame?)
    case asks(PlacedButton, for: [String])
    case noField(String, PlacedButton, fields: [String])
    case noForm(String, among: [FormElement], Frame?)
    case noFormField(String, FormElement, fields: [String])
    case disabledForm(FormElement, Frame?)
    case disabledField(String, FormElement, enabled: [String])
    case unchanged(FormElement, fields: [String])
    case noSelectableRow(String, list: String?, among: [ListElement], Frame?)
    case severalRows(String, [Row], Frame?)
    case noCell(String, row: String, columns: [String], Frame?)
    case severalCells(String, row: String, [Row], Frame?)
    case closedCell(String, row: String, Frame?)
    case accepted(ActionName, stated: [String: String])
    case refusal(ActionName, stated: [String: String], actual: [String: String])
    case otherError(ActionName, stated: [String: String], actual: any Error)
    case endless(ActionName, Duration, work: String?)

    // Skipping
    case neverMet([Frame], Duration, work: String?)
    case unsettled(Duration, work: String?)

    // Finishing
    case atWork(String?, Duration)
    case unseenError(ActionName, any Error)
    case unstatedFrame(Frame, after: Screen)
    case unstatedNotice(Notice)
    case unstatedPlace(ActionName, FeatureLink)
}

extension ScenarioFailure: CustomStringConvertible {
    /// The complete message.
    var description: String { [what, remedy].joined(separator: "\n") }

    /// The problem.
    private var what: String {
        switch self {
        case .otherFrame(let frame, let stated):
            "Frame \(frame.revision) differs from the expected frame; expected (-), actual (+):\n\n"
                + difference(from: stated, to: frame.screen)
        case .noFrame(let frame, let stated, let patience, let work):
            "No frame came after \(frame.text) within \(patience.fieldText).\n" + Self.state(work)
                + (stated.map {
                    "\nThe test expected (+):\n\n" + difference(from: frame?.screen ?? Screen(), to: $0) + "\n"
                }
                    ?? "")
        case .otherNotice(let notice, let stated):
            "The next notice differs from the expected notice; expected (-), actual (+):\n\n"
                + difference(from: stated, to: notice)
        case .noNotice(let stated, let patience, let work):
            "No notice came within \(patience.fieldText); the test expected \(stated.words).\n" + Self.state(work)
        case .otherRendition(let rendition, let frame, let stated, let actual):
            "Frame \(frame.revision) as \(rendition.name) differs from the expected text; expected (-), actual (+):\n\n"
                + difference(from: stated, to: actual)
        case .noRendition(let rendition, let frame, let error):
            "Frame \(frame.revision) cannot be rendered as \(rendition.name): \(error)"
        case .nothingStated(let rendition): "There is no frame yet to render as \(rendition.name)."
        case .otherPlace(let action, let place, let stated):
            "\(action) opened another place; expected (-), actual (+):\n\n" + difference(from: stated, to: place)
        case .noPlace(let stated): "No action opened a place; the test expected \(stated.words)."
        case .neverMet(let skipped, let patience, let work):
            "None of \(skipped.count) skipped frames met the condition, and no further frame came within "
                + "\(patience.fieldText).\n" + Self.state(work)
                + (skipped.last.map { "\nThe last skipped frame:\n\n" + dump($0.screen) + "\n" } ?? "")
        case .unsettled(let patience, let work):
            "The feature has not settled within \(patience.fieldText).\n" + Self.state(work)
        case .atWork(let work, let patience):
            "At the end of the scenario, the feature has not settled within \(patience.fieldText).\n" + Self.state(work)
        case .unseenError(let action, let error):
            "\(action) failed, and the test did not read its answer: \(error)"
        case .unstatedFrame(let frame, let screen):
            "Frame \(frame.revision) was shown, but the test did not expect it:\n\n"
                + difference(from: screen, to: frame.screen)
        case .unstatedPlace(let action, let place):
            "\(action) opened \(place.words), but the test did not expect it."
        case .unstatedNotice(let notice): "A notice was shown, but the test did not expect it: \(notice.words)."
        default: driving
        }
    }

    /// The advice about what to do next.
    private var remedy: String {
        switch self {
        case .otherFrame, .otherRendition:
            "\nIf the frame is right, change the expectation. If not, fix the code that draws it."
        case .otherNotice: "\nIf the notice is right, change the expectation. If not, fix the code that announces it."
        case .noFrame, .neverMet, .noNotice, .unsettled, .endless, .atWork:
            "Trigger the awaited event: advance the clock, open the latch or answer the stub."
        case .otherPlace, .noPlace:
            "If the action is right, change the expectation. If not, fix the code that calls `stage.open`."
        case .unstatedPlace: "Expect it with `expectOpened`, or skip it with `skipRest()`."
        case .noRendition: "Fix the rendition or its input."
        case .nothingStated: "Expect a frame before this call, or use `expectNext(as:_:)`."
        case .noButton:
            "Expect the frame that shows it first. For an action without a button, use `perform`."
        case .severalButtons:
            "Choose one with `inRow:` (the id or title of its row) or `with:` (its preset arguments)."
        case .disabled: "Expect the frame that enables it first."
        case .asks: "Fill in these fields with `submit`."
        case .noCell: "Expect the frame that shows it first. For a button of the row, use `press` or `submit`."
        case .severalCells: "Choose one by the id of its row."
        case .closedCell: "Expect the frame that enables the button first."
        case .noField, .noFormField: "Fill in only fields of the form. To send other arguments, use `perform`."
        case .noForm: "Expect the frame that shows it first. For the form of a button, use `submit`."
        case .disabledForm, .disabledField: "Expect the frame that enables it first."
        case .unchanged: "Fill in another value. A front end does not send an unchanged form."
        case .noSelectableRow: "Expect the frame that shows it first. For a row's button, use `press(_:inRow:)`."
        case .severalRows: "Choose one by its id, or name its list with `in:`."
        case .accepted, .refusal, .otherError:
            "If the outcome is right, change the expectation. If not, fix the field's rule or the presenter."
        case .unseenError: "Call `answer()` and check its error."
        case .unstatedFrame:
            "\nExpect it with `expect`, or skip it with `skipFrames(until:)` or `skipRest()`."
        case .unstatedNotice:
            "Expect it with `expectNotice`, or skip it with `skipNotices()` or `skipRest()`."
        }
    }

    /// Returns a sentence that names the running actions.
    static func state(_ work: String?) -> String {
        work.map { "Running: \($0)." } ?? "Nothing is running."
    }
}
