import FeatureKit
import FeatureStorage

/// How urgent an incident is.
enum Severity: String, CaseIterable, Codable, FieldType { case low = "Low", medium = "Medium", high = "High" }

/// How far the work on an incident is.
enum Status: String, CaseIterable, Codable, FieldType { case open = "Open", working = "In progress", closed = "Closed" }

/// Something that has gone wrong.
struct Incident: Record {
    static let title = Field<String>("title", "Title", length: 1...120)
    static let severity = Field<Severity>("severity", "Severity", default: .medium)
    static let status = Field<Status>("status", "Status", default: .open)
    static let assignee = Field<Ref?>("assignee", "Assignee", to: "user", onDelete: .clear)
    static let reported = Field<CalendarDate?>("reported", "Reported")
    static let details = Field<String?>("details", "Details", length: 0...4000, lines: 1...40)
    static let fields: [any FieldDeclaration] = [title, severity, status, assignee, reported, details]
    static let sample = (1...5_000).map { number in
        let thing = ["Printer", "Door", "Lift", "Heating", "Network"][number % 5]
        let fault = ["does not answer", "is stuck", "makes a noise", "is too slow"][number % 4]
        return Incident(
            id: "\(number)", title: "\(thing) \(number / 5 + 1) \(fault)", severity: Severity.allCases[number % 3],
            status: Status.allCases[number % 7 % 3], assignee: number % 4 == 0 ? nil : Ref("\(number % 4)"),
            // The days of the year before 2026-11-29, some with more incidents than others.
            reported: CalendarDate(number: 20_421 + (number * number + number / 9) % 366))
    }

    var id: String
    var title: String
    var severity: Severity
    var status: Status
    var assignee: Ref?
    var reported: CalendarDate?
    var details: String?
}

/// What somebody has to say about an incident.
struct Comment: Record {
    static let incident = Field<Ref>("incident", "Incident", to: "incidents", onDelete: .cascade)
    static let text = Field<String>("text", "Comment", length: 1...4000, lines: 1...40)
    static let author = Field<String>("author", "Author", length: 1...200)
    static let fields: [any FieldDeclaration] = [text, author, incident]
    static let sample = (1...5_000).map { number in
        Comment(id: "\(number)", text: "I have seen it too.", author: "Ada", incident: Ref("\(number)"))
    }

    var id: String
    var text: String
    var author: String
    var incident: Ref
}
