extension Screen {
    /// Returns the first mistake in the screen that a view has drawn; returns `nil` if there is none.
    ///
    /// It finds repeated ids, actions that the manifest does not declare, sections that are nested too deep, secrets in
    /// a form, unsafe web addresses, columns that their actions cannot edit, progress outside 0 to 1, images without
    /// a text, and charts, trends and drawings that cannot be drawn. It takes time linear in the size of the screen.
    func firstFault(against manifest: FeatureManifest) -> String? {
        var fault: String?
        func report(_ message: @autoclosure () -> String) { if fault == nil { fault = message() } }
        func verify(_ action: String, _ place: String) {
            if !manifest.actions.contains(where: { $0.name == action }) {
                report("\(place) names the action '\(action)', which the manifest does not declare")
            }
        }
        var ids: Set<String> = []
        forEachElement { element in
            if !ids.insert(element.id).inserted { report("two elements of the screen have the id '\(element.id)'") }
            switch element {
            case .list(let list):
                var rows: Set<String> = []
                for row in list.rows where !rows.insert(row.id).inserted {
                    report("two rows of the list '\(list.id)' have the id '\(row.id)'")
                }
                if let select = list.select { verify(select, "the list '\(list.id)'") }
                for column in list.columns ?? [] {
                    guard let edit = column.edit else { continue }
                    let place = "the column '\(column.title)' of the list '\(list.id)'"
                    verify(edit, place)
                    let action = manifest.actions.first { $0.name == edit }
                    if let fault = action.flatMap(column.fault(editedBy:)) { report("\(place) \(fault)") }
                }
            case .form(let form):
                verify(form.action, "the form '\(form.id)'")
                let action = manifest.actions.first { $0.name == form.action }
                for field in action?.fields ?? [] where field.kind == .secret && form.values[field.name] != nil {
                    report("the form '\(form.id)' contains a value of the secret field '\(field.name)'")
                }
            case .link(let link):
                if case .web(let address) = link.opens, link.opens.webAddress == nil {
                    report("the link '\(link.id)' opens '\(address)'; expected ASCII that begins with https://")
                }
            case .progress(let progress):
                if let fraction = progress.fraction, !(0...1).contains(fraction) {
                    report("the progress '\(progress.id)' has the fraction \(fraction); expected 0 to 1")
                }
            case .image(let image): if let fault = image.fault { report(fault) }
            case .chart(let chart): if let fault = chart.fault { report(fault) }
            case .drawing(let drawing):
                let action = drawing.tap.flatMap { tap in manifest.actions.first { $0.name == tap.action } }
                if let fault = drawing.fault(tapping: action) { report(fault) }
            case .fields(let fields): if let fault = fields.items.lazy.compactMap(\.fault).first { report(fault) }
            case .text, .section, .placeholder, .unknown: break
            }
        }
        forEachButton { button in verify(button.action, "the button '\(button.title)'") }
        if Self.depth(of: elements) > SectionElement.depthLimit {
            report("sections are nested deeper than \(SectionElement.depthLimit)")
        }
        return fault
    }

    private static func depth(of elements: [Element]) -> Int {
        elements.reduce(0) { deepest, element in
            guard case .section(let section) = element else { return deepest }
            return max(deepest, 1 + depth(of: section.elements))
        }
    }
}
