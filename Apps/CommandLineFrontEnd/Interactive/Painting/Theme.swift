import FeatureKit
import TerminalKit

/// How meanings look, in the colours that a terminal has.
///
/// Texts take the terminal's own colours, which its user has chosen to be legible. Where a ground is coloured, text and
/// ground are mixed together, so that they are legible on any. Nothing is said by colour alone.
struct Theme {
    let depth: Color.Depth

    /// What is selected.
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

    /// What a person types into.
    func field(isFocused: Bool) -> CellStyle {
        guard depth == .full || depth == .indexed else {
            return CellStyle(nil, isFocused ? .underline : [.underline, .dim])
        }
        return isFocused
            ? CellStyle(.mixed(255, 255, 255, nearest: 15), on: .mixed(50, 60, 80, nearest: 4))
            : CellStyle(.mixed(225, 225, 225, nearest: 7), on: .mixed(48, 48, 54, nearest: 0))
    }

    /// A key that can be pressed.
    var key: CellStyle { CellStyle(.own(6), .bold) }
    /// What stands back.
    let dim = CellStyle(nil, on: nil, .dim)
    /// What stands out.
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
