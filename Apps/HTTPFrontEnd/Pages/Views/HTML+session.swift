import FeatureKit

extension HTML {
    /// Writes the content of a session's page.
    ///
    /// - Parameters:
    ///   - view: The page.
    ///   - shown: The screen, as ``ActionMaker/shown(_:isLasting:to:)`` has written it.
    ///   - shell: What surrounds the content.
    mutating func session(_ view: SessionView, showing shown: borrowing HTML, in shell: PageView) {
        element("div") { html in
            html.attribute("id", "session")
            html.attribute("data-session", view.session)
            html.attribute("data-revision", view.revision)
            html.attribute("data-rights", view.rights)
            html.attribute("data-place", view.place)
            html.attribute("data-feature", view.feature)
            html.attribute("data-host", shell.brand)
            html.attribute("data-finder", shell.finder)
            html.attribute("data-further", shell.further)
            html.flag("data-shared", view.sharing == nil)
            html.said(view)
            html.add(shown)
            guard view.sharing == nil else { return }
            html.element("p") { html in
                html.attribute("class", "sharing")
                html.text("Shared session: everyone with this address sees and does the same.")
            }
        }
        element("template") { html in
            html.attribute("id", "gone-card")
            html.element("div") { html in
                html.attribute("class", "notice warning")
                html.attribute("role", "alert")
                html.markup("<p><strong></strong> <a><bdi></bdi></a></p><p>Your text was not sent:</p><dl></dl>")
            }
        }
    }

    /// Writes the messages of a session's page.
    private mutating func said(_ view: SessionView) {
        element("div") { html in
            html.attribute("id", "said")
            html.work(view.work)
            html.element("div") { html in
                html.attribute("id", "ended")
                html.attribute("class", "notice warning")
                html.attribute("role", "alert")
                html.flag("hidden")
                html.element("p") { $0.text("This session has ended. Your text is kept.") }
                html.element("p") { html in
                    html.element("a") { html in
                        html.attribute("class", "button primary")
                        html.attribute("href", view.place)
                        html.element("span") { html in
                            html.text("Start ")
                            html.words(view.feature)
                            html.text(" again")
                        }
                    }
                }
            }
            html.markup("<div id=\"gone\"></div>")
            html.element("div") { html in
                html.attribute("id", "refusal")
                html.refusal(view)
            }
            html.element("div") { html in
                html.attribute("id", "notices")
                html.attribute("role", "status")
                for notice in view.notices { html.notice(notice) }
            }
        }
    }

    /// Writes the messages about a refused form that the screen no longer has.
    mutating func refusal(_ view: SessionView) {
        errors(view.errors, title: "Your input was refused:")
        guard !view.typed.isEmpty else { return }
        element("div") { html in
            html.attribute("class", "notice warning")
            html.element("p") { $0.text("Your text was not sent, and its form is no longer available.") }
            html.texts(view.typed)
        }
    }

    /// Writes the forms of the screen's own buttons.
    mutating func asks(_ view: AsksView) {
        element("div") { html in
            html.attribute("id", "asks")
            html.attribute("class", "presses")
            for action in view.actions { html.action(action) }
        }
    }

    /// Writes the heading of a session's page.
    mutating func title(_ view: TitleView) {
        element("h1") { html in
            html.attribute("id", PageID.title)
            html.attribute("tabindex", "-1")
            html.words(view.heading)
            guard let tone = view.tone else { return }
            html.text(" ")
            html.sign(tone.sign, word: tone.word, hasTitle: true)
        }
    }

    /// Writes the buttons that lead to the neighbours of the record on the page.
    mutating func steps(_ view: StepsView) {
        element("div") { html in
            html.attribute("id", StepsView.id)
            html.attribute("class", "presses")
            for action in view.actions { html.step(action) }
        }
    }

    /// Writes the sentence below the heading.
    mutating func summary(_ view: SummaryView) {
        element("p") { html in
            html.attribute("id", "summary")
            html.attribute("class", "summary")
            html.flag("hidden", view.words == nil)
            if let words = view.words { html.words(words) }
        }
    }

    /// Writes the path to the shown place.
    mutating func up(_ view: UpView) {
        element("nav") { html in
            html.attribute("id", "up")
            html.attribute("class", "crumbs")
            html.attribute("aria-label", "Breadcrumb")
            html.element("ol") { html in
                html.element("li") { $0.words(view.words, linkedTo: view.address) }
                html.element("li") { html in
                    html.attribute("aria-current", "page")
                    html.words(view.here)
                }
            }
        }
    }

    /// Writes the phase of a screen.
    mutating func phase(_ phase: PhaseView) {
        element("div") { html in
            html.attribute("id", "phase")
            if let loading = phase.loading { html.loading(loading) }
            if let failure = phase.failure { html.failure(failure) }
        }
    }

    private mutating func loading(_ loading: PhaseView.Loading) {
        element("p") { html in
            html.attribute("class", "loading")
            html.attribute("role", "status")
            html.element("progress") { html in
                html.attribute("max", "100")
                html.attribute("value", loading.percent)
                html.attribute("aria-label", "Loading")
            }
            html.text(" ")
            html.words(loading.message)
            html.element("noscript") { html in
                html.text(" ")
                html.checkAgain(loading.address)
            }
        }
        markup("<div class=\"bones\" aria-hidden=\"true\"><i></i><i></i><i></i><i></i><i></i><i></i></div>")
    }

    private mutating func failure(_ failure: PhaseView.Failure) {
        element("div") { html in
            html.attribute("class", "notice critical")
            html.attribute("role", "alert")
            html.element("p") { html in
                html.sign("✕", word: "Failed")
                html.text(" ")
                html.words(failure.message)
            }
            if let retry = failure.retry { html.action(retry) }
        }
    }
}
