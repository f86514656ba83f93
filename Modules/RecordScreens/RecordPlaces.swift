public import FeatureKit
public import FeatureStorage

/// The places of a list of records: the list as a person browses it, and the page of each record.
///
/// A feature's view draws each place by calls of this object. Each call draws only what it says, so a view can leave it
/// out or draw something else:
///
/// ```swift
/// let list = Element.list(
///     id: "dogs", rows: places.linked(rows), columns: places.headings(columns), total: places.total)
/// places.showList([places.searchForm, list, places.misfits])
/// places.showRecord(rows.first, [places.editor(DoggyFeature.edit), places.history])
/// ```
///
/// The feature creates the object for its view. The scene handles the actions that lead from place to place:
///
/// ```swift
/// let places = try RecordPlaces(
///     of: presenter, in: DoggyFeature.manifest, by: DoggyFeature.browsing, on: stage, for: options)
/// let scene = Scene(owning: view, listing: presenter, again: DoggyFeature.refresh, more: DoggyFeature.more)
///     .browsing(places, superseding: [DoggyFeature.refresh, DoggyFeature.more])
/// ```
///
/// ## Topics
/// - ``init(of:in:by:columns:related:on:for:)``
/// - ``begin(title:tone:buttons:)``
/// - ``startLoading()``
/// - ``showFailure(_:retry:)``
/// - ``showList(_:tone:)``
/// - ``searchForm``
/// - ``headings(_:)``
/// - ``linked(_:)``
/// - ``total``
/// - ``nothing(id:_:)``
/// - ``misfits``
/// - ``showRecord(_:_:)``
/// - ``fields``
/// - ``editor(_:)``
/// - ``related(_:_:)``
/// - ``stats(_:counting:and:)``
/// - ``history``
/// - ``historyButtons``
public final class RecordPlaces {
    let stage: Stage
    let records: any DrawnRecords
    let browsing: RecordBrowsing?
    let feature: String
    let actions: [Action]
    /// Whether the records are a copy, which exists only in the session.
    let isCopy: Bool
    /// What the launch shows.
    private let launchedRecordPlace: RecordPlace
    /// The options of the launch that differ from their defaults, without the record's key and what is browsed.
    let launchedOptions: [String: FieldValue]
    /// What the launch shows of the list; `nil` if the list cannot be browsed.
    private let launchedPlace: BrowsedPlace?
    /// What the person sees of the list; `nil` if the list cannot be browsed.
    private(set) var browsed: BrowsedPlace?
    /// The links to records, by key.
    ///
    /// The list is drawn after each change. Making all links again would take longer than comparing the rows.
    var links: [String: FeatureLink] = [:]
    /// The header of the list.
    private(set) var header = Screen()
    /// What the screen shows.
    private var drawn = RecordPlace.list
    /// Whether the title of the page names the record.
    var isTitled = false

    /// Creates the places of a launch, and sets what the presenter loads first.
    ///
    /// - Parameters:
    ///   - presenter: The presenter that lists the records.
    ///   - manifest: The feature's manifest. It contains ``RecordDetail/options`` and ``RecordDetail/visit``.
    ///   - browsing: The options and the action with which people search, filter and order the list. The manifest contains
    ///     them. With `nil` the list cannot be searched.
    ///   - columns: The name of the field for each order that has another name.
    ///   - related: The lists of records of other features that name the shown one.
    ///   - stage: The stage on which the view draws.
    ///   - options: The options of the launch.
    /// - Throws: `InputRefused` if the option `search` has too many words; `FeatureError` with the code `featureFault` if
    ///   the records of a related feature have no such field.
    public init<Presenter: ListPresenter>(
        of presenter: Presenter, in manifest: FeatureManifest, by browsing: RecordBrowsing? = nil,
        columns: [String: String] = [:], related: [Related] = [], on stage: Stage, for options: Options
    ) throws {
        let records = presenter.records
        (self.records, self.stage, self.browsing) = (records, stage, browsing)
        (feature, actions) = (manifest.id, manifest.actions)
        launchedRecordPlace =
            if let id = try options[RecordDetail.option] { .record(id) } else {
                try options[RecordDetail.history] ? .history : .list
            }
        // Options without a source belong to a feature whose records are all stored.
        isCopy = (try? options[RecordSource.option]).map { $0 != .stored } ?? false
        launchedPlace = browsing.map {
            BrowsedPlace($0, of: Presenter.R.self, columns: columns, values: options.values)
        }
        browsed = launchedPlace
        var values = options.values
        for option in manifest.options where values[option.name] == option.defaultValue { values[option.name] = nil }
        for name in (browsing?.names ?? []) + RecordDetail.names { values[name] = nil }
        // An emptied dictionary would keep its storage.
        launchedOptions = values.isEmpty ? [:] : values
        records.showsHistory = manifest.actions.contains { $0.name == RecordHistory.undo.name }
        try records.relate(to: related)
        records.begin(with: launchedRecordPlace, matching: try browsed?.query)
        records.link = { [weak self] id in self?.link(to: id) }
        records.leave = { [weak self] in if let self { self.stage.open(self.wayBack) } }
    }

