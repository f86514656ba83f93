import NIOCore

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

extension IOError {
    /// The reason and the next step, for the person who starts the server.
    var reasonToPeople: String {
        switch errnoCode {
        case EADDRINUSE: "the port is in use; choose another port with --port, or 0 for a free port"
        case EACCES: "this user may not use the port; choose a port from 1024"
        case EADDRNOTAVAIL: "this machine does not have this address; choose another address with --host"
        default: String(cString: strerror(errnoCode))
        }
    }
}
