import FeatureKit
import Interaction

extension DrawingElement {
    /// Returns the words for changed shapes.
    func lines(of edits: [ScreenDiff.ShapeEdit], from old: DrawingElement) -> [StyledLine] {
        edits.flatMap { edit -> [StyledLine] in
            switch edit {
            case .all(let shapes): return [StyledLine(alt)] + shapes.map { StyledLine("  \($0.line)") }
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
