#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The number of files that the process may have open, including connections.
enum DescriptorLimit {
    /// The current limit.
    static var current: Int { Int(clamping: limit.rlim_cur) }

    /// Raises the limit to the system's maximum.
    ///
    /// The initial limit is often 1,024.
    static func raise() {
        var limit = limit
        limit.rlim_cur = limit.rlim_max
        #if canImport(Darwin)
            limit.rlim_cur = min(limit.rlim_max, rlim_t(OPEN_MAX))
        #endif
        _ = setrlimit(resource, &limit)
    }

    /// The number of further connections that the process may open.
    ///
    /// Some files are reserved for features.
    static var connections: Int {
        // A new file descriptor is the lowest free number, so it tells how many files are open.
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
