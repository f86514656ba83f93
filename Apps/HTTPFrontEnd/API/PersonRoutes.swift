import FeatureKit
import HTTPTypes
import Hummingbird

/// The route that tells each client its person.
struct PersonRoutes {
    var routes: [Route] {
        [
            Route(.get, "/api/person", produces: .json) { _, context in
                var writer = JSONWriter()
                writer.person(context.person)
                return .json(writer.bytes)
            }
        ]
    }
}

extension JSONWriter {
    /// Writes a person; `null` if nobody is known.
    fileprivate mutating func person(_ person: Person?) {
        guard let person else { return raw("null") }
        raw("{\"id\":")
        string(person.id)
        raw(",\"name\":")
        string(person.name)
        raw(",\"roles\":")
        switch person.roles {
        case .all: string("all")
        case .some(let roles): array(roles.sorted()) { $0.string($1) }
        }
        raw("}")
    }
}
