import FeatureKit
import Interaction

extension DrawingElement {
    /// Returns the words for the changes of a drawing.
    func lines(of change: ScreenDiff.DrawingChange, from old: DrawingElement) -> [StyledLine] {
        (change.alt.map { [StyledLine($0)] } ?? [])
            + change.shapes.flatMap { edit -> [StyledLine] in
                switch edit {
                case .all(let shapes): return shapes.map { StyledLine($0.line) }
                case .remove(let ids):
                    let gone = Set(ids)
                    return old.shapes.filter { gone.contains($0.id) }.map { StyledLine("Removed: \($0.line)") }
                case .insert(let shapes, _): return shapes.map { StyledLine($0.line) }
                case .set(let shape): return [StyledLine(shape.line)]
                case .move: return []
                }
            }
    }
}
