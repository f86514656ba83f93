import FeatureKit
import FeatureTesting
import Foundation

/// A script of steps for a feature and what it shows after each: the tests of all front ends read the same files.
///
/// The files are in `Scripts`, one for each feature. A script begins with a new launch. Its statements add up: a step
/// states what changes, and all earlier statements still hold.
struct GalleryScript: Decodable, Sendable {
    /// One act of a person.
    struct Step: Decodable, Sendable {
        /// The title of the button to press.
        var press: String?
        /// The texts to type, by field; `nil` empties the field.
        var type: [String: String?]?
        /// The title of the row to select.
        var select: String?
        /// The id of the form or list.
        var `in`: String?
        /// What is shown then.
        var shows: ScreenStatement?
        /// The notices that come.
        var says: [String]?
        /// The fields that a problem is shown beside; nothing else changes then.
        var refused: [String]?
    }

    /// A sentence about the feature.
    let name: String
    /// What a new launch shows.
    let shows: ScreenStatement
    let steps: [Step]
}

/// The scripts of one feature.
struct GalleryScripts: Decodable, Sendable {
    /// The feature's id.
    let feature: String
    let scripts: [GalleryScript]

    /// Reads the scripts of a feature.
    init(of feature: String) throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Scripts")
        let data = try Data(contentsOf: folder.appending(path: "\(feature).json"))
        self = try JSONDecoder().decode(GalleryScripts.self, from: data)
    }
}

/// What is stated of a screen.
struct ScreenStatement: Decodable, Sendable {
    /// The texts of text elements.
    var texts: [String: String]?
    /// The values in forms, by the form's id; `nil` for an empty field.
    var fields: [String: [String: FieldValue?]]?
    /// All disabled fields of forms.
    var closed: [String: [String]]?
    /// All problems in forms.
    var problems: [String: [String: String]]?
    /// The titles of all rows of lists.
    var rows: [String: [String]]?
    /// The titles of selected rows; `nil` for none.
    var selected: [String: String?]?
    /// Whether buttons are enabled.
    var buttons: [String: Bool]?

    /// Adds later statements, which replace earlier ones of the same parts.
    mutating func add(_ later: ScreenStatement?) {
        guard let later else { return }
        texts = merged(texts, later.texts)
        fields = (fields ?? [:]).merging(later.fields ?? [:]) { $0.merging($1) { $1 } }
        closed = merged(closed, later.closed)
        problems = merged(problems, later.problems)
        rows = merged(rows, later.rows)
        selected = merged(selected, later.selected)
        buttons = merged(buttons, later.buttons)
    }

    private func merged<Value>(_ earlier: [String: Value]?, _ later: [String: Value]?) -> [String: Value] {
        (earlier ?? [:]).merging(later ?? [:]) { $1 }
    }

    /// Returns what a screen shows otherwise, a sentence each.
    func faults(on screen: Screen) -> [String] {
        var faults: [String] = []
        func state<Value: Equatable>(_ what: String, _ stated: Value, _ shown: Value) {
            if shown != stated { faults.append("\(what) should be \(stated), and is \(shown)") }
        }
        var (shownTexts, shownForms, shownLists): ([String: String], [String: FormElement], [String: ListElement]) =
            ([:], [:], [:])
        screen.visit { element in
            switch element {
            case .text(let text): shownTexts[text.id] = text.text
            case .form(let form): shownForms[form.id] = form
            case .list(let list): shownLists[list.id] = list
            default: break
            }
        }
        for (id, text) in texts ?? [:] { state("the text '\(id)'", text, shownTexts[id]) }
        for (id, values) in fields ?? [:] {
            for (name, value) in values {
                state("the field '\(name)' of '\(id)'", value?.comparable, shownForms[id]?.values[name]?.comparable)
            }
        }
        for (id, names) in closed ?? [:] {
            state("the disabled fields of '\(id)'", Set(names), shownForms[id]?.disabled)
        }
        for (id, texts) in problems ?? [:] {
            state("the problems in '\(id)'", texts, shownForms[id]?.problems.mapValues(\.text))
        }
        for (id, titles) in rows ?? [:] { state("the rows of '\(id)'", titles, shownLists[id]?.rows.map(\.title)) }
        for (id, title) in selected ?? [:] {
            let list = shownLists[id]
            state("the selected row of '\(id)'", title, list?.rows.first { $0.id == list?.selected }?.title)
        }
        for (title, isEnabled) in buttons ?? [:] {
            state("'\(title)' enabled", isEnabled, screen.buttons.first { $0.title == title }?.enabled)
        }
        return faults.sorted()
    }
}

extension Screen {
    /// Visits all elements, also those in sections.
    fileprivate func visit(_ body: (Element) -> Void) {
        func visit(_ elements: [Element]) {
            for element in elements {
                body(element)
                if case .section(let section) = element { visit(section.elements) }
            }
        }
        visit(elements)
    }
}

extension FieldValue {
    /// The value with every number as a decimal: JSON has one kind of number.
    fileprivate var comparable: FieldValue {
        if case .integer(let number) = self { .decimal(Double(number)) } else { self }
    }
}
