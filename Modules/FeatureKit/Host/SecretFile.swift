#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// A check of files that hold a secret, such as a token or the private key of a certificate.
package enum SecretFile {
    /// Returns a warning if other people of the machine can read or change a file; `nil` if they cannot.
    ///
    /// A file that cannot be examined gives no warning, because reading it reports why.
    ///
    /// - Parameters:
    ///   - path: The path of the file. A symbolic link stands for its target.
    ///   - option: The option that names the file, such as `--token-file`.
    package static func warning(about path: String, option: String) -> String? {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_mode & 0o066 != 0 else {
            return nil
        }
        let digits = String(status.st_mode & 0o7777, radix: 8)
        let mode = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        return "\(option): other people can read or change '\(path)' (mode \(mode)); allow only yourself: "
            + "chmod 600 '\(path)'"
    }
}
