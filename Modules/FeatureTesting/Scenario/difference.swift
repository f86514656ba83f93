import CustomDump

/// Returns the lines in which two values differ, those of the first marked `-` and those of the second `+`, amid what
/// they have in common.
func difference<Value>(from expected: Value, to actual: Value) -> String {
    diff(expected, actual) ?? "  (they differ in nothing that can be shown)"
}

/// Returns a value, a property a line.
func dump<Value>(_ value: Value) -> String {
    String(customDumping: value)
}
