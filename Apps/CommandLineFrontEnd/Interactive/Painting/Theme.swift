import FeatureKit
import TerminalKit

/// Maps meanings to cell styles, in the colours that a terminal has.
///
/// Text uses the terminal's palette, which its user has chosen to be legible. A coloured background comes with its own
/// text colour, so that the pair is legible on any terminal. Colour is never the only sign of a meaning.
struct Theme {
    let depth: Color.Depth

    /// The selected row.
    var selection: CellStyle {
        depth == .none
            ? CellStyle(nil, .reverse)
            : CellStyle(.mixed(255, 255, 255, nearest: 15), on: .mixed(38, 79, 140, nearest: 4))
    }

    /// A notice.
    func notice(_ tone: Tone) -> CellStyle {
        guard depth != .none else { return CellStyle(nil, [.reverse, .bold]) }
        switch tone {
        case .plain: return CellStyle(.mixed(255, 255, 255, nearest: 15), on: .mixed(70, 70, 80, nearest: 0))
        case .accent: return CellStyle(.mixed(0, 0, 0, nearest: 0), on: .mixed(110, 200, 220, nearest: 6))
        case .positive: return CellStyle(.mixed(0, 0, 0, nearest: 0), on: .mixed(130, 205, 120, nearest: 2))
        case .warning: return CellStyle(.mixed(0, 0, 0, nearest: 0), on: .mixed(235, 200, 90, nearest: 3))
        case .critical: return CellStyle(.mixed(255, 255, 255, nearest: 15), on: .mixed(180, 40, 40, nearest: 1))
        }
    }

    /// An input field.
    func field(isFocused: Bool) -> CellStyle {
        guard depth == .full || depth == .indexed else {
            return CellStyle(nil, isFocused ? .underline : [.underline, .dim])
        }
        return isFocused
            ? CellStyle(.mixed(255, 255, 255, nearest: 15), on: .mixed(50, 60, 80, nearest: 4))
            : CellStyle(.mixed(225, 225, 225, nearest: 7), on: .mixed(48, 48, 54, nearest: 0))
    }

    /// The name of a key.
    var key: CellStyle { CellStyle(.own(6), .bold) }
    /// Secondary text.
    let dim = CellStyle(nil, on: nil, .dim)
    /// Important text.
    let bold = CellStyle(nil, on: nil, .bold)

    /// Running text of a tone.
    func tone(_ tone: Tone) -> CellStyle {
        switch tone {
        case .plain: .plain
        case .accent: CellStyle(.own(6))
        case .positive: CellStyle(.own(2))
        case .warning: CellStyle(.own(3))
        case .critical: CellStyle(.own(1))
        }
    }

    /// A style of text.
    func style(_ style: TextStyle) -> CellStyle {
        var attributes: CellStyle.Attributes = []
        if style.isBold { attributes.insert(.bold) }
        if style.isDim { attributes.insert(.dim) }
        return tone(style.tone).adding(attributes)
    }
}
