import FeatureKit
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

/// A problem as a client decodes it.
struct SentProblem: Decodable, Equatable {
    let type: String
    let title: String
    let status: Int
    let detail: String
    var errors: [String: String]?
    var advice: [String: String]?
}

extension TestResponse {
    /// The body as text.
    var text: String { String(buffer: body) }

    /// Decodes the body as JSON.
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try JSONDecoder().decode(type, from: Data(body.readableBytesView))
    }

    /// The frame in the body.
    func frame() throws -> Frame { try decode(Frame.self) }

    /// Returns the problem in the body, after checking its status and media type.
    func problem(
        _ status: HTTPResponse.Status, sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> SentProblem {
        #expect(self.status == status, "\(text)", sourceLocation: sourceLocation)
        #expect(headers[.contentType] == "application/problem+json", sourceLocation: sourceLocation)
        let problem = try decode(SentProblem.self)
        #expect(problem.status == status.code, sourceLocation: sourceLocation)
        #expect(problem.title == status.reasonPhrase, sourceLocation: sourceLocation)
        #expect(problem.type == "about:blank", sourceLocation: sourceLocation)
        return problem
    }
}
