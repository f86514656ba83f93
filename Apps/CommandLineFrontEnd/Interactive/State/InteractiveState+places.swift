import FeatureKit
import Interaction
import TerminalKit

/// The direction in which a person goes to another place.
package enum Direction: Sendable, Hashable {
    /// To a link. The way back leads to the current place.
    case forward
    /// To the place before.
    case back
    /// To the place that contains the current place. There is no way back.
    case up
    /// To a neighbour of the current place. The way back stays.
    case beside
}

/// A place that a page showed before its session went to another place.
struct Visit: Sendable {
    let title: String
    let address: [String: FieldValue]
    let selection: InteractivePage.Selection?
    let top: Int
    let filter: TextInput
}

extension InteractiveState {
    /// A running call that takes a page to another place of its feature.
    struct Move: Sendable {
        let page: Int
        let link: FeatureLink
        let direction: Direction
        /// The place before the call.
        let visit: Visit
        /// The number of visits of the page before the call.
        let depth: Int
        /// Whether a new session shows the place if the call is refused.
        let isAttempt: Bool
    }

    /// The titles of the places that lead to the visible place.
    ///
    /// If the person has opened nothing, the place that contains the visible place leads to it.
    var crumbs: [String] {
        var titles: [String] = []
        let open = openPages
        for (index, page) in open.enumerated() {
            titles += page.visits.map(\.title)
            if index < open.count - 1 { titles.append(page.title) }
        }
        return titles.isEmpty ? page.screen.up.map { [title(of: $0)] } ?? [] : titles
    }

    /// The title of the place that the person came from; `nil` if there is none.
    var previousTitle: String? {
        page.visits.last?.title ?? openPages.dropLast().last?.title
    }

    /// The pages, without those that the page above them replaces.
    private var openPages: [InteractivePage] {
        zip(pages, pages.dropFirst().map(\.replacesPrevious) + [false]).filter { !$1 }.map(\.0)
    }

    // MARK: - Going

    /// Goes to the place that a link names.
    mutating func open(_ link: FeatureLink, _ effects: inout [InteractiveEffect]) {
        go(to: link, .forward, &effects)
    }

    /// Goes to the neighbour of the record on the page.
    ///
    /// If the page has shown other places before, or has text that was not sent, it stays below the new page, because nothing
    /// else leads back to them.
    mutating func openBeside(_ link: FeatureLink, _ effects: inout [InteractiveEffect]) {
        guard page.visits.isEmpty, page.view.forms.values.allSatisfy(\.unsentTexts.isEmpty) else {
            return open(link, &effects)
        }
        go(to: link, .beside, &effects)
    }

    /// Goes back to the place before, or up if there is none.
    mutating func goBack(_ effects: inout [InteractiveEffect]) {
        overlay = nil
        if let visit = page.visits.last {
            return go(to: FeatureLink(feature: page.manifest.id, options: visit.address), .back, &effects)
        }
        guard pages.count > 1 else { return goUp(&effects) }
        let texts = page.view.forms.values.flatMap(\.unsentTexts).sorted()
        guard !askOnce(about: texts, again: "Going back again drops it") else { return }
        let left = page.place
        close(at: pages.count - 1, &effects)
        page.left = left
        page.selectLeft()
        dropMessages()
        // The session of the place before may have ended in the meantime.
        restart(&effects)
    }

    /// Goes up to the place that contains the visible place.
    mutating func goUp(_ effects: inout [InteractiveEffect]) {
        overlay = nil
        guard let link = page.screen.up else { return }
        guard let previousTitle else { return go(to: link, .up, &effects) }
        if previousTitle == title(of: link) { goBack(&effects) } else { open(link, &effects) }
    }

    private mutating func go(to link: FeatureLink, _ direction: Direction, _ effects: inout [InteractiveEffect]) {
        overlay = nil
        // Only a session of the same feature may be able to show the place itself.
        guard link.feature == page.manifest.id, page.failure == nil, link.begins == nil else {
            return launch(link, direction, &effects)
        }
        page.seeksWayBeside = direction == .beside
        effects.append(.findWay(page: page.key, link, direction))
    }

    /// Shows the place of a link in a new session.
    mutating func launch(
        _ link: FeatureLink, _ direction: Direction, _ effects: inout [InteractiveEffect]
    ) {
        guard let manifest = catalogue.first(where: { $0.id == link.feature }) else {
            return show(Notice("there is no feature \u{201C}\(link.feature)\u{201D} here", tone: .warning))
        }
        if direction == .back { _ = page.visits.popLast() }
        page.ticks = Ticks()
        dropMessages()
        lastPage += 1
        var new = InteractivePage(key: lastPage, manifest: manifest, width: size.columns, height: 0)
        (new.lastEvent, new.begins) = (now, link.begins)
        new.replacesPrevious = direction == .up || direction == .beside
        new.isNeighbour = direction == .beside
        if link.isPlace(of: page.screen.up) { new.left = page.place }
        if direction == .beside, held.page == page.key { held.page = lastPage }
        pages.append(new)
        effects.append(.open(page: lastPage, link))
    }

