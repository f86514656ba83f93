/// The people who may use a feature or perform an action.
///
/// The rule stands in the manifest, and every front end keeps it:
///
/// ```swift
/// static let release = Action("release", "Release", effect: .removes, for: .role("keeper"), fields: RecordFields.id)
/// ```
public enum Audience: Sendable, Hashable {
    /// Everybody, also unknown people.
    case anyone
    /// All known people.
    case signedIn
    /// The people with a role: a lower-case letter, then lower-case letters, digits or `-`.
    case role(String)
    /// Nobody; a rule of a newer program reads so, because guessing it could allow too much.
    case nobody

    /// Returns whether a person belongs to the audience.
    ///
    /// - Parameter person: The person; `nil` if nobody is known.
    public func includes(_ person: Person?) -> Bool {
        switch self {
        case .anyone: true
        case .signedIn: person != nil
        case .role(let role): person?.has(role) ?? false
        case .nobody: false
        }
    }

    /// Returns the sentence that refuses a deed to everybody else.
    ///
    /// - Parameter deed: What people outside the audience cannot do, such as `release`.
    fileprivate func refusal(of deed: String) -> String {
        switch self {
        case .anyone: "You cannot \(deed)."
        case .signedIn: "Only people who are signed in can \(deed)."
        case .role(let role): "Only \(role.needsAn ? "an" : "a") \(role) can \(deed)."
        case .nobody: "Nobody can \(deed) with this version of the program."
        }
    }
}

extension Audience: Decodable {
    private enum CodingKeys: CodingKey { case role }

    /// Decodes the value from its wire format: `"signed-in"`, or an object with a role.
    ///
    /// Everything else reads as ``nobody``.
    public init(from decoder: any Decoder) throws {
        if let word = try? decoder.singleValueContainer().decode(String.self) {
            self = word == Self.signedInWord ? .signedIn : .nobody
        } else if let members = try? decoder.container(keyedBy: CodingKeys.self),
            let role = try? members.decode(String.self, forKey: .role)
        {
            self = .role(role)
        } else {
            self = .nobody
        }
    }

    fileprivate static let signedInWord = "signed-in"
}

extension JSONWriter {
    /// Writes an audience as the last member of an object, and nothing for ``Audience/anyone``.
    mutating func audience(_ audience: Audience) {
        switch audience {
        case .anyone: return
        case .signedIn:
            key("for")
            string(Audience.signedInWord)
        case .nobody:
            key("for")
            // A reader takes any unknown word for nobody.
            string("nobody")
        case .role(let role):
            key("for")
            raw("{")
            key("role")
            string(role)
            raw("}")
        }
    }
}

extension FeatureManifest {
    /// Throws an error if a person may not perform an action of the feature.
    ///
    /// - Throws: ``FeatureError`` with the code ``FeatureError/Code/forbidden``.
    package func verify(_ action: Action, for person: Person?) throws(FeatureError) {
        try verify(person)
        guard !action.audience.includes(person), let restriction = restriction(of: action) else { return }
        throw FeatureError(.forbidden, restriction.refusal)
    }

    /// Throws an error if a person may not use the feature.
    ///
    /// - Throws: ``FeatureError`` with the code ``FeatureError/Code/forbidden``.
    package func verify(_ person: Person?) throws(FeatureError) {
        guard !audience.includes(person), let restriction else { return }
        throw FeatureError(.forbidden, restriction.refusal)
    }

    /// The people who may use the feature, and the sentence that refuses everybody else; `nil` if it is for anyone.
    package var restriction: (Audience, refusal: String)? {
        audience == .anyone ? nil : (audience, audience.refusal(of: "use \(title)"))
    }

    /// Returns the people who may perform an action, and the sentence that refuses everybody else.
    ///
    /// Returns `nil` if the action is for anyone who may use the feature.
    package func restriction(of action: Action) -> (Audience, refusal: String)? {
        let audience = action.audience
        return audience == .anyone ? nil : (audience, audience.refusal(of: action.title.insideSentence))
    }
}
