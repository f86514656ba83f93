import FeatureKit

/// The calls of a session that take long.
struct WorkView {
    let calls: [RunningWork]
    private let addresses: PageAddresses

    /// Creates the view.
    init(_ calls: [RunningWork], at addresses: PageAddresses) { (self.calls, self.addresses) = (calls, addresses) }

    /// The address of the page, from which a page without script reads the progress again.
    var page: String { addresses.page }

    /// Returns the address of the form that cancels a call.
    func address(cancelling call: RunningWork) -> String { addresses.work(call.id) }
}

extension HTML {
    /// Writes the calls that take long, each with its progress and its button.
    mutating func work(_ view: WorkView?) {
        element("div") { html in
            html.attribute("id", "work")
            guard let view, !view.calls.isEmpty else { return }
            html.element("section") { html in
                html.attribute("class", "notice")
                html.attribute("aria-label", "Running")
                for call in view.calls { html.call(call, in: view) }
                html.element("noscript") { $0.checkAgain(view.page) }
            }
        }
    }

    private mutating func call(_ call: RunningWork, in view: WorkView) {
        element("div") { html in
            html.attribute("id", "work:\(call.id)")
            html.bar(call.title, percent: call.fraction?.percent)
            if let words = call.words {
                html.text(" ")
                html.words(words)
            }
            guard call.isCancellable else { return }
            html.element("form") { html in
                html.attribute("id", "work:\(call.id):cancel")
                html.attribute("method", "post")
                html.attribute("action", view.address(cancelling: call))
                html.element("button") { html in
                    html.text("Cancel")
                    html.element("span") { html in
                        html.attribute("class", "spoken")
                        html.text(" “\(call.title)”")
                    }
                }
            }
        }
    }
}
