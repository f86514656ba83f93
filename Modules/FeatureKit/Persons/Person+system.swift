#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

extension Person {
    /// The user of the operating system under which this program runs, with every role.
    ///
    /// A person at a terminal, or on the machine of a host that is reachable from this machine only, owns the data anyway.
    package static let systemUser: Person = {
        let number = getuid()
        let name = getpwuid(number).flatMap { entry in
            entry.pointee.pw_name.map { String(cString: $0) }
        }
        return Person(id: name ?? "user \(number)", roles: .all)
    }()
}
