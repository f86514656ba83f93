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

/// One line a property, indented by nesting; dictionaries by key, for equal ones need not have one order.
private func lines(of value: Any, named name: String? = nil, indent: String = "") -> [String] {
    let mirror = Mirror(reflecting: value)
    let start = indent + (name.map { "\($0): " } ?? "")
    var children = mirror.children.enumerated().map { index, child in (child.label ?? "\(index)", child.value) }
    switch mirror.displayStyle {
    case .optional:
        return children.first.map { lines(of: $0.1, named: name, indent: indent) } ?? [start + "nil"]
    case .dictionary:
        children = mirror.children.map { pair in
            let parts = Array(Mirror(reflecting: pair.value).children)
            return (String(reflecting: parts[0].value), parts[1].value)
        }.sorted { $0.0 < $1.0 }
    default: break
    }
    guard !children.isEmpty else { return [start + String(reflecting: value)] }
    return [start + "\(mirror.subjectType)"]
        + children.flatMap { label, child in lines(of: child, named: label, indent: indent + "  ") }
}
