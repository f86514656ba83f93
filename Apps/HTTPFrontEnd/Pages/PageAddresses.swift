import FeatureKit

/// Makes the addresses on one page of a session: of the page itself, of its forms and of its links.
///
/// A session has two pages. The *own* page has the address of the shown place and the session's id,
/// `/features/FEATURE?OPTIONS&session=ID`. It serves only the browser that began the session. The *shared* page,
/// `/sessions/ID`, serves everyone with its address.
struct PageAddresses: Sendable {
    /// The name in a query that marks the requests of a shared page.
    ///
    /// No field and no option has this name.
    static let sharedName = ".shared"

    /// The session's id.
    let session: String
    let isShared: Bool
    /// The manifest of the session's feature, without its local parts.
    let manifest: FeatureManifest
    /// Returns the address of the place that a link opens; `nil` if clients of this host cannot open it.
    private let place: @Sendable (FeatureLink) -> String?
    /// The options that the session itself can change, by the name of the action that changes them.
    let browsed: [String: Set<String>]
    private let launchOptions: [String: FieldValue]
    /// The options of the shown place.
    private var options: [String: FieldValue]
    /// The options of the shown place that the session cannot change, with defaults; `nil` if they break a rule.
    private(set) var fixed: [String: FieldValue]?

    /// Creates the addresses on a page of a running session.
    init(of live: LiveSession, isShared: Bool, among features: RemoteFeatures) throws(FeatureError) {
        let session = live.session
        (self.session, self.isShared, browsed, place) = (session.id, isShared, live.browsed, features.address)
        manifest = try features.feature(session.manifest.id).manifest
        (launchOptions, options) = (session.options.values, session.options.values)
        fixed = fixed(of: options)
    }

    /// Creates the addresses on the page of a frame that no running session shows.
    ///
    /// - Parameters:
    ///   - frame: The frame.
    ///   - manifest: The manifest of its feature, without its local parts.
    ///   - place: Returns the address of the place that a link opens; `nil` for no address.
    init(of frame: Frame, in manifest: FeatureManifest, place: @escaping @Sendable (FeatureLink) -> String?) {
        (session, isShared, browsed, self.manifest, self.place) = (frame.session, false, [:], manifest, place)
        (launchOptions, options) = ([:], [:])
    }

    /// Makes all further addresses for the place that a screen shows.
    mutating func show(_ screen: Screen) {
        let shown = screen.address ?? launchOptions
        guard shown != options else { return }
        (options, fixed) = (shown, fixed(of: shown))
    }

    /// The address of the shown place, without the session.
    var shownPlace: String { manifest.address(options) }

    /// The address of the page.
    var page: String { isShared ? shared : inside(shownPlace) }

    /// The address of the session's shared page.
    var shared: String { PageAddresses.shared(session) }

    /// Returns the address of a session's shared page.
    static func shared(_ session: String) -> String { "\(sessions)\(session)" }

    /// The beginning of the addresses of shared pages.
    static let sessions: StaticString = "/sessions/"

    /// Returns whether the shown place sets an option.
    func shows(_ option: String) -> Bool { options[option] != nil }

    /// The path of the page, and the names and texts of its query.
    var parts: (path: String, query: [(name: String, text: String)]) {
        if isShared { return (shared, []) }
        return (
            "/features/\(manifest.id)",
            texts(without: []) + [(name: FeatureManifest.reservedOption, text: session)]
        )
    }

    /// The part of a query that makes the host answer with the shared page; empty on the own page.
    private var mark: [(name: String, text: String)] {
        isShared ? [(name: PageAddresses.sharedName, text: "1")] : []
    }

    /// Returns the end of the address to which a form on the page is sent, which follows ``shared``.
    func actionEnd(_ name: String, _ preset: [(name: String, text: String)]) -> String {
        return "/actions/\(name)\((preset + mark).query)"
    }

    /// Returns the address of the form that cancels a call.
    func work(_ id: String) -> String {
        return "\(PageAddresses.sessions)\(session.percentEncoded)/work/\(id)/cancel\(mark.query)"
    }

    /// Returns the address of the dialog of a button that acts on ticked rows.
    func dialog(of action: String, in list: String) -> String {
        return "\(PageAddresses.sessions)\(session.percentEncoded)/lists/\(list.percentEncoded)/\(action)\(mark.query)"
    }

    /// Returns the address of a link; `nil` if clients of this host cannot open it.
    ///
    /// A link that the page's own session can show opens in that session.
    func address(of link: FeatureLink) -> String? {
        beginning(of: link).map { $0.endsWithSession ? $0.address + session.percentEncoded : $0.address }
    }

    /// Returns the address of a link without the id of the session, and whether the id follows; `nil` if clients of this
    /// host cannot open it.
    func beginning(of link: FeatureLink) -> (address: String, endsWithSession: Bool)? {
        guard let address = place(link) else { return nil }
        guard !isShared, link.feature == manifest.id, link.begins == nil, let fixed,
            fixed == self.fixed(of: link.options)
        else {
            return (address, false)
        }
        return (PageAddresses.inside(address, ""), true)
    }

