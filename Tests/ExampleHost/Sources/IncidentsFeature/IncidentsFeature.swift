public import FeatureKit
public import FeatureStorage
import RecordScreens

/// Keeps incidents with their comments.
public struct IncidentsFeature: RecordKeeping {
    static let browsing = RecordBrowsing(
        ordering: ["title", "severity", "status"], filters: [Incident.severity, Incident.status, Incident.assignee])
    static let comments = Related("comments", by: "incident")
    static let report = Action(
        "report", "Report an incident", done: "was reported", effect: .adds, fields: Incident.title, Incident.severity,
        Incident.assignee, Incident.details)
    static let edit = Action(
        "edit", "Edit", done: "was changed", effect: .edits,
        fields: [RecordFields.id] + Incident.fields + [RecordFields.revision])
    static let close = Action("close", "Close", done: "was closed", fields: RecordFields.rows)
    static let comment = Action(
        "comment", "Comment", done: "has a new comment", fields: RecordFields.id, Comment.text)
    static let list = RecordScreen<Incident>.List(
        id: "incidents",
        columns: [
            .init(.title, title: "Incident", sort: browsing.sort(by: Incident.title)),
            .init(name: "severity", title: "Severity", kind: .choice),
            .init(name: "status", title: "Status", kind: .choice),
            .init(name: "assignee", title: "Assignee", kind: .reference),
        ], empty: "No incidents", bulk: [Button(close)])

    /// The feature's manifest.
    public static let manifest = FeatureManifest(
        id: "incidents", title: "Incidents", summary: "Keeps incidents, their assignees and their comments.",
        options: RecordActions.options(browsing), actions: RecordActions.all(browsing) + [report, edit, close, comment])

    private let resources: RecordResources
    private let today: @Sendable () -> CalendarDate?

    /// Creates the feature.
    ///
    /// - Parameters:
    ///   - resources: Keeps the incidents.
    ///   - today: Returns the day of a report; `nil` for the current day in UTC.
    public init(resources: RecordResources, today: (@Sendable () -> CalendarDate?)? = nil) {
        (self.resources, self.today) = (resources, today ?? { .today })
    }

    /// Returns the type of the records.
    public func recordType(for options: Options) -> any Record.Type { Incident.self }

    /// Returns the query of a launch.
    public func query(for options: Options) throws -> RecordQuery? {
        try Self.browsing.query(of: Incident.self, for: options)
    }

    /// Creates and connects the presenter, the view and the services of a launch.
    public func launch(on stage: Stage, options: Options) throws -> Scene {
        let service = try resources.records(of: Incident.self, for: options)
        let (presenter, days) = (RecordPresenter(service, named: "incidents"), try IncidentDays(service))
        let (records, today) = (presenter.records, today)
        let places = try RecordPlaces(
            of: presenter, in: Self.manifest, by: Self.browsing, related: [Self.comments], on: stage, for: options)
        let view = RecordScreen<Incident>(
            places, on: stage, list: Self.list, above: { days.elements }, row: Self.row
        ) { incident in
            [
                places.stats([Incident.severity, Incident.status, Incident.assignee], counting: [Self.comments]),
                places.editor(Self.edit),
                .form(
                    FormElement(
                        id: "comment", of: Self.comment, values: RecordHandle(incident).identity, title: "Comment")),
                places.related(Self.comments), places.history,
            ]
        }
        presenter.attach(view)
        days.redraw = { [weak view] in view?.redraw() }
        places.begin(title: "Incidents", buttons: [Button(Self.report, role: .primary)] + places.historyButtons)
        // The counts come first, so that they do not push the list down.
        return Scene(
            owning: view,
            start: {
                try await days.load()
                await presenter.load()
            }, again: RecordActions.refresh
        )
        .listing(presenter, more: RecordActions.more)
        .browsing(places, superseding: [RecordActions.refresh, RecordActions.more])
        .following(days.changes, perform: days.follow)
        .on(Self.report) { input in
            try await records.insert(
                Incident(
                    id: records.makeID(), title: input[Incident.title], severity: input[Incident.severity],
                    status: .open, assignee: input[Incident.assignee], reported: today(),
                    details: input[Incident.details]))
        }
        .on(Self.edit) { input in
            try await records.change(input[RecordFields.id], seen: input.revision) { try $0.update(with: input) }
        }
        .on(Self.close) { try await records.change($0.rows) { $0.status = .closed } }
        .on(Self.comment) { input in
            let comment = Comment(
                id: records.makeID(), text: try input[Comment.text], author: input.person?.name ?? "Somebody",
                incident: Ref(try input[RecordFields.id]))
            try await records.insert(comment, into: Self.comments)
        }
    }

    private static func row(_ incident: Stored<Incident>) -> Row {
        let record = RecordHandle(incident)
        let close = Button(close, arguments: record.arguments, enabled: incident.record.status != .closed)
        return Row(record, title: incident.record.title, buttons: [close])
    }
}

/// Lists the comments on all incidents.
public struct CommentsFeature: RecordKeeping {
    static let browsing = RecordBrowsing(ordering: ["author"], filters: [Comment.incident])
    static let remove = Action("remove", "Remove", done: "was removed", effect: .removes, fields: RecordFields.rows)
    static let list = RecordScreen<Comment>.List(
        id: "comments",
        columns: [
            .init(.title, title: "Comment"), .init(name: "author", title: "Author"),
            .init(name: "incident", title: "Incident", kind: .reference),
        ], empty: "No comments", bulk: [Button(remove, role: .destructive)])

    /// The feature's manifest.
    public static let manifest = FeatureManifest(
        id: "comments", title: "Comments", summary: "Lists the comments on incidents.",
        options: RecordActions.options(browsing), actions: RecordActions.all(browsing) + [remove])

    private let resources: RecordResources

    /// Creates the feature.
    public init(resources: RecordResources) { self.resources = resources }

    /// Returns the type of the records.
    public func recordType(for options: Options) -> any Record.Type { Comment.self }

    /// Returns the query of a launch.
    public func query(for options: Options) throws -> RecordQuery? {
        try Self.browsing.query(of: Comment.self, for: options)
    }

    /// Creates and connects the presenter and the view of a launch.
    public func launch(on stage: Stage, options: Options) throws -> Scene {
        let presenter = RecordPresenter(try resources.records(of: Comment.self, for: options), named: "comments")
        let places = try RecordPlaces(of: presenter, in: Self.manifest, by: Self.browsing, on: stage, for: options)
        let view = RecordScreen<Comment>(places, on: stage, list: Self.list) { comment in
            let record = RecordHandle(comment)
            let remove = Button(Self.remove, arguments: record.arguments, role: .destructive)
            return Row(record, title: comment.record.text, buttons: [remove])
        } page: { _ in
            [places.fields, places.history]
        }
        presenter.attach(view)
        places.begin(title: "Comments", buttons: places.historyButtons)
        return Scene(owning: view, listing: presenter, in: places)
            .on(Self.remove) { try await presenter.records.remove($0.rows) }
    }
}
