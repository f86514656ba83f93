import NIOCore

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

extension IOError {
    /// The reason and what to do about it, for the person who starts a server.
    var reasonToPeople: String {
        switch errnoCode {
        case EADDRINUSE: "the port is in use; choose another with --port, or 0 for a free one"
        case EACCES: "this user may not use the port; choose one from 1024"
        case EADDRNOTAVAIL: "this machine has no such address"
        default: String(cString: strerror(errnoCode))
        }
    }
}