    // MARK: - Browsing

    /// Returns the address of the place that a button shows; `nil` for a button that needs a call.
    ///
    /// On the own page, the addresses of places replace the calls of actions that only show another place.
    func address(of button: Button) -> String? {
        guard !isShared, button.enabled, let names = browsed[button.action],
            button.arguments.keys.allSatisfy(names.contains)
        else { return nil }
        return inside(manifest.address(options.merging(button.arguments) { $1 }))
    }

    /// Returns the address of the place without the options that a button sets; `nil` if they have no address.
    func address(without button: Button) -> String? {
        guard address(of: button) != nil else { return nil }
        return inside(manifest.address(options.filter { button.arguments[$0.key] == nil }))
    }

    /// The address of the place without searches, filters and orders; `nil` if a call is needed to show it.
    var unsearched: String? { isShared || !isSearched ? nil : inside(manifest.address(unsearchedOptions)) }

    /// Whether the shown place has a search, a filter or an order.
    var isSearched: Bool { manifest.address(unsearchedOptions) != shownPlace }

    private var unsearchedOptions: [String: FieldValue] {
        options.filter { name, _ in !browsed.values.contains { $0.contains(name) } }
    }

    /// Returns whether an action only shows another place of the session.
    func isBrowsing(_ action: String) -> Bool { browsed[action] != nil }

    /// Returns the options that a person changes in a form that only shows another place; `nil` for any other form.
    func options(changedBy fields: [FieldDescription], of action: String) -> [FieldDescription]? {
        guard let names = browsed[action] else { return nil }
        let fields = FormElement.typedFields(among: fields)
        let options = fields.compactMap { field in
            names.contains(field.name) ? manifest.options.first { $0.name == field.name } : nil
        }
        return options.isEmpty || options.count < fields.count ? nil : options
    }

    /// Returns the texts of the shown place's options that a form does not change.
    func texts(without fields: [FieldDescription]) -> [(name: String, text: String)] {
        manifest.texts(of: options.filter { name, _ in !fields.contains { $0.name == name } })
    }

    /// Returns the address of the page, which opens the form of an action; `nil` for no form.
    func page(beginning action: String?) -> String { action.map { Self.beginning($0, at: page) } ?? page }

    /// Returns the address of a place that opens the form of an action.
    static func beginning(_ action: String, at place: String) -> String {
        "\(place)\(place.contains("?") ? "&" : "?")\(FeatureManifest.dialogOptions[0])=\(action.percentEncoded)"
    }

    private func inside(_ place: String) -> String { PageAddresses.inside(place, session) }

    /// Returns the address of a place in a session.
    static func inside(_ place: String, _ session: String) -> String {
        "\(place)\(place.contains("?") ? "&" : "?")\(FeatureManifest.reservedOption)=\(session.percentEncoded)"
    }

    /// Returns the address of the place on the own page of a session.
    static func place(of page: String) -> String {
        let parts = page.split(separator: "?", maxSplits: 1)
        let pairs = parts.dropFirst().joined().split(separator: "&").filter {
            !$0.hasPrefix("\(FeatureManifest.reservedOption)=")
        }
        return String(parts.first ?? "") + (pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&"))
    }

    /// Returns the options of a place that the session cannot change.
    private func fixed(of options: [String: FieldValue]) -> [String: FieldValue]? {
        let known = options.filter { name, _ in manifest.options.contains { $0.name == name } }
        return try? manifest.options.check(known, noun: "option").values.filter { option in
            !browsed.values.contains { $0.contains(option.key) }
        }
    }
}

extension FeatureManifest {
    /// Returns the address that launches the feature with options.
    ///
    /// The address omits options that have their default value, and options that the manifest does not have.
    func address(_ values: [String: FieldValue]) -> String { "/features/\(id)\(texts(of: values).query)" }

    /// Returns the texts of the given options that do not have their default value, in the order of the options.
    fileprivate func texts(of values: [String: FieldValue]) -> [(name: String, text: String)] {
        options.flatMap { option in
            let value = values[option.name]
            return (value == option.defaultValue ? [] : value?.typedTexts ?? []).map { (name: option.name, text: $0) }
        }
    }
}

extension RemoteFeatures {
    /// Returns the address of the place that a link opens; `nil` if clients of this host cannot open it.
    @Sendable
    func address(of link: FeatureLink) -> String? {
        guard contains(link.feature), let manifest = try? feature(link.feature).manifest else { return nil }
        let isAllowed = link.options.allSatisfy { name, value in
            guard let option = manifest.options.first(where: { $0.name == name }) else { return false }
            return (try? option.check(value).get()) != nil
        }
        guard isAllowed else { return nil }
        return link.begins.map { PageAddresses.beginning($0, at: manifest.address(link.options)) }
            ?? manifest.address(link.options)
    }
}
