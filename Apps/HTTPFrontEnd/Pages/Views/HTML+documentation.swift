extension HTML {
    /// Writes the path to a page of the documentation.
    ///
    /// - Parameter feature: The title of the page's feature; `nil` on the page that gives an overview.
    mutating func documentationPath(to feature: String?) {
        element("nav") { html in
            html.attribute("class", "crumbs")
            html.attribute("aria-label", "Breadcrumb")
            html.element("ol") { html in
                html.markup("<li><a href=\"/\">Features</a></li>")
                guard let feature else { return html.markup("<li aria-current=\"page\">API</li>") }
                html.markup("<li><a href=\"/docs\">API</a></li>")
                html.element("li") { html in
                    html.attribute("aria-current", "page")
                    html.words(feature)
                }
            }
        }
    }

    /// Writes the overview of the API.
    mutating func documentation(_ view: DocumentationView) {
        markup(
            """
            <h1>API</h1><p>The API of this host, in JSON. For programs: <a href="/openapi.json">openapi.json</a> \
            (OpenAPI 3.1).</p>
            """)
        card { html in
            html.markup("<h2>Features of this host</h2>")
            html.element("ul") { html in
                for feature in view.features {
                    html.element("li") { html in
                        html.words(feature.title, linkedTo: feature.address)
                        html.text(": ")
                        html.words(feature.summary)
                    }
                }
            }
            html.markup(
                """
                <p>One request launches a feature, waits for its screen, performs an action if it names one, and \
                answers. A session keeps the feature running between requests. The examples read a session’s id from \
                the shell’s variable <code>SESSION</code>.</p>
                """)
        }
        card { html in
            html.markup("<h2>Authentication</h2>")
            switch view.identity {
            case .token:
                html.markup(
                    """
                    <p>Each request must contain the host’s token: <code>Authorization: Bearer TOKEN</code>. The \
                    examples read it from the shell’s variable <code>TOKEN</code>.</p>
                    """)
            case .proxy:
                html.markup(
                    """
                    <p>This host takes requests from its reverse proxy only. Send them to the proxy, with what the \
                    proxy demands.</p>
                    """)
            case .none: html.markup("<p>This host needs no token.</p>")
            }
        }
        card { html in
            html.markup(
                """
                <h2>Errors</h2><p>Every error is a problem (RFC 9457), <code>application/problem+json</code>. \
                <code>detail</code> says what happened and what to do. <code>errors</code> has the rule that each \
                wrong field breaks, and <code>advice</code> has a sentence for a person about it.</p>
                """)
        }
        card { html in
            html.markup(
                """
                <h2>Streams</h2><p><code>GET /api/sessions/SESSION/events</code> sends a session’s changes as \
                server-sent events: a whole <code>frame</code> first, then a <code>patch</code> for each change, and \
                <code>notice</code>, <code>viewers</code> and <code>closed</code>. After a lost connection, send the \
                last id as <code>Last-Event-ID</code>, and the stream continues there.</p>
                """)
        }
        card { html in
            html.markup(
                """
                <h2>Idempotency</h2><p>Send <code>Idempotency-Key</code> with a request that acts. Requests with the \
                same key act once and get the same answer, so you can repeat a request whose answer was lost.</p>
                """)
        }
        for group in view.groups {
            card { html in
                html.element("h2") { $0.words(group.title) }
                for operation in group.operations { html.folded(operation) }
            }
        }
    }

    private mutating func folded(_ operation: OperationView) {
        element("details") { html in
            html.attribute("id", "operation-\(operation.id)")
            html.element("summary") { html in
                html.route(of: operation)
                html.text(" ")
                html.words(operation.heading)
            }
            html.operation(operation)
        }
    }

    private mutating func route(of operation: OperationView) {
        element("span") { html in
            html.attribute("class", "method \(operation.method.lowercased())")
            html.text(operation.method)
        }
        text(" ")
        element("code") { $0.text(operation.path) }
    }

    /// Writes the documentation of one feature's API.
    mutating func documentation(_ view: FeatureDocumentationView) {
        element("div") { html in
            html.attribute("class", "docs")
            html.element("div") { html in
                html.element("h1") { $0.words(view.title) }
                html.element("p") { html in
                    html.words(view.summary)
                    html.text(" ")
                    html.element("a") { html in
                        html.attribute("href", view.address)
                        html.text("Open the page")
                    }
                }
            }
            html.contents(view)
            html.element("div") { html in
                if let options = view.options {
                    html.card(id: "options") { html in
                        html.markup(
                            """
                            <h2>Options</h2><p>Each request takes the options in its query. A request that opens a \
                            session takes them in its body, as <code>options</code>.</p>
                            """)
                        html.fields(options)
                    }
                }
                html.headed(view.screen)
                if let common = view.common {
                    html.card(id: "actions") { html in
                        html.markup("<h2>All actions</h2>")
                        html.rules(of: common)
                    }
                }
                for action in view.actions { html.headed(action) }
            }
        }
    }

    /// Writes the links to the parts of a feature's documentation.
    private mutating func contents(_ view: FeatureDocumentationView) {
        element("nav") { html in
            html.attribute("aria-label", "On this page")
            html.element("ul") { html in
                func entry(_ words: String, _ place: String) {
                    html.element("li") { $0.words(words, linkedTo: "#\(place)") }
                }
                if view.options != nil { entry("Options", "options") }
                entry(view.screen.heading, "operation-\(view.screen.id)")
                if view.common != nil { entry("All actions", "actions") }
                for action in view.actions { entry(action.heading, "operation-\(action.id)") }
            }
        }
    }

    private mutating func headed(_ operation: OperationView) {
        card(id: "operation-\(operation.id)") { html in
            html.element("h2") { $0.words(operation.heading) }
            html.element("p") { $0.route(of: operation) }
            html.operation(operation)
        }
    }

    private mutating func operation(_ operation: OperationView) {
        explanation(of: operation)
        if let fields = operation.fields { self.fields(fields) }
        parameters(of: operation)
        element("div") { html in
            html.attribute("class", "command")
            html.code(operation.command)
        }
        answers(of: operation)
    }

    /// Writes the parts of an operation that do not depend on its fields.
    private mutating func rules(of operation: OperationView) {
        explanation(of: operation)
        parameters(of: operation)
        answers(of: operation)
    }

    private mutating func explanation(of operation: OperationView) {
        if let explanation = operation.explanation { element("p") { $0.words(explanation) } }
    }

    private mutating func parameters(of operation: OperationView) {
        guard !operation.parameters.isEmpty else { return }
        table("Parameters", ["Parameter", "In", "Description"]) { html in
            for parameter in operation.parameters {
                html.element("tr") { html in
                    html.element("td") { $0.element("code") { $0.text(parameter.name) } }
                    html.element("td") { $0.text(parameter.place + (parameter.isRequired ? ", required" : "")) }
                    html.element("td") { $0.words(parameter.explanation) }
                }
            }
        }
    }

    private mutating func answers(of operation: OperationView) {
        if let answer = operation.answer {
            let rows = "with at most \(APIExamples.shownRows) rows of each list"
            element("p") { $0.text("Answer, \(operation.hasRealAnswer ? rows : "shortened"):") }
            scrolling("answer", "Answer") { $0.code(answer) }
        }
        guard !operation.answers.isEmpty else { return }
        element("details") { html in
            html.markup("<summary>Answers</summary>")
            html.table("Answers", ["Status", "When"]) { html in
                for answer in operation.answers {
                    html.element("tr") { html in
                        html.element("td") { $0.text(String(answer.status)) }
                        html.element("td") { $0.words(answer.explanation) }
                    }
                }
            }
        }
    }

    private mutating func code(_ text: String) {
        element("pre") { html in
            html.attribute("class", "code")
            html.attribute("dir", "ltr")
            html.element("code") { $0.text(text) }
        }
    }

    private mutating func fields(_ fields: DocumentedFields) {
        table(fields.label, ["Name", "Kind", "Rule", "Required"]) { html in
            for row in fields.rows {
                html.element("tr") { html in
                    html.element("td") { $0.element("code") { $0.text(row.name) } }
                    html.element("td") { html in
                        html.attribute("data-label", "Kind")
                        html.text(row.kind)
                    }
                    html.element("td") { $0.words(row.rule) }
                    html.element("td") { html in
                        html.attribute("data-label", "Required")
                        html.words(row.need)
                    }
                }
            }
        }
    }

    private mutating func table(_ label: String, _ headings: [String], _ rows: (inout HTML) -> Void) {
        scrolling("wide", label) { html in
            html.element("table") { html in
                html.element("thead") { html in
                    html.element("tr") { html in
                        for heading in headings {
                            html.element("th") { html in
                                html.attribute("scope", "col")
                                html.text(heading)
                            }
                        }
                    }
                }
                html.element("tbody", rows)
            }
        }
    }

    /// Writes content in a box that scrolls, which people can do with the keyboard too.
    ///
    /// - Parameters:
    ///   - style: The class of the box.
    ///   - label: The name of the box for assistive technology.
    ///   - content: Writes the content.
    private mutating func scrolling(_ style: String, _ label: String, _ content: (inout HTML) -> Void) {
        element("div") { html in
            html.attribute("class", style)
            html.attribute("role", "group")
            html.attribute("aria-label", label)
            html.attribute("tabindex", "0")
            content(&html)
        }
    }
}
