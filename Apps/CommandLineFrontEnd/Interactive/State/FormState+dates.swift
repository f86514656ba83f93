import FeatureKit
import TerminalKit

// In a date, the arrows go to the next and to the previous day, and with the shift key to another month.

extension FormState.Entry {
    /// Whether the arrows change the date of the entry.
    ///
    /// They do not while the text is no date, so that a person can leave the field.
    var stepsDays: Bool { field.kind == .date && CalendarDate(text) != nil }

    /// Handles a key that changes the date.
    ///
    /// Returns `false` for any other key.
    mutating func stepDay(_ press: KeyPress) -> Bool {
        guard field.kind == .date, let date = CalendarDate(text) else { return false }
        let new: CalendarDate?
        switch (press.key, press.modifiers) {
        case (.up, []): new = date.next
        case (.down, []): new = date.previous
        case (.up, .shift): new = date.moved(byMonths: 1)
        case (.down, .shift): new = date.moved(byMonths: -1)
        default: return false
        }
        // Before the first and after the last date of the calendar, the date stays.
        if let new { input = TextInput(new.description) }
        return true
    }
}

extension CalendarDate {
    /// The next day; `nil` after the last day of the calendar.
    fileprivate var next: CalendarDate? {
        CalendarDate(year: year, month: month, day: day + 1) ?? CalendarDate(year: year, month: month + 1, day: 1)
            ?? CalendarDate(year: year + 1, month: 1, day: 1)
    }

    /// The previous day; `nil` before the first day of the calendar.
    fileprivate var previous: CalendarDate? {
        CalendarDate(year: year, month: month, day: day - 1) ?? Self.lastDay(ofMonth: month - 1, year)
            ?? Self.lastDay(ofMonth: 12, year - 1)
    }

    /// Returns the same day of another month, or the last day of a month that is too short.
    fileprivate func moved(byMonths count: Int) -> CalendarDate? {
        let number = year * 12 + month - 1 + count
        let (year, month) = (number / 12, number % 12 + 1)
        return CalendarDate(year: year, month: month, day: day) ?? Self.lastDay(ofMonth: month, year)
    }

    private static func lastDay(ofMonth month: Int, _ year: Int) -> CalendarDate? {
        [31, 30, 29, 28].lazy.compactMap { CalendarDate(year: year, month: month, day: $0) }.first
    }
}
