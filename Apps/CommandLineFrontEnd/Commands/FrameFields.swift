import ArgumentParser
import FeatureKit

/// The members of a frame and of its screen that `--fields` can select.
enum FrameFields: String, CaseIterable, Sendable {
    case session, feature, revision, title, tone, phase, elements, buttons

    /// All member names, separated by commas, for the help text.
    static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }

    /// Parses member names that are separated by commas.
    @Sendable
    static func read(_ text: String) throws -> [FrameFields] {
        try text.split(separator: ",", omittingEmptySubsequences: false).map { name in
            guard let field = FrameFields(rawValue: String(name)) else {
                let hint = suggestion(for: String(name), among: allCases.map(\.rawValue))
                throw ValidationError("expected names from \(names), got \(FieldValue.quote(String(name)))\(hint)")
            }
            return field
        }
    }
}

extension Frame {
    /// Returns the selected members of the frame and its screen as one JSON object, in the given order.
    func json(_ fields: [FrameFields]) -> [UInt8] {
        var writer = JSONWriter(capacity: 512)
        writer.raw("{")
        var written: Set<FrameFields> = []
        for field in fields where written.insert(field).inserted {
            if written.count > 1 { writer.raw(",") }
            writer.string(field.rawValue)
            writer.raw(":")
            switch field {
            case .session: writer.string(session)
            case .feature: writer.string(feature)
            case .revision: writer.integer(revision)
            case .title: writer.string(screen.title)
            case .tone: writer.string(screen.tone.rawValue)
            case .phase: writer.phase(screen.phase)
            case .elements: writer.array(screen.elements) { $0.element($1) }
            case .buttons: writer.array(screen.buttons) { $0.button($1) }
            }
        }
        writer.raw("}")
        return writer.bytes
    }
}
