import FeatureKit
import FeatureStorage

/// The address of a PostgreSQL database: the URL for libpq, and a text without the password for messages.
struct PostgreSQLAddress: Sendable, CustomStringConvertible {
    /// The URL as the caller gave it.
    let url: String
    /// The URL without the password and without the settings after `?`, because some of these settings are secret too.
    let description: String

    private static let schemes = ["postgresql://", "postgres://"]

    static func matches(_ text: String) -> Bool {
        schemes.contains { text.lowercased().hasPrefix($0) }
    }

    /// Parses a URL.
    ///
    /// The initializer refuses a URL that libpq may split differently, because libpq's messages could then show a part
    /// of the password as a host name.
    init(_ url: String) throws {
        guard Self.matches(url), let slashes = url.firstRange(of: "://") else { throw StorageError.noAddress() }
        let rest = url[slashes.upperBound...]
        let authority = rest.prefix { $0 != "/" && $0 != "?" }
        let parts = authority.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count <= 2, !rest[authority.endIndex...].contains("@"), !url.utf8.contains(0) else {
            throw StorageError.noAddress()
        }
        let user = parts.count == 2 ? parts[0].prefix { $0 != ":" } + "@" : ""
        let path = rest[authority.endIndex...].prefix { $0 != "?" }
        let digits =
            (parts.last ?? "").drop { $0 != "]" }.isEmpty ? (parts.last ?? "").drop { $0 != ":" }.dropFirst() : ""
        guard digits.isEmpty || digits.contains(",") || (1...65535).contains(Int(digits) ?? 0) else {
            throw StorageError.noPort(digits)
        }
        self.url = url
        description = url[..<slashes.upperBound] + user + (parts.last ?? "") + path
    }
}

extension StorageError {
    /// Returns the error for a port that is not a number from 1 to 65535.
    fileprivate static func noPort(_ digits: Substring) -> StorageError {
        StorageError(
            .unusable,
            "the address of the database has the port \(FieldValue.quote(String(digits))); expected a number from 1 to 65535"
        )
    }

    /// Returns the error for a malformed URL.
    ///
    /// The message does not quote the URL: in a malformed URL, nobody can tell where the password ends.
    static func noAddress() -> StorageError {
        StorageError(
            .unusable,
            "the address of the database cannot be read; expected postgresql://USER:PASSWORD@HOST:PORT/NAME, with each "
                + "of / ? # @ : % in a user or password percent-encoded ('@' is %40), and '@' after the host too")
    }
}
