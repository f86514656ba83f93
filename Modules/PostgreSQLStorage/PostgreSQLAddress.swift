import FeatureKit
import FeatureStorage

/// Where a database of PostgreSQL is, as a URL that libpq understands, and how to speak of it without its password.
struct PostgreSQLAddress: Sendable, CustomStringConvertible {
    /// The URL as it was given.
    let url: String
    /// The URL without the password and without the settings after `?`, of which some are secret too.
    let description: String

    private static let schemes = ["postgresql://", "postgres://"]

    static func isOne(_ text: String) -> Bool {
        schemes.contains { text.lowercased().hasPrefix($0) }
    }

    /// Reads a URL; refuses one that a reader could split in another way than libpq, whose messages would then quote a
    /// part of the password as if it were the name of a host.
    init(_ url: String) throws {
        guard Self.isOne(url), let slashes = url.firstRange(of: "://") else { throw StorageError.noAddress() }
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
    /// A port is none.
    fileprivate static func noPort(_ digits: Substring) -> StorageError {
        StorageError(
            .unusable,
            "the address of the database has the port \(FieldValue.quote(String(digits))); expected a number from 1 to 65535"
        )
    }

    /// A URL cannot be read.
    ///
    /// It is not quoted: where its password begins and ends is just what is not known.
    static func noAddress() -> StorageError {
        StorageError(
            .unusable,
            "the address of the database cannot be read; expected postgresql://USER:PASSWORD@HOST:PORT/NAME, with each "
                + "of / ? # @ : % in a user or password percent-encoded ('@' is %40), and '@' after the host too")
    }
}
