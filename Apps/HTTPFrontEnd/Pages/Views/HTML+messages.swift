import FeatureKit
import FeatureStorage

extension HTML {
    /// Writes the list of features.
    mutating func catalogue(_ view: CatalogueView) {
        element("div") { html in
            html.attribute("class", "top")
            html.markup("<h1>Features</h1>")
            html.element("p") { html in
                html.attribute("class", "count")
                html.text(view.count)
            }
        }
        if view.entries.isEmpty {
            element("div") { html in
                html.attribute("class", "empty")
                guard let query = view.query else {
                    return html.markup("<p>This host has no features.</p>")
                }
                html.element("p") { html in
                    html.text("No feature matches “")
                    html.words(query)
                    html.text("”.")
                }
                html.markup("<a class=\"button\" href=\"/\">Show all features</a>")
            }
        }
        element("ul") { html in
            html.attribute("class", "catalogue")
            for entry in view.entries { html.entry(entry) }
        }
    }

    private mutating func entry(_ entry: CatalogueView.Entry) {
        element("li") { html in
            html.monogram(entry.monogram)
            html.element("div") { html in
                html.element("h2") { $0.words(entry.title, linkedTo: entry.address) }
                html.element("p") { html in
                    html.words(entry.summary)
                    guard let total = entry.total else { return }
                    html.text(total.count == 1 ? " 1 record" : " \(total.count) records")
                    if let change = total.change {
                        html.text(", last changed \(change.timeText)")
                        if let name = change.cause?.name { html.text(" by \(name)") }
                    }
                    html.text(".")
                }
                guard let form = entry.form else { return }
                html.element("details") { html in
                    html.element("summary") { html in
                        html.text("Options")
                        html.element("span") { html in
                            html.attribute("class", "spoken")
                            html.text(" of \(entry.title)")
                        }
                    }
                    html.form(form)
                }
            }
        }
    }

    /// Writes a message with links.
    mutating func message(_ view: MessageView) {
        element("div") { html in
            html.attribute("class", "alone")
            html.element("h1") { $0.words(view.heading) }
            html.element("p") { $0.words(view.detail) }
            html.errors(view.errors)
            if !view.typed.isEmpty {
                html.card { html in
                    html.element("h2") { $0.text("Your text was not sent") }
                    html.texts(view.typed)
                }
            }
            if let form = view.form { html.card { $0.form(form) } }
            html.element("p") { html in
                html.attribute("class", "links")
                for link in view.links {
                    html.words(link.label, linkedTo: link.address)
                    html.text(" ")
                }
            }
        }
    }

    /// Writes a part of a page on a ground of its own.
    mutating func card(id: String? = nil, _ content: (inout HTML) -> Void) {
        element("section") { html in
            html.attribute("class", "card")
            html.attribute("id", id)
            content(&html)
        }
    }

    /// Writes the form for the host's token.
    mutating func login(_ view: LoginView) {
        element("div") { html in
            html.attribute("class", "alone")
            html.element("h1") { $0.text("Sign in") }
            if view.isRefused {
                html.markup("<p class=\"notice critical\" role=\"alert\">This token is wrong.</p>")
            }
            if let address = view.signOut {
                html.element("p") { html in
                    html.text("You are signed out here. ")
                    html.words("Sign out from the provider too", linkedTo: address)
                }
            }
            if let provider = view.ways.provider {
                html.element("p") { html in
                    html.element("a") { html in
                        html.attribute("class", "button primary")
                        html.attribute("href", view.providerAddress)
                        html.element("span") { html in
                            html.text("Sign in at ")
                            html.words(provider)
                        }
                    }
                }
            }
            guard view.ways.token else { return }
            html.element("form") { html in
                html.attribute("class", "fill")
                html.attribute("method", "post")
                html.attribute("action", "/login")
                html.void("input") { html in
                    html.attribute("type", "hidden")
                    html.attribute("name", "next")
                    html.attribute("value", view.next)
                }
                html.element("div") { html in
                    html.attribute("class", "control")
                    html.markup("<label for=\"token\">Access token</label>")
                    html.void("input") { html in
                        html.attribute("id", "token")
                        html.attribute("name", "token")
                        html.attribute("type", "password")
                        html.flag("required")
                        html.attribute("autocomplete", "current-password")
                        if view.ways.provider == nil { html.flag("autofocus") }
                        html.attribute("aria-invalid", view.isRefused ? "true" : nil)
                    }
                }
                html.element("button") { html in
                    html.attribute("class", view.ways.provider == nil ? "primary" : nil)
                    html.text("Sign in")
                }
            }
        }
    }
}
