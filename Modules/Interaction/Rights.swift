package import FeatureKit

/// What a person may do with one feature.
///
/// A session draws the same frame for everybody. Each front end shows it through the rights of its person, so that two
/// people with different roles see one list and different buttons.
package struct Rights: Sendable {
    /// The names of the actions that the person may not perform.
    package let forbidden: Set<String>
    private let manifest: FeatureManifest

    /// Creates the rights of a person.
    ///
    /// - Parameters:
    ///   - person: The person; `nil` if the host does not know who it is.
    ///   - manifest: The manifest of the feature.
    package init(of person: Person?, in manifest: FeatureManifest) {
        self.manifest = manifest
        let isOut = !manifest.audience.includes(person)
        var forbidden: Set<String> = []
        // A loop over the elements would copy each action, on every request.
        for index in manifest.actions.indices where isOut || !manifest.actions[index].audience.includes(person) {
            forbidden.insert(manifest.actions[index].name)
        }
        self.forbidden = forbidden
    }

    /// A short text that differs for different rights, with letters and digits only; `nil` if everything is allowed.
    package var tag: String? {
        guard !forbidden.isEmpty else { return nil }
        // No name of an action contains a space.
        return String(forbidden.sorted().joined(separator: " ").utf8.fingerprint, radix: 16)
    }

    /// Returns the name of what the person sees at a revision; people with other rights see something else at it.
    package func version(at revision: Int) -> String { tag.map { "\(revision)-\($0)" } ?? "\(revision)" }

    /// Returns the revision that the person sees in a version; `nil` if people with other rights see it.
    package func revision(of version: String) -> Int? {
        let parts = version.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count > 1 ? parts[1] == tag ?? "" : tag == nil else { return nil }
        return parts.first.flatMap { Int($0) }
    }

    /// Returns what the person sees of a frame.
    package func shown(_ frame: Frame) -> Frame {
        guard !forbidden.isEmpty else { return frame }
        var frame = frame
        frame.screen = shown(frame.screen)
        return frame
    }

    /// Returns what the person sees of an answer.
    package func shown(_ answer: Answer) -> Answer {
        guard !forbidden.isEmpty else { return answer }
        return Answer(
            frame: shown(answer.frame), notices: answer.notices.map(shown), opens: answer.opens, change: answer.change)
    }

    /// Returns what the person sees of the running calls: those of actions that the person may perform.
    package func shown(_ work: [RunningWork]) -> [RunningWork] {
        forbidden.isEmpty ? work : work.filter { !forbidden.contains($0.action) }
    }

    /// Returns what the person sees of a call: nothing, if the person may not perform its action.
    package func shown(_ status: WorkStatus?) -> WorkStatus? { status.flatMap { shown([$0.work]).isEmpty ? nil : $0 } }

    /// Returns what the person sees of a notice: its words, and its button if its action is allowed.
    package func shown(_ notice: Notice) -> Notice {
        guard let button = notice.button, forbids(button) else { return notice }
        var notice = notice
        notice.button = nil
        return notice
    }

    /// Returns what the person sees of a screen: no button of a forbidden action, and its forms as plain values.
    package func shown(_ screen: Screen) -> Screen {
        guard !forbidden.isEmpty else { return screen }
        var screen = screen
        screen.buttons.removeAll(where: forbids)
        if case .failed(let message, let retry?) = screen.phase, forbids(retry) {
            screen.phase = .failed(message: message)
        }
        screen.elements = screen.elements.map(shown)
        return screen
    }

    private func shown(_ element: Element) -> Element {
        switch element {
        case .list(let list): return .list(shown(list))
        case .form(let form) where forbidden.contains(form.action): return values(of: form)
        case .section(var section):
            section.buttons.removeAll(where: forbids)
            section.elements = section.elements.map(shown)
            return .section(section)
        case .drawing(var drawing):
            if let tap = drawing.tap, forbids(tap) { drawing.tap = nil }
            return .drawing(drawing)
        case .text, .fields, .form, .placeholder, .link, .progress, .chart, .image, .unknown: return element
        }
    }

    private func shown(_ list: ListElement) -> ListElement {
        var list = list
        for index in list.rows.indices where list.rows[index].buttons.contains(where: forbids) {
            list.rows[index].buttons.removeAll(where: forbids)
        }
        for index in list.columns?.indices ?? 0..<0 {
            if let sort = list.columns?[index].sort, forbids(sort) { list.columns?[index].sort = nil }
            if let edit = list.columns?[index].edit, forbidden.contains(edit) { list.columns?[index].edit = nil }
        }
        if let more = list.more, forbids(more) { list.more = nil }
        list.bulk.removeAll(where: forbids)
        if let select = list.select, forbidden.contains(select) { list.select = nil }
        return list
    }

    /// Returns the values of a form, without secrets and without what stands for the row itself.
    private func values(of form: FormElement) -> Element {
        let fields = FormElement.typedFields(among: manifest.action(named: form.action)?.fields ?? [])
        let items = fields.compactMap { field -> FieldsElement.Item? in
            guard field.kind != .secret else { return nil }
            return form.values[field.name].map {
                FieldsElement.Item(label: field.title, value: $0.shownText(as: field.kind))
            }
        }
        return .fields(id: form.id, items: items)
    }

    private func forbids(_ button: Button) -> Bool { forbidden.contains(button.action) }
}
