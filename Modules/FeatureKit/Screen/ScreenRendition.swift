/// A form in which a front end shows frames, as text that a test can state.
///
/// Front ends add theirs beside ``json``, so that one scenario can be stated in the form of each:
///
/// ```swift
/// extension ScreenRendition {
///     public static let titles = ScreenRendition("titles") { frame, _ in frame.screen.title }
/// }
/// ```
///
/// ## Topics
/// - ``json``
/// - ``init(_:render:)``
/// - ``text(of:manifest:)``
public struct ScreenRendition: Sendable {
    /// What the form is called in messages.
    public let name: String
    private let render: @Sendable (Frame, FeatureManifest) throws -> String

    /// Creates a form.
    ///
    /// - Parameters:
    ///   - name: What it is called in messages.
    ///   - render: Returns a frame in this form; a pure function of the frame and its feature's manifest.
    public init(_ name: String, render: @escaping @Sendable (Frame, FeatureManifest) throws -> String) {
        (self.name, self.render) = (name, render)
    }

    /// Returns a frame in this form.
    ///
    /// - Parameters:
    ///   - frame: What is shown.
    ///   - manifest: The manifest of the feature that shows it.
    /// - Throws: What the front end's part throws.
    public func text(of frame: Frame, manifest: FeatureManifest) throws -> String {
        try render(frame, manifest)
    }
}

extension ScreenRendition {
    /// The frame's ``Frame/json`` with a member or an element a line, indented by two spaces.
    public static let json = ScreenRendition("JSON") { frame, _ in
        indented(String(decoding: frame.json, as: UTF8.self))
    }

    /// Sets compact JSON on lines of its own; empty arrays and objects stay on one.
    private static func indented(_ json: String) -> String {
        var (text, depth, isInString, isEscaped) = ("", 0, false, false)
        var last: Unicode.Scalar = " "
        func newLine() -> String { "\n" + String(repeating: "  ", count: depth) }
        for scalar in json.unicodeScalars {
            defer { last = scalar }
            if isInString {
                if isEscaped {
                    isEscaped = false
                } else if scalar == "\\" {
                    isEscaped = true
                } else {
                    isInString = scalar != "\""
                }
                text.unicodeScalars.append(scalar)
                continue
            }
            let isFirst = last == "{" || last == "["
            switch scalar {
            case "}", "]":
                depth -= 1
                if !isFirst { text += newLine() }
            case _ where isFirst: text += newLine()
            default: break
            }
            text.unicodeScalars.append(scalar)
            switch scalar {
            case "{", "[": depth += 1
            case ",": text += newLine()
            case ":": text += " "
            case "\"": isInString = true
            default: break
            }
        }
        return text
    }
}
