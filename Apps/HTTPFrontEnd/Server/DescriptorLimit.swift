#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// How many files, and so connections, the process may have open.
enum DescriptorLimit {
    /// How many it may have open now.
    static var current: Int { Int(clamping: limit.rlim_cur) }

    /// Lets the process have as many open as the system allows it: what it begins with is often 1,024.
    static func raise() {
        var limit = limit
        limit.rlim_cur = limit.rlim_max
        #if canImport(Darwin)
            limit.rlim_cur = min(limit.rlim_max, rlim_t(OPEN_MAX))
        #endif
        _ = setrlimit(resource, &limit)
    }

    /// How many connections it may open besides what it has open, with some left for features' files and connections.
    static var connections: Int {
        // The lowest number that is free.
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
