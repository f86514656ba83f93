import ArgumentParser
import HTTPTypes

extension HTTPServerConfiguration {
    /// Throws an error if the settings of persons that a proxy names are not complete.
    func validatePersons() throws {
        let (person, secret) = (Settings.personHeader.name, Settings.proxySecretFile.name)
        guard personHeader != nil else {
            for (option, value) in [(Settings.rolesHeader.name, rolesHeader), (secret, proxySecretFile)]
            where value != nil {
                throw ValidationError("--\(option) needs --\(person) NAME too, the header that names the person")
            }
            return
        }
        guard !trustedProxies.isEmpty else {
            throw ValidationError(
                "--\(person) needs --\(Settings.trustedProxies.name) CIDR too, the address of the reverse proxy")
        }
        guard proxySecretFile != nil else {
            throw ValidationError(
                "--\(person) needs --\(secret) PATH too, the file with the secret that the reverse proxy sends as "
                    + "\(HTTPField.Name.proxySecret)")
        }
        _ = try proxyFields()
    }

    /// Returns the header fields in which a proxy names persons; `nil` if no proxy does.
    ///
    /// - Throws: `ValidationError` for a name that no header field has, and for a field with two meanings.
    func proxyFields() throws -> ProxyPersons.Fields? {
        func name(_ text: String?, of setting: Setting<String>) throws -> HTTPField.Name? {
            guard let text else { return nil }
            guard let name = HTTPField.Name(text) else {
                throw ValidationError("--\(setting.name): \(Settings.headerRefused(text))")
            }
            guard !Self.reservedFields.contains(name) else {
                throw ValidationError("--\(setting.name): the header \(name) has another meaning; choose another name")
            }
            return name
        }
        guard let person = try name(personHeader, of: Settings.personHeader) else { return nil }
        let roles = try name(rolesHeader, of: Settings.rolesHeader)
        guard roles != person else {
            throw ValidationError(
                "--\(Settings.rolesHeader.name) and --\(Settings.personHeader.name) need different headers, got "
                    + "\(person) twice")
        }
        return ProxyPersons.Fields(person: person, roles: roles)
    }

    /// The fields whose values are secrets, or come from clients.
    private static let reservedFields: Set<HTTPField.Name> = [
        .authorization, .cookie, .proxySecret, .forwarded, .forwardedFor, .forwardedHost, .forwardedProto,
    ]
}
