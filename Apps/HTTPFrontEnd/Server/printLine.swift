#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Prints a line on standard output and flushes it, also into a pipe.
@Sendable
func printLine(_ line: String) {
    print(line)
    // Flushes all streams, because Swift considers the global `stdout` unsafe across threads.
    fflush(nil)
}
