import FeatureKit

extension Report {
    /// The maximum numbers that the contract tries: forms per screen, and rows per list.
    private static let (formsLimit, rowsLimit) = (10, 3)

    /// Verifies that all ids are unique, that buttons, forms and lists refer to declared actions with valid values, that
    /// buttons of rows say by a role which field has the row's id, that no primary button removes, and that links within the feature and the address consist of valid options.
    func verify(_ screen: Screen) {
        if screen.title.isEmpty { fail("shows a screen without a title") }
        var ids: [String] = []
        screen.forEachElement { ids.append($0.id) }
        if let id = ids.firstDuplicate { fail("shows two elements with the id '\(id)'") }
        for list in screen.lists {
            if let id = list.rows.map(\.id).firstDuplicate {
                fail("shows two rows with the id '\(id)' in '\(list.id)'")
            }
            verifySelection(of: list)
            list.rows.prefix(Self.rowsLimit).forEach(verifyRoles)
        }
        for button in screen.allButtons {
            guard let action = manifest.action(named: button.action) else {
                fail("shows a button for '\(button.action)', which its manifest does not declare")
                continue
            }
            if action.effect == .removes, button.role == .primary {
                fail("shows '\(button.action)', which removes, as a primary button")
            }
            verify(button.arguments, of: action, "presets")
            verify(button.values, of: action, "begins a form with")
        }
        screen.forms.forEach(verify)
        verifyImages(on: screen)
        for (place, link) in screen.links { verify(link, in: place) }
        if let address = screen.address { verify(options: address, "has the address \(address.quoted)") }
    }

    /// Verifies that the host serves each image that the screen shows.
    private func verifyImages(on screen: Screen) {
        let images = contract.feature.images
        if let name = images.map(\.fileName).firstDuplicate { fail("has two images with the name '\(name)'") }
        for image in images where !image.name.isLowercaseName {
            fail("has the image '\(image.name)'; the contract expects a name of the form [a-z][a-z0-9-]*")
        }
        let served = Set(images.map { FileReference($0, of: manifest) })
        screen.forEachElement { element in
            guard case .image(let image) = element, !served.contains(image.file) else { return }
            fail("shows the image '\(image.file.name)', which is not among its 'images'")
        }
    }

    /// Verifies that the manifest accepts the options of a link, if the link leads to this feature.
    func verify(_ link: FeatureLink, in place: String) {
        guard link.feature == manifest.id else { return }
        verify(options: link.options, "links from \(place) to \(link.words)")
        if let name = link.begins, manifest.action(named: name) == nil {
            fail("links from \(place) to the form of '\(name)', an action that its manifest does not declare")
        }
    }

    private func verify(options: [String: FieldValue], _ deed: String) {
        do { _ = try manifest.options.check(options, noun: "option") } catch {
            fail("\(deed), which its manifest does not accept: \(error)")
        }
    }

    /// Returns calls that the forms on a screen send, and calls that select rows.
    func calls(offeredOn screen: Screen) -> [ContractInput] {
        let forms = screen.forms.filter(\.enabled).prefix(Self.formsLimit).flatMap { form in
            manifest.action(named: form.action).map { ContractInput.calls(of: form, for: $0) } ?? []
        }
        let rows = screen.lists.flatMap { list in
            let field = list.select.flatMap(manifest.action)?.rowField
            return list.rows.prefix(list.select == nil ? 0 : Self.rowsLimit).map { row in
                ContractInput(
                    name: "the row '\(row.id)' of '\(list.id)'",
                    call: Call(list.select ?? "", field.map { [$0: .text(row.id)] } ?? [:]), refused: [])
            }
        }
        return forms + rows
    }

    /// Verifies that the buttons of a row give its id to a field with the role `row`.
    private func verifyRoles(of row: Row) {
        for button in row.buttons {
            let fields = manifest.action(named: button.action)?.fields ?? []
            guard fields.name(of: .row) == nil else { continue }
            for field in fields where field.role == nil && button.arguments[field.name] == .text(row.id) {
                fail(
                    "gives the id of a row to '\(field.name)' of '\(button.action)', which has no role; add `.role(.row)`"
                )
            }
        }
    }

    private func verifySelection(of list: ListElement) {
        guard let name = list.select else {
            if list.selected != nil { fail("shows a selected row in '\(list.id)', whose rows cannot be selected") }
            return
        }
        guard let action = manifest.action(named: name) else {
            return fail("selects rows of '\(list.id)' with '\(name)', which its manifest does not declare")
        }
        if action.rowField == nil {
            fail("selects rows of '\(list.id)' with '\(name)', which has no field with the role 'row'")
        }
    }

    private func verify(_ form: FormElement) {
        guard let action = manifest.action(named: form.action) else {
            return fail("shows a form for '\(form.action)', which its manifest does not declare")
        }
        verify(form.values, of: action, "fills the form '\(form.id)' with")
        let names = form.disabled.union(form.problems.keys).union(form.choices.keys)
        for name in names.subtracting(action.fields.map(\.name)).sorted() {
            fail("shows the form '\(form.id)' with '\(name)', a field that '\(action.name)' does not have")
        }
    }

    /// Verifies that values belong to fields of an action and satisfy the rules of these fields.
    private func verify(_ values: [String: FieldValue], of action: Action, _ verb: String) {
        let fields = action.fields.filter { values[$0.name] != nil }
        if fields.count != values.count { fail("\(verb) fields that '\(action.name)' does not have") }
        for field in fields {
            if case .failure(let refusal) = field.check(values[field.name] ?? "") {
                fail("\(verb) a wrong '\(field.name)' of '\(action.name)': \(refusal.message)")
            }
        }
    }
}

extension Screen {
    /// All links to features, each with the name of its place.
    fileprivate var links: [(place: String, link: FeatureLink)] {
        var links = up.map { [("'up'", $0)] } ?? []
        forEachElement { element in
            switch element {
            case .list(let list):
                links += list.rows.compactMap { row in row.opens.map { ("the row '\(row.id)'", $0) } }
            case .fields(let fields):
                links += fields.items.compactMap { item in item.opens.map { ("'\(item.label)'", $0) } }
            case .link(let link):
                if case .feature(let place) = link.opens { links.append(("'\(link.id)'", place)) }
            case .text, .form, .section, .placeholder, .progress, .chart, .image, .drawing, .unknown: break
            }
        }
        return links
    }
}

extension [String: FieldValue] {
    fileprivate var quoted: String {
        sorted { $0.key < $1.key }.map { "\($0)=\($1.quoted)" }.joined(separator: " ")
    }
}

extension [String] {
    fileprivate var firstDuplicate: String? {
        var seen: Set<String> = []
        return first { !seen.insert($0).inserted }
    }
}
