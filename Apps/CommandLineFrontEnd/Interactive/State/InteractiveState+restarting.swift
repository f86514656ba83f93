import FeatureKit

// Shows the place of an ended session in a new session.

extension InteractiveState {
    /// Whether a new session can show the place of a page that has failed or whose session has ended.
    var canRestart: Bool {
        page.failure != nil && page.revision >= 0 && catalogue.contains { $0.id == page.manifest.id }
    }

    /// Shows the place of a page whose session has ended in a new session.
    mutating func restart(_ effects: inout [InteractiveEffect]) {
        guard canRestart else { return }
        let old = page
        launch(FeatureLink(feature: old.manifest.id, options: old.screen.address ?? [:]), .up, &effects)
        // The page keeps its selection, its ticks, its open folds, its tabs and the typed texts of its forms.
        page.visits = old.visits
        page.returning = old.visit(at: [:])
        page.ticks = old.ticks
        (page.view.openFolds, page.view.chosenTabs) = (old.view.openFolds, old.view.chosenTabs)
        page.view.forms = old.view.forms.mapValues { $0.inNewSession() }
        moveDrafts(from: old.key, to: page.key)
    }

    /// Moves the drafts of a page whose place is unknown to another page.
    mutating func moveDrafts(from old: Int, to new: Int) {
        drafts = Dictionary(drafts.map { ($0.key.moved(from: old, to: new), $0.value) }) { $1 }
    }

    /// Shows the visible place in a new session, because its server has started anew.
    ///
    /// The form or the question in front of the page stays open.
    mutating func comeBack(_ effects: inout [InteractiveEffect]) {
        guard canRestart else { return }
        let old = page.key
        restart(&effects)
        moveOverlay(from: old, to: page.key)
        show(Notice("The server has started anew. A new session shows this place."))
    }

    /// Moves the form or the question in front of a page to another page.
    ///
    /// Any other overlay offers what the old page showed, so it is closed.
    mutating func moveOverlay(from old: Int, to new: Int) {
        switch overlay {
        case .form(var form) where form.page == old:
            form.move(to: new)
            overlay = .form(form)
        case .confirmation(var confirmation) where confirmation.page == old:
            confirmation.page = new
            confirmation.form?.move(to: new)
            overlay = .confirmation(confirmation)
        default: overlay = nil
        }
    }
}
