/// The caller of an action: a person, or a program on behalf of a team.
///
/// The host knows the person by a sign-in or by the user of the operating system, and never by anything that a client
/// says about itself. Handlers read ``Input/person``; a launch, the start of a session and followed changes have no person.
public struct Person: Sendable, Hashable {
    /// The roles of a person.
    public enum Roles: Sendable, Hashable {
        /// Every role, also roles that features declare later.
        case all
        /// Only these roles.
        case some(Set<String>)
    }

    /// The name under which the host knows the person: unique on the host, and the same at each sign-in.
    public let id: String
    /// The name for people.
    public let name: String
    /// The person's roles.
    public let roles: Roles

    /// The bytes of the id, which tell persons apart: two texts of different bytes can be equal (Unicode, 3.7).
    package var key: [UInt8] { Array(id.utf8) }

    /// Creates a person.
    ///
    /// - Parameters:
    ///   - id: The name under which the host knows the person: one line, 1 to 200 bytes in UTF-8.
    ///   - name: The name for people; `nil` for the id.
    ///   - roles: The person's roles.
    public init(id: String, name: String? = nil, roles: Roles = .some([])) {
        (self.id, self.name, self.roles) = (id, name ?? id, roles)
    }

    /// Returns whether a text can be an id or a name: one line, 1 to 200 bytes in UTF-8, safe to compare.
    package static func isName(_ text: some StringProtocol) -> Bool {
        (1...200).contains(text.utf8.count) && StreamSafeText.contains(text)
            && !text.unicodeScalars.contains { $0.properties.generalCategory == .control }
    }

    /// Returns whether the person has a role.
    public func has(_ role: String) -> Bool {
        switch roles {
        case .all: true
        case .some(let roles): roles.contains(role)
        }
    }
}