    // MARK: - Places

    /// Whether the place is another one than the list.
    var isPage: Bool { records.place != .list }

    /// The options with which a launch shows the place; `nil` for the options of the session's own launch.
    var address: [String: FieldValue]? {
        let place = records.place
        return place == launchedRecordPlace && browsed == launchedPlace ? nil : options(of: place)
    }

    /// The link from the page of a record to the list.
    var wayBack: FeatureLink { FeatureLink(feature: feature, options: options(of: .list)) }

    /// Returns the link to the page of a record.
    func link(to id: String) -> FeatureLink {
        if let link = links[id] { return link }
        let link = FeatureLink(feature: feature, options: options(of: .record(id)))
        links[id] = link
        return link
    }

    private func options(of place: RecordPlace) -> [String: FieldValue] {
        var options = launchedOptions.merging(browsed?.values ?? [:]) { $1 }
        switch place {
        case .list: break
        case .record(let id): options[RecordDetail.name] = .text(id)
        case .history: options[RecordDetail.history.description.name] = .boolean(true)
        }
        return options
    }

    /// Goes to the history of all records.
    func showHistory() async {
        guard !isCopy else { return await records.show(.history) }
        stage.open(FeatureLink(feature: feature, options: options(of: .history)))
    }

    /// Shows another part of the list.
    func browse(to place: BrowsedPlace) {
        if place != browsed { links = [:] }
        browsed = place
        stage.screen.address = address
        if isPage { stage.screen.up?.options = wayBack.options }
    }

    /// The buttons that take back the person's last change, and that show the changes of all records.
    ///
    /// They need `RecordHistory.undo` in the manifest. Pass them to ``begin(title:tone:buttons:)``, after the buttons of the
    /// list.
    public var historyButtons: [Button] {
        records.showsHistory ? RecordDetail.historyButtons : []
    }

    /// The buttons of the list, of which those that add a record fill in the record by which the list is filtered; `nil` if
    /// lists cannot be filtered by a record.
    var filteredButtons: [Button]? {
        guard let filters = browsing?.referenceFilters, !filters.isEmpty, let browsed else { return nil }
        let shown = records.shownValues(browsed.values)
        return header.buttons.map { button in
            guard let action = actions.first(where: { $0.name == button.action }), action.effect == .adds else {
                return button
            }
            var button = button
            for name in filters where button.values[name] == nil && action.fields.contains(where: { $0.name == name }) {
                button.values[name] = shown[name]
            }
            return button
        }
    }

    // MARK: - Loading

    /// Draws the screen until the first records come.
    ///
    /// - Parameters:
    ///   - title: The title of the list. It also names the way from the page of a record back to the list.
    ///   - tone: The tone of the list.
    ///   - buttons: The buttons of the list.
    public func begin(title: String, tone: Tone = .plain, buttons: [Button] = []) {
        header = Screen(title: title, tone: tone, buttons: buttons)
        clear()
    }

    /// Shows that loading has begun.
    ///
    /// If the place is new, or if it is the page of a record that was never loaded, removes what another place has drawn.
    public func startLoading() {
        enter()
        if isPage, !records.isLoaded { clear() }
        stage.screen.phase = .loading
    }

    /// Shows why the list or the record cannot be shown.
    ///
    /// The page of a record that was never loaded links back to the list.
    ///
    /// - Parameters:
    ///   - message: The message.
    ///   - retry: The action that loads the records again.
    public func showFailure(_ message: String, retry: Action) {
        enter()
        // A second try would not find a missing record either.
        stage.screen.phase = records.isMissing ? .failed(message: message) : .failed(message, retry: retry)
        guard let id = records.shownID, !isTitled else { return }
        stage.screen.title = records.isMissing ? "Not found" : "Record \(id)"
        stage.screen.elements = [linkBack].compactMap(\.self)
    }

    /// Removes what another place has drawn.
    func enter() {
        if drawn != records.place { clear() }
    }

    private func clear() {
        (drawn, isTitled) = (records.place, false)
        var screen = stage.screen
        (screen.title, screen.elements, screen.address) = (header.title, [], address)
        (screen.tone, screen.buttons) = isPage ? (.plain, []) : (header.tone, header.buttons)
        screen.up = isPage ? wayBack : nil
        screen.up?.title = header.title
        stage.screen = screen
    }
}
