import HTTPTypes
import Hummingbird

extension Request {
    /// Whether the client has got already what an entity tag stands for (RFC 9110, 13.1.2).
    func matches(_ tag: String) -> Bool {
        headers[values: .ifNoneMatch].joined(separator: ",").split(separator: ",").contains { given in
            let given = given.trimmingPrefix { $0.isWhitespace }.trimmingPrefix("W/")
            return given == tag || given == "*"
        }
    }
}
