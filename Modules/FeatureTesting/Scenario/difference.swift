import CustomDump

/// Returns the differences between two values with context: `-` marks lines of the first value, `+` lines of the
/// second.
func difference<Value>(from expected: Value, to actual: Value) -> String {
    diff(expected, actual) ?? "  (no visible difference)"
}

/// Returns a value as text, one property per line.
func dump<Value>(_ value: Value) -> String {
    String(customDumping: value)
}
