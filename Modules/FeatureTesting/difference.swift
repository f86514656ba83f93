import FeatureKit

/// Returns the lines in which two values differ, those of the first marked `-` and those of the second `+`, with a line
/// of context around.
func difference<Value>(from expected: Value, to actual: Value) -> String {
    let (old, new) = (lines(of: expected), lines(of: actual))
    var removed: Set<Int> = []
    var inserted: Set<Int> = []
    for change in new.difference(from: old) {
        switch change {
        case .remove(let offset, _, _): removed.insert(offset)
        case .insert(let offset, _, _): inserted.insert(offset)
        }
    }
    var result: [String] = []
    var (oldIndex, newIndex) = (0, 0)
    while oldIndex < old.count || newIndex < new.count {
        if removed.contains(oldIndex) {
            result.append("- \(old[oldIndex])")
            oldIndex += 1
        } else if inserted.contains(newIndex) {
            result.append("+ \(new[newIndex])")
            newIndex += 1
        } else {
            result.append("  \(new[newIndex])")
            (oldIndex, newIndex) = (oldIndex + 1, newIndex + 1)
        }
    }
    let kept = result.indices.filter { index in
        result[max(0, index - 1)...min(result.count - 1, index + 1)].contains { !$0.hasPrefix("  ") }
    }
    return kept.map { result[$0] }.joined(separator: "\n")
}

/// One line a property, indented by nesting.
private func lines<Value>(of value: Value) -> [String] {
    var text = ""
    dump(value, to: &text)
    return text.split(separator: "\n").map(String.init)
}