    /// Takes the way that a page's source has found.
    mutating func take(
        _ way: SourceWay, to link: FeatureLink, _ direction: Direction, of key: Int,
        _ effects: inout [InteractiveEffect]
    ) {
        // The person may have gone to another page in the meantime.
        guard page.key == key else { return }
        page.seeksWayBeside = false
        switch way.route {
        case .here:
            if direction == .back, page.visits.popLast() != nil { goBack(&effects) }
        case .call(let call):
            let move = Move(
                page: key, link: link, direction: direction, visit: page.visit(at: way.address),
                depth: page.visits.count, isAttempt: way.isAttempt)
            page.returning = direction == .back ? page.visits.last : nil
            page.left = direction == .back || direction == .up ? page.place : nil
            let number = perform(call, &effects)
            page.calls[number]?.move = move
            page.calls[number]?.isStep = direction == .beside
        case .launch: launch(link, direction, &effects)
        }
    }

    /// Handles the end of a call that takes a page to another place.
    mutating func finish(_ move: Move, _ error: (any Error)?, _ effects: inout [InteractiveEffect]) {
        guard let index = pages.firstIndex(where: { $0.key == move.page }) else { return }
        guard let error else {
            if page.key == move.page { dropMessages() }
            switch move.direction {
            case .forward: pages[index].leave(move.visit)
            case .back: if pages[index].visits.count == move.depth { pages[index].returnToVisit() }
            case .up, .beside: break
            }
            return
        }
        pages[index].returning = nil
        if move.isAttempt, Self.isRefusal(error), page.key == move.page {
            return launch(move.link, move.direction, &effects)
        }
        report(error)
    }

    /// Returns whether the session has refused a call, so that the call has changed nothing.
    static func isRefusal(_ error: any Error) -> Bool {
        if let error = error as? FeatureError { return [.unknownAction, .disabled].contains(error.code) }
        return error is InputRefused
    }

    // MARK: - Arriving

    /// Handles the end of a source without a frame: the place of a link was not opened, so the person stays.
    ///
    /// Returns whether the page has been removed.
    mutating func dropPage(at index: Int, _ error: any Error, _ effects: inout [InteractiveEffect]) -> Bool {
        guard index > 0, index == pages.count - 1, pages[index].revision < 0 else { return false }
        let failed = pages[index]
        close(at: index, &effects)
        if failed.replacesPrevious {
            moveDrafts(from: failed.key, to: pages[index - 1].key)
            moveOverlay(from: failed.key, to: pages[index - 1].key)
        } else {
            overlay = nil
        }
        let reason = Self.message(of: error)
        show(Notice("\u{201C}\(failed.title)\u{201D} was not opened: \(reason)", tone: .critical))
        return true
    }

    /// Opens the form that the link to the page begins, as soon as the page has loaded.
    mutating func beginForm(_ effects: inout [InteractiveEffect]) {
        guard let action = page.begins, page.revision >= 0, page.screen.phase == .ready else { return }
        page.begins = nil
        guard let button = page.screen.button(beginning: action, in: page.manifest) else {
            return show(Notice(Screen.missingForm, tone: .warning))
        }
        press(button, row: nil, &effects)
    }

    /// Closes the page below a page that replaces it, as soon as the upper page has a frame.
    mutating func replacePage(below index: Int, _ effects: inout [InteractiveEffect]) {
        guard pages[index].replacesPrevious else { return }
        pages[index].replacesPrevious = false
        if index > 0 { close(at: index - 1, &effects) }
    }

    /// Removes a page.
    ///
    /// Its running calls go on.
    private mutating func close(at index: Int, _ effects: inout [InteractiveEffect]) {
        let page = pages.remove(at: index)
        closedCalls.merge(page.calls) { $1 }
        effects.append(.close(page: page.key))
    }
}

extension InteractivePage {
    /// The place that the forms of the page belong to.
    var place: FormState.Place { screen.place(of: manifest, page: key) }

    /// The visit that leads back to what the page shows now.
    func visit(at address: [String: FieldValue]) -> Visit {
        Visit(title: title, address: address, selection: selection, top: top, filter: filter)
    }

    /// Notes that the page shows another place than before.
    mutating func leave(_ visit: Visit) {
        visits.append(visit)
        clearFilter()
    }

    /// Notes that the page shows the place of its last visit again.
    mutating func returnToVisit() {
        guard let visit = visits.popLast() else { return }
        if returning != nil, visit.selection == nil { setFilter(visit.filter) }
    }
}

extension Screen {
    /// Returns the place that the forms of the screen belong to.
    ///
    /// - Parameter key: The key of the page that shows the screen, which stands for a place without an address.
    func place(of manifest: FeatureManifest, page key: Int) -> FormState.Place {
        address.map { manifest.place(at: $0) } ?? .page(key)
    }
}

extension FeatureLink {
    /// The place that the link leads to; `nil` if it leads to another feature.
    func place(in manifest: FeatureManifest) -> FormState.Place? {
        feature == manifest.id ? manifest.place(at: options) : nil
    }
}

extension FeatureManifest {
    fileprivate func place(at address: [String: FieldValue]) -> FormState.Place {
        let browsed = browsedOptions
        let options = address.filter { name, value in
            !browsed.contains(name) && self.options.first { $0.name == name }?.defaultValue != value
        }
        return .launch(feature: id, options: options)
    }
}
