/// A text format for frames.
///
/// A test can compare a frame in this format with an expected text.
///
/// Each front end can add its own format next to ``json``. One scenario can then test the output of every front end:
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
    /// The name of the format in messages.
    public let name: String
    private let render: @Sendable (Frame, FeatureManifest) throws -> String

    /// Creates a format.
    ///
    /// - Parameters:
    ///   - name: The name of the format in messages.
    ///   - render: The closure that renders a frame. It is a pure function of the frame and the feature's manifest.
    public init(_ name: String, render: @escaping @Sendable (Frame, FeatureManifest) throws -> String) {
        (self.name, self.render) = (name, render)
    }

    /// Returns a frame in this format.
    ///
    /// - Parameters:
    ///   - frame: The frame.
    ///   - manifest: The manifest of the frame's feature.
    /// - Throws: Any error that the format's closure throws.
    public func text(of frame: Frame, manifest: FeatureManifest) throws -> String {
        try render(frame, manifest)
    }
}

extension ScreenRendition {
    /// The JSON of the frame (``Frame/json``), with each member and each element on its own line, indented by two
    /// spaces.
    public static let json = ScreenRendition("JSON") { frame, _ in
        indented(String(decoding: frame.json, as: UTF8.self))
    }

    /// Indents compact JSON.
    ///
    /// Empty arrays and objects stay on one line.
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
