import FeatureKit
import Interaction
import TerminalKit

// Handles the cross with which a person taps on a drawing.

extension InteractivePage {
    /// Returns the layout of a drawing; `nil` if the page does not show it.
    func drawing(_ id: String) -> DrawingLayout? {
        for case .drawing(let drawing) in layout.blocks.lazy.map(\.content) where drawing.drawing.id == id {
            return drawing
        }
        return nil
    }

    /// Returns the place of the cross on a drawing.
    func cross(on drawing: DrawingLayout) -> DrawingLayout.Point {
        view.crosses[drawing.drawing.id] ?? drawing.middle
    }
}

extension InteractiveState {
    /// The number of cells by which an arrow key with the Shift key moves the cross.
    private static let stride = 5

    /// Handles a key that moves the cross on the focused drawing.
    ///
    /// Returns whether the drawing has used the key. At the upper and at the lower end, the arrow keys lead to other parts
    /// of the page.
    mutating func moveCross(_ press: KeyPress, at stop: PageStop) -> Bool {
        guard case .drawing(let id) = stop, let drawing = page.drawing(id), press.modifiers.isSubset(of: .shift)
        else { return false }
        let cell = drawing.cell(of: page.cross(on: drawing))
        let count = press.modifiers.isEmpty ? 1 : Self.stride
        let (right, down) =
            switch press.key {
            case .left: (-count, 0)
            case .right: (count, 0)
            case .up: (0, -count)
            case .down: (0, count)
            default: (0, 0)
            }
        guard right != 0 || down != 0, down == 0 || (down < 0 ? cell.row > 0 : cell.row < drawing.rows - 1) else {
            return false
        }
        page.view.crosses[id] = drawing.point(
            column: min(drawing.columns - 1, max(0, cell.column + right)),
            row: min(drawing.rows - 1, max(0, cell.row + down)))
        page.keepSelectionInSight()
        return true
    }

    /// Taps on a drawing at its cross.
    mutating func tapAtCross(_ id: String, _ effects: inout [InteractiveEffect]) {
        guard let layout = page.drawing(id) else { return }
        let (drawing, point) = (layout.drawing, page.cross(on: layout))
        let action = drawing.tap.flatMap { page.manifest.action(named: $0.action) }
        guard let button = drawing.tap(atX: point.x, y: point.y, on: layout.shape(at: point)?.id, by: action) else {
            return
        }
        guard page.failure == nil, button.role != .destructive, button.confirm == nil else {
            return press(button, row: nil, &effects)
        }
        // A tap asks for no further fields, and shows itself what it has done.
        perform(Call(button.action, button.arguments), &effects)
    }

    /// Taps on a drawing at a clicked cell of its picture.
    mutating func tap(_ id: String, column: Int, row: Int, _ effects: inout [InteractiveEffect]) {
        guard let layout = page.drawing(id) else { return }
        page.setFocus(.drawing(id: id))
        page.view.crosses[id] = layout.point(column: column, row: row)
        tapAtCross(id, &effects)
    }
}
