import FeatureKit
import FeatureTesting
import Foundation

/// A script for a feature: steps, and the expected screen after each step.
///
/// The tests of all front ends read the same files. The files are in `Scripts`, one for each feature. A script begins
/// with a new launch. Its expectations accumulate: a step lists only what changes, and all earlier expectations must
/// still be met.
struct GalleryScript: Decodable, Sendable {
    /// A step that a person makes.
    struct Step: Decodable, Sendable {
        /// The title of the button to press.
        var press: String?
        /// The title of the button to press without waiting until its work has ended.
        ///
        /// The next step cancels the work, because the line by line dialogue waits for its end.
        var begin: String?
        /// The title of the running work to cancel.
        var cancel: String?
        /// The texts to enter, keyed by field name.
        ///
        /// `nil` empties the field.
        var type: [String: String?]?
        /// The title of the row to select.
        var select: String?
        /// The place on the drawing to tap: `x` and `y`.
        var tap: [Double]?
        /// The cell to edit: the title of its row, and the name of its column.
        var cell: [String]?
        /// The text to enter into the cell; `nil` empties it.
        var text: String?
        /// The id of the form, list or drawing in which the step is made.
        var `in`: String?
        /// The time that passes after the step, in seconds.
        ///
        /// The tests of the other front ends wait until the expectations are met.
        var seconds: Double?
        /// The expected changes of the screen.
        var shows: ScreenStatement?
        /// The texts of the expected notices.
        var says: [String]?
        /// The names of the fields that the step must refuse.
        ///
        /// Apart from the refusal, the screen must not change.
        var refused: [String]?
    }

    /// The name of the script: a sentence about the feature.
    let name: String
    /// The expected screen of a new launch.
    let shows: ScreenStatement
    let steps: [Step]
}

/// The scripts of one feature.
struct GalleryScripts: Decodable, Sendable {
    /// The feature's id.
    let feature: String
    let scripts: [GalleryScript]

    /// Reads the script file of a feature.
    init(of feature: String) throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Scripts")
        let data = try Data(contentsOf: folder.appending(path: "\(feature).json"))
        self = try JSONDecoder().decode(GalleryScripts.self, from: data)
    }
}

/// The expectations about a screen.
struct ScreenStatement: Decodable, Sendable {
    /// The texts of text elements, keyed by element id.
    var texts: [String: String]?
    /// The values of fields, keyed by form id and field name.
    ///
    /// `nil` means an empty field.
    var fields: [String: [String: FieldValue?]]?
    /// The names of all disabled fields, keyed by form id.
    var closed: [String: [String]]?
    /// All problems in forms, keyed by form id and field name.
    var problems: [String: [String: String]]?
    /// The titles of all rows, keyed by list id.
    var rows: [String: [String]]?
    /// The titles of selected rows, keyed by list id.
    ///
    /// `nil` means that no row is selected.
    var selected: [String: String?]?
    /// All circles of drawings, keyed by the id of the drawing: `x`, `y`, radius, and whether it is filled.
    var shapes: [String: [Circle]]?
    /// The texts of cells, keyed by the id of the list, the title of the row and the name of the column.
    var cells: [String: [String: [String: String]]]?
    /// The values beside labels, keyed by label.
    var values: [String: String]?
    /// The ranges of the seconds that progress elements tell, keyed by the title of the element.
    var progress: [String: ClosedRange<Double>]?
    /// Whether work is running, keyed by its title.
    var work: [String: Bool]?
    /// Whether a button is enabled, keyed by the button's title.
    var buttons: [String: Bool]?

