import CustomDump

/// Returns the differences between two values with context: `-` marks lines of the first value, `+` lines of the
/// second.
///
/// Leaves out unchanged members that are `nil`.
func difference<Value>(from expected: Value, to actual: Value) -> String {
    diff(expected, actual).map(withoutNilMembers) ?? "  (no visible difference)"
}

/// Returns a value as text, one property per line, without members that are `nil`.
func dump<Value>(_ value: Value) -> String {
    withoutNilMembers(String(customDumping: value))
}

private func withoutNilMembers(_ text: String) -> String {
    var lines: [Substring] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
        let isLast = line.hasSuffix(": nil")
        guard line.hasPrefix("  "), isLast || line.hasSuffix(": nil,") else {
            lines.append(line)
            continue
        }
        // The last member has no comma.
        if isLast, let last = lines.last, last.hasSuffix(",") { lines[lines.count - 1] = last.dropLast() }
    }
    return lines.joined(separator: "\n")
}
