import FeatureKit
import FeatureStorage

/// Counts the incidents of the newest thirty days that have any, and keeps the counts in step with changes.
///
/// It reads the incidents of these days alone, the newest first, in pages that all sessions share: of the 5,000 of the
/// sample, 412. A change needs no read, unless the newest day loses its last incident.
final class IncidentDays {
    private static let length = 30
    /// The changes of the incidents; `nil` for a copy, whose changes nobody tells.
    let changes: RecordChanges<Incident>?
    /// Draws the elements again.
    var redraw: () -> Void = {}
    private let incidents: Records<Incident>
    private let query: RecordQuery
    /// The days of the read incidents, by their keys.
    private var days: [String: CalendarDate] = [:]
    /// The number of the first day whose incidents were all read; `nil` before the first read.
    private var first: Int?

    init(_ incidents: Records<Incident>) throws {
        (self.incidents, changes) = (incidents, incidents.changes())
        query = try RecordQuery(
            RecordIndex(Incident.self), order: Incident.reported.description.name, isDescending: true)
    }

    /// The number of the first of the newest thirty days.
    private var start: Int { (days.values.max()?.number ?? 0) - Self.length + 1 }

    /// Reads the incidents of the newest thirty days; for a copy, whose counts would soon be wrong, none.
    func load() async throws {
        guard changes != nil else { return }
        (days, first) = ([:], nil)
        var next: RecordCursor?
        repeat {
            let page = try await incidents.page(
                matching: query, after: next, limit: RecordCollection<Incident>.pageSize)
            for each in page.records { days[each.id] = each.record.reported }
            next = page.next
            // Another page can have more incidents of the last day.
            first = next == nil ? .min : page.records.last.map { ($0.record.reported?.number ?? .min) + 1 }
        } while first.map { $0 > start } ?? false
    }

    /// Takes over a change.
    func follow(_ change: RecordChange<Incident>) async throws {
        switch change {
        case .inserted(let stored), .updated(let stored): days[stored.id] = stored.record.reported
        case .deleted(let id, _): days[id] = nil
        case .misfit(let misfit): days[misfit.id] = nil
        case .reset: first = .max
        case .interrupted, .resumed: return
        }
        if let first, first > start { try await load() }
        redraw()
    }

    /// A strip with the newest day and all thirty, and a chart; empty before the first read.
    var elements: [Element?] {
        guard first != nil, let last = days.values.max() else { return [] }
        // There are no days before the year 1, to which a person can change a report.
        let shown = (start..<start + Self.length).compactMap { CalendarDate(number: $0) }
        let (labels, all) = (shown.map(\.description), days.values.reduce(into: [:]) { $0[$1, default: 0] += 1.0 })
        let counts = shown.map { all[$0] ?? 0 }
        return [
            .fields(
                id: "reported",
                items: [
                    .init(
                        label: "Reported on \(last)", value: "\(Int(all[last] ?? 0))",
                        trend: counts.count > 1 ? counts : nil),
                    .init(label: "In \(Self.length) days", value: "\(Int(counts.reduce(0, +)))"),
                ], style: .stats),
            .chart(id: "days", "All incidents by day", labels: labels, series: [.init("Reported", counts)]),
        ]
    }
}

extension CalendarDate {
    private static let millisecondsADay = 86_400_000

    /// The current day in UTC.
    static var today: CalendarDate? { CalendarDate(number: Instant.now.millisecondsSince1970 / millisecondsADay) }

    /// Creates the day after a number of days since 1970-01-01; `nil` outside the years 1 to 9999.
    init?(number: Int) {
        guard let instant = Instant(millisecondsSince1970: number * Self.millisecondsADay) else { return nil }
        self.init(String(instant.description.prefix(10)))
    }

    /// The number of days since 1970-01-01.
    var number: Int { (Instant("\(self)T00:00:00Z")?.millisecondsSince1970 ?? 0) / Self.millisecondsADay }
}
