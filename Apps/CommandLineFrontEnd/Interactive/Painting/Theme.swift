import FeatureKit
import TerminalKit

/// Chooses the cell style for a meaning, using the colours that the terminal supports.
///
/// Text uses the terminal's palette, because the user of the terminal has chosen legible colours. A text on a coloured
/// background has its own colour, so that it is legible on any terminal. No meaning is expressed by colour alone.
struct Theme {
    let depth: Color.Depth
    var look = Look()

    /// The style of the selected row.
    var selection: CellStyle {
        guard depth != .none else { return CellStyle(nil, .reverse) }
        let ink: HostBrand.Color = look.accent.isLight ? "#000000" : "#ffffff"
        return CellStyle(
            Color(ink, nearest: look.accent.isLight ? 0 : 15), on: Color(look.accent, nearest: 4))
    }

    /// The colour of keys, links and the accent.
    ///
    /// While the background is unknown, the terminal's own cyan is the only colour that is known to be legible.
    private var accent: Color {
        guard let isLight = look.isLight, depth == .full || depth == .indexed else { return .own(6) }
        return Color(look.accent.legible(onLight: isLight), nearest: 6)
    }

    /// The style of a notice.
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

    /// The style of an input field.
    func field(isFocused: Bool) -> CellStyle {
        guard depth == .full || depth == .indexed else {
            return CellStyle(nil, isFocused ? .underline : [.underline, .dim])
        }
        if look.isLight == true {
            return isFocused
                ? CellStyle(.mixed(0, 0, 0, nearest: 0), on: .mixed(214, 224, 246, nearest: 7))
                : CellStyle(.mixed(40, 40, 44, nearest: 0), on: .mixed(236, 236, 232, nearest: 7))
        }
        return isFocused
            ? CellStyle(.mixed(255, 255, 255, nearest: 15), on: .mixed(50, 60, 80, nearest: 4))
            : CellStyle(.mixed(225, 225, 225, nearest: 7), on: .mixed(48, 48, 54, nearest: 0))
    }

    /// The style of a key's name.
    var key: CellStyle { CellStyle(accent, .bold) }
    /// The style of secondary text.
    let dim = CellStyle(nil, on: nil, .dim)
    /// The style of important text.
    let bold = CellStyle(nil, on: nil, .bold)

    /// The style of running text with a tone.
    func tone(_ tone: Tone) -> CellStyle {
        switch tone {
        case .plain: .plain
        case .accent: CellStyle(accent)
        case .positive: CellStyle(.own(2))
        case .warning: CellStyle(.own(3))
        case .critical: CellStyle(.own(1))
        }
    }

    /// Converts a text style to a cell style.
    func style(_ style: TextStyle) -> CellStyle {
        var attributes: CellStyle.Attributes = []
        if style.isBold { attributes.insert(.bold) }
        if style.isDim { attributes.insert(.dim) }
        return tone(style.tone).adding(attributes)
    }
}

extension Color {
    fileprivate init(_ color: HostBrand.Color, nearest: UInt8) {
        self = .mixed(color.red, color.green, color.blue, nearest: nearest)
    }
}
