#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Prints a line on standard output at once, also where it is a pipe that somebody waits on.
@Sendable
func printLine(_ line: String) {
    print(line)
    // All streams, because naming one is not safe between threads in Swift's eyes.
    fflush(nil)
}
