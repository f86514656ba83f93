#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Prints a line to standard output and flushes the output, even if it is a pipe.
@Sendable
func printLine(_ line: String) {
    print(line)
    // All streams are flushed, because Swift does not consider the global `stdout` safe across threads.
    fflush(nil)
}
