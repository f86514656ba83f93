#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// How many files, connections included, the process may have open.
enum DescriptorLimit {
    /// The current limit.
    static var current: Int { Int(clamping: limit.rlim_cur) }

    /// Raises the limit to the system's maximum.
    ///
    /// It is often 1,024 at first.
    static func raise() {
        var limit = limit
        limit.rlim_cur = limit.rlim_max
        #if canImport(Darwin)
            limit.rlim_cur = min(limit.rlim_max, rlim_t(OPEN_MAX))
        #endif
        _ = setrlimit(resource, &limit)
    }

    /// How many more connections the process may open, with some files left for features.
    static var connections: Int {
        // The system returns the lowest free number.
        let next = dup(2)
        guard next >= 0 else { return 4 }
        close(next)
        let free = current - Int(next)
        return max(4, free - min(128, max(8, free / 4)))
    }

    private static var limit: rlimit {
        var limit = rlimit()
        _ = getrlimit(resource, &limit)
        return limit
    }

    #if canImport(Glibc)
        private static let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
        private static let resource = RLIMIT_NOFILE
    #endif
}