    /// Adds later expectations.
    ///
    /// They replace earlier expectations about the same parts of the screen.
    mutating func add(_ later: ScreenStatement?) {
        guard let later else { return }
        texts = merged(texts, later.texts)
        fields = (fields ?? [:]).merging(later.fields ?? [:]) { $0.merging($1) { $1 } }
        closed = merged(closed, later.closed)
        problems = merged(problems, later.problems)
        rows = merged(rows, later.rows)
        selected = merged(selected, later.selected)
        shapes = merged(shapes, later.shapes)
        cells = (cells ?? [:]).merging(later.cells ?? [:]) { $0.merging($1) { $0.merging($1) { $1 } } }
        values = merged(values, later.values)
        progress = merged(progress, later.progress)
        work = merged(work, later.work)
        buttons = merged(buttons, later.buttons)
    }

    private func merged<Value>(_ earlier: [String: Value]?, _ later: [String: Value]?) -> [String: Value] {
        (earlier ?? [:]).merging(later ?? [:]) { $1 }
    }

    /// Returns a sentence for each difference between these expectations and a screen with the titles of running work.
    func faults(on screen: Screen, running titles: [String] = []) -> [String] {
        var faults: [String] = []
        func state<Value: Equatable>(_ what: String, _ stated: Value, _ shown: Value) {
            if shown != stated { faults.append("\(what) should be \(stated) but is \(shown)") }
        }
        var (shownTexts, shownForms, shownLists): ([String: String], [String: FormElement], [String: ListElement]) =
            ([:], [:], [:])
        var shownCircles: [String: [Circle]] = [:]
        var (shownValues, shownSeconds): ([String: String], [String: Double]) = ([:], [:])
        screen.visit { element in
            switch element {
            case .text(let text): shownTexts[text.id] = text.text
            case .form(let form): shownForms[form.id] = form
            case .list(let list): shownLists[list.id] = list
            case .drawing(let drawing): shownCircles[drawing.id] = drawing.shapes.compactMap(Circle.init)
            case .fields(let fields): for item in fields.items { shownValues[item.label] = item.value }
            case .progress(let progress):
                let number = progress.message?.split(separator: " ").first
                shownSeconds[progress.title] = number.flatMap { Double($0) }
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
        for (id, circles) in shapes ?? [:] { state("the circles of '\(id)'", circles, shownCircles[id]) }
        for (id, rows) in cells ?? [:] {
            for (title, cells) in rows {
                let row = shownLists[id]?.rows.first { $0.title == title }
                for (name, text) in cells {
                    let shown = row.map { $0.cells[name] ?? $0.values[name]?.description ?? "" }
                    state("the cell '\(name)' of '\(title)'", text, shown)
                }
            }
        }
        for (label, value) in values ?? [:] { state("the value of '\(label)'", value, shownValues[label]) }
        for (title, range) in progress ?? [:] {
            let seconds = shownSeconds[title]
            let nearest = min(max(seconds ?? range.lowerBound, range.lowerBound), range.upperBound)
            state("the seconds of '\(title)'", nearest, seconds)
        }
        for (title, isRunning) in work ?? [:] { state("'\(title)' running", isRunning, titles.contains(title)) }
        for (title, isEnabled) in buttons ?? [:] {
            state("'\(title)' enabled", isEnabled, screen.buttons.first { $0.title == title }?.enabled)
        }
        return faults.sorted()
    }
}

/// A circle of a drawing.
struct Circle: Decodable, Equatable, Sendable {
    private let (x, y, radius): (Double, Double, Double)
    private let isFilled: Bool

    init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        (x, y) = (try container.decode(Double.self), try container.decode(Double.self))
        (radius, isFilled) = (try container.decode(Double.self), try container.decode(Bool.self))
    }

    /// Creates the circle of a shape; `nil` if the shape is no circle.
    init?(_ shape: DrawingElement.Shape) {
        guard case .circle(let x, let y, let radius) = shape.figure else { return nil }
        (self.x, self.y, self.radius, isFilled) = (x, y, radius, shape.isFilled)
    }
}

extension Screen {
    /// Calls a closure with each element, including elements in sections.
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
    /// The value with every number converted to a decimal, because JSON has only one kind of number.
    fileprivate var comparable: FieldValue {
        if case .integer(let number) = self { .decimal(Double(number)) } else { self }
    }
}
