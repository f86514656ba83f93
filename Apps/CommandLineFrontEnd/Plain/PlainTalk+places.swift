import FeatureKit
import Interaction

extension PlainTalk {
    /// The title of the place that the person came from; `nil` if there is none.
    var previousTitle: String? {
        page.visits.last?.title ?? (pages.count > 1 ? pages[pages.count - 2].screen.title : nil)
    }

    /// What the answer `q` does.
    var wayOut: String { previousTitle == nil ? "leave" : "go back" }

    /// Returns the title of the place that a link opens, or else of its feature.
    func title(of link: FeatureLink) -> String {
        link.title ?? view.catalogue.first { $0.id == link.feature }?.title ?? link.feature
    }

    /// Goes to the place that a link names: in this session if it can show the place, else in a new one.
    mutating func open(_ link: FeatureLink, _ source: any ScreenSource) async throws {
        guard link.feature == source.manifest.id, link.begins == nil else { return try await launch(link) }
        let way = await source.way(to: link.options)
        switch way.route {
        case .here: try say([StyledLine("This place is shown already.")])
        case .launch: try await launch(link)
        case .call(let call):
            let visit = PlainPage.Visit(title: screen.title, address: way.address, firstRow: page.firstRow)
            do {
                try await run(call, source)
                page.visits.append(visit)
                (page.firstRow, page.told) = (0, nil)
            } catch let error as Leaving {
                throw error
            } catch let error where way.isAttempt && InteractiveState.isRefusal(error) {
                try await launch(link)
            } catch { try complain(InteractiveState.message(of: error)) }
        }
    }

    /// Goes back to the place before.
    ///
    /// Returns whether the page stays open.
    mutating func goBack(_ source: any ScreenSource) async throws -> Bool {
        guard let visit = page.visits.popLast() else { return false }
        let way = await source.way(to: visit.address)
        switch way.route {
        case .here: return try await goBack(source)
        case .launch: try await launch(FeatureLink(feature: source.manifest.id, options: visit.address))
        case .call(let call):
            do {
                try await run(call, source)
                (page.firstRow, page.told) = (visit.firstRow, nil)
            } catch let error as Leaving {
                throw error
            } catch { try complain(InteractiveState.message(of: error)) }
        }
        return true
    }

    /// Fills in the form that the link to the page begins.
    mutating func begin(_ action: String, _ source: any ScreenSource) async throws {
        guard let button = screen.button(beginning: action, in: page.manifest) else {
            return try complain(Screen.missingForm)
        }
        try await press(button, nil, source)
    }

    private mutating func launch(_ link: FeatureLink) async throws {
        do {
            let source = try view.follow(link)
            try await show(source, isFirst: false, beginning: link.begins)
        } catch let error as FeatureError { try complain(error.message) }
    }
}

extension String {
    /// The text on one line.
    var oneLine: String {
        guard utf8.contains(where: { !(0x20...0x7F).contains($0) }) else { return self }
        return split(whereSeparator: \.isNewline).joined(separator: " ")
    }
}
