extension HTML {
    /// Writes a page: everything around its main content.
    ///
    /// - Parameters:
    ///   - view: What surrounds the content.
    ///   - crumbs: Writes the path to the page.
    ///   - main: Writes the main content.
    mutating func page(_ view: PageView, crumbs: (inout HTML) -> Void, main: (inout HTML) -> Void) {
        doctype()
        element("html") { html in
            html.attribute("lang", "en")
            html.attribute("data-theme", view.theme)
            html.element("head") { $0.head(view) }
            html.element("body") { html in
                html.markup("<a class=\"skip\" href=\"#main\">Skip to content</a>")
                html.bar(view, crumbs: crumbs)
                html.element("div") { html in
                    html.attribute("class", "shell")
                    if !view.side.isEmpty { html.side(view) }
                    html.element("div") { html in
                        html.attribute("class", "page")
                        html.element("main") { html in
                            html.attribute("id", "main")
                            html.attribute("tabindex", "-1")
                            main(&html)
                        }
                        if view.side.isEmpty { html.foot(view) }
                    }
                }
                html.markup("<i id=\"last\"></i>")
            }
        }
        text("\n")
    }

    private mutating func head(_ view: PageView) {
        markup("<meta charset=\"utf-8\">")
        element("title") { html in
            html.text(view.title)
            html.text(" · ")
            html.text(view.brand)
        }
        markup("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">")
        if let refresh = view.refresh {
            element("noscript") { html in
                html.void("meta") { html in
                    html.attribute("http-equiv", "refresh")
                    html.attribute("content", "1; url=\(refresh)")
                }
            }
        }
        void("link") { html in
            html.attribute("rel", "icon")
            html.attribute("href", view.icon)
        }
        for style in view.styles {
            void("link") { html in
                html.attribute("rel", "stylesheet")
                html.attribute("href", style)
            }
        }
        // A browser shows nothing before it has read the whole page, so a page does not grow in front of a person.
        markup("<link rel=\"expect\" href=\"#last\" blocking=\"render\">")
        element("script") { html in
            html.attribute("src", view.script ?? view.finder)
            html.flag("defer")
        }
    }

    private mutating func bar(_ view: PageView, crumbs: (inout HTML) -> Void) {
        element("header") { html in
            html.attribute("class", "bar")
            if !view.side.isEmpty {
                html.markup(
                    """
                    <button class="quiet icon" popovertarget="side" aria-label="Menu"><svg aria-hidden="true" \
                    viewBox="0 0 16 16"><path d="M2 4h12M2 8h12M2 12h12"/></svg></button>
                    """)
            }
            html.element("a") { html in
                html.attribute("class", "host")
                html.attribute("href", "/")
                if let logo = view.logo {
                    html.void("img") { html in
                        html.attribute("class", "logo")
                        html.attribute("src", logo)
                        html.attribute("alt", "")
                    }
                } else {
                    html.markup(
                        """
                        <svg class="logo" viewBox="0 0 24 24" aria-hidden="true"><rect width="24" height="24" rx="6"/>\
                        <path d="M7 7h10M7 12h7M7 17h4"/></svg>
                        """)
                }
                html.element("strong") { $0.text(view.brand) }
            }
            crumbs(&html)
            if view.script != nil {
                html.markup("<span id=\"live\" role=\"status\"></span> <span id=\"viewers\"></span>")
            }
            if let sharing = view.sharing { html.sharing(sharing) }
            if let account = view.account { html.account(account) }
            if !view.side.isEmpty { html.find(view.query) }
        }
    }

    /// Writes the button that says how to share the session.
    private mutating func sharing(_ view: SharingView) {
        markup(
            """
            <button class="quiet" popovertarget="share" aria-haspopup="dialog"><svg aria-hidden="true" viewBox="0 0 16 16">\
            <circle cx="6" cy="5" r="2.5"/>\
            <path d="M1.5 13.5c0-6 9-6 9 0M11 2.7a2.5 2.5 0 0 1 0 4.6M12.5 9.5c1.5.7 2 2 2 4"/></svg><span>
            """)
        text(view.opens == nil ? "Shared" : "Watch together")
        markup("</span></button>")
        popover("share", label: "Watch together") { html in
            html.markup("<p>Send this address to others: they see what you see, live, and can do the same.</p>")
            html.void("input") { html in
                html.attribute("aria-label", "Address")
                html.flag("readonly")
                html.value(view.address)
            }
            html.markup("<button class=\"primary\" type=\"button\">Copy</button>")
            guard let opens = view.opens else { return }
            html.element("a") { html in
                html.attribute("class", "button")
                html.attribute("href", opens)
                html.text("Open the shared page")
            }
        }
    }

    /// Writes the button that says who is signed in.
    private mutating func account(_ view: AccountView) {
        markup(
            """
            <button class="quiet" popovertarget="account" aria-haspopup="dialog"><svg aria-hidden="true" \
            viewBox="0 0 16 16"><circle cx="8" cy="5" r="2.5"/><path d="M2.5 13.5c0-6 11-6 11 0"/></svg><span><bdi>
            """)
        text(view.label)
        markup("</bdi></span></button>")
        popover("account", label: "Account") { html in
            if let name = view.name {
                html.element("p") { html in
                    html.text("Signed in as ")
                    html.element("bdi") { $0.text(name) }
                }
            }
            guard view.canSignOut else { return }
            html.markup("<form method=\"post\" action=\"/logout\"><button>Sign out</button></form>")
        }
    }

    /// Writes a card that a button of the bar opens.
    private mutating func popover(_ id: String, label: String, _ content: (inout HTML) -> Void) {
        element("div") { html in
            html.attribute("id", id)
            html.attribute("class", "share")
            html.attribute("role", "dialog")
            html.attribute("aria-label", label)
            html.flag("popover")
            content(&html)
        }
    }

    private mutating func find(_ query: String?) {
        element("form") { html in
            html.attribute("class", "find")
            html.attribute("role", "search")
            html.attribute("aria-label", "Features")
            html.attribute("action", "/")
            html.void("input") { html in
                html.attribute("name", "q")
                html.attribute("type", "search")
                html.attribute("aria-label", "Find a feature")
                html.attribute("placeholder", "Find a feature")
                html.attribute("aria-keyshortcuts", "Control+K")
                html.attribute("autocomplete", "off")
                html.attribute("value", query)
            }
            html.markup(
                """
                <button class="quiet icon" aria-label="Find"><svg aria-hidden="true" viewBox="0 0 16 16">\
                <circle cx="7" cy="7" r="4"/><path d="m10 10 4 4"/></svg></button>
                """)
        }
    }

    private mutating func side(_ view: PageView) {
        element("div") { html in
            html.attribute("id", "side")
            html.attribute("class", "side")
            html.flag("popover")
            html.element("nav") { html in
                html.attribute("aria-label", "Features")
                html.element("ul") { html in
                    for feature in view.side {
                        html.element("li") { html in
                            html.attribute("data-summary", feature.summary)
                            html.element("a") { html in
                                html.attribute("href", feature.address)
                                html.attribute("aria-current", feature.isCurrent ? "page" : nil)
                                html.monogram(feature.monogram)
                                html.words(feature.title)
                            }
                        }
                    }
                }
            }
            html.foot(view)
        }
    }

    /// Writes the first letters of a feature's title on a coloured ground.
    mutating func monogram(_ monogram: MonogramView) {
        element("span") { html in
            html.attribute("class", "mono h\(monogram.hue)")
            html.attribute("aria-hidden", "true")
            html.text(monogram.letters)
        }
    }

    private mutating func foot(_ view: PageView) {
        element("footer") { html in
            html.element("p") { html in
                html.text("\(view.brand) \(view.version) · ")
                html.markup("<a href=\"/docs\">API</a>")
            }
            html.element("form") { html in
                html.attribute("method", "post")
                html.attribute("action", "/theme")
                html.element("div") { html in
                    html.attribute("class", "theme")
                    html.attribute("role", "group")
                    html.attribute("aria-label", "Appearance")
                    for theme in view.themes {
                        html.element("button") { html in
                            html.attribute("name", "theme")
                            html.attribute("value", theme.value)
                            html.attribute("aria-pressed", theme.isChosen ? "true" : "false")
                            html.text(theme.label)
                        }
                    }
                }
            }
        }
    }
}
