#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Prints a line to standard output and flushes it, so that a reader of a pipe gets the line at once.
@Sendable
func printLine(_ line: String) {
    print(line)
    // All streams are flushed, because Swift does not consider the global `stdout` safe across threads.
    fflush(nil)
}
