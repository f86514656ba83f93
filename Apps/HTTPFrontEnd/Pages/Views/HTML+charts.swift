import FeatureKit
import Interaction

extension HTML {
    /// Writes a chart: its title, a picture, and a table of all values.
    ///
    /// The picture takes the width of the page. Only its lines and bars are stretched, not its texts.
    mutating func chart(_ chart: ChartElement) {
        element("figure") { html in
            html.element("figcaption") { $0.words(chart.caption) }
            guard chart.hasValues else {
                return html.element("p") { html in
                    html.attribute("class", "caption")
                    html.text("No values")
                }
            }
            html.picture(ChartPicture(chart))
            html.values(of: chart)
        }
    }

    private mutating func picture(_ picture: ChartPicture) {
        element("div") { html in
            html.attribute("class", "chart")
            html.attribute("aria-hidden", "true")
            html.element("svg") { html in
                html.attribute("class", "detail")
                html.attribute("width", picture.axisWidth)
                html.attribute("height", ChartPicture.height)
                for tick in picture.scale.ticks {
                    let text = ChartElement.text(of: tick)
                    html.label(text, x: "\(picture.axisWidth - 8)", y: picture.y(of: tick) + 4, anchor: "end")
                }
            }
            html.element("svg") { html in
                html.attribute("class", "detail")
                html.attribute("width", "100%")
                html.attribute("height", ChartPicture.height)
                html.element("svg") { html in
                    html.attribute("y", ChartPicture.top)
                    html.attribute("width", "100%")
                    html.attribute("height", ChartPicture.plotHeight)
                    html.attribute("viewBox", "0 0 \(picture.width) \(ChartPicture.unit)")
                    html.attribute("preserveAspectRatio", "none")
                    html.attribute("overflow", "visible")
                    for tick in picture.scale.ticks {
                        html.stroke(picture.line(at: tick), width: "1", opacity: tick == 0 ? "0.7" : "0.2")
                    }
                    for index in picture.chart.series.indices {
                        html.mark(index, of: picture.chart, path: picture.path(of: index))
                    }
                }
                for label in picture.labels {
                    html.label(label.text, x: label.x, y: ChartPicture.height - 4, anchor: label.anchor)
                }
            }
        }
        legend(picture)
    }

    private mutating func label(_ text: String, x: String, y: Int, anchor: String) {
        element("text") { html in
            html.attribute("x", x)
            html.attribute("y", y)
            html.attribute("text-anchor", anchor)
            html.attribute("fill", "currentColor")
            html.text(text)
        }
    }

    private mutating func stroke(_ path: String, width: String, opacity: String) {
        element("path") { html in
            html.attribute("d", path)
            html.attribute("stroke", "currentColor")
            html.attribute("stroke-width", width)
            html.attribute("opacity", opacity)
            html.attribute("vector-effect", "non-scaling-stroke")
        }
    }

    /// Writes the bars or the line of a series.
    private mutating func mark(_ index: Int, of chart: ChartElement, path: String) {
        element("path") { html in
            html.attribute("class", chart.series[index].shownTone.rawValue)
            html.attribute("d", path)
            html.attribute("stroke", "var(--tone)")
            html.attribute("vector-effect", "non-scaling-stroke")
            if chart.style == .bars {
                html.attribute("fill", "var(--tone)")
                html.attribute("fill-opacity", ChartPicture.opacities[index % ChartPicture.opacities.count])
            } else {
                let dashes = ChartMarks.dashes[index % ChartMarks.dashes.count].map(String.init).joined(separator: " ")
                html.attribute("fill", "none")
                html.attribute("stroke-width", "2")
                html.attribute("stroke-linecap", dashes.isEmpty ? "round" : nil)
                html.attribute("stroke-dasharray", dashes.isEmpty ? nil : dashes)
            }
        }
    }

    private mutating func legend(_ picture: ChartPicture) {
        guard picture.chart.series.count > 1 else { return }
        element("p") { html in
            html.attribute("class", "caption")
            html.attribute("aria-hidden", "true")
            for (index, series) in picture.chart.series.enumerated() {
                html.element("svg") { html in
                    html.attribute("width", 28)
                    html.attribute("height", 10)
                    html.mark(
                        index, of: picture.chart,
                        path: picture.chart.style == .bars ? "M1 1h26v8h-26z" : "M1 5h26")
                }
                html.text(" ")
                html.words(series.name)
                html.text("\u{2003}")
            }
        }
    }

    /// Writes all values, for everybody.
    private mutating func values(of chart: ChartElement) {
        element("details") { html in
            html.element("summary") { html in
                html.text("Values")
                html.element("span") { html in
                    html.attribute("class", "spoken")
                    html.text(" of \(chart.caption)")
                }
            }
            html.element("table") { html in
                html.element("thead") { html in
                    html.element("tr") { html in
                        html.markup("<th scope=\"col\"><span class=\"spoken\">Label</span></th>")
                        for series in chart.series {
                            html.element("th") { html in
                                html.attribute("class", "number")
                                html.attribute("scope", "col")
                                html.words(series.name)
                            }
                        }
                    }
                }
                html.element("tbody") { html in
                    for (index, label) in chart.labels.enumerated() { html.values(at: index, label, of: chart) }
                }
            }
        }
    }

    private mutating func values(at index: Int, _ label: String, of chart: ChartElement) {
        element("tr") { html in
            html.element("th") { html in
                html.attribute("scope", "row")
                html.words(label)
            }
            for series in chart.series {
                html.element("td") { html in
                    html.attribute("class", "number")
                    html.attribute("data-label", series.name)
                    html.text(ChartElement.text(of: series.value(at: index)))
                }
            }
        }
    }

    /// Writes a short line beside a value.
    mutating func trend(_ trend: Trend) {
        markup(" ")
        element("svg") { html in
            html.attribute("width", 80)
            html.attribute("height", 20)
            html.attribute("viewBox", "0 -1 \(trend.heights.count - 1) 12")
            html.attribute("preserveAspectRatio", "none")
            html.attribute("aria-hidden", "true")
            html.element("path") { html in
                let points = trend.heights.enumerated().map { "\($0) \(ChartPicture.text(10 - $1 * 10))" }
                html.attribute("d", "M" + points.joined(separator: "L"))
                html.attribute("fill", "none")
                html.attribute("stroke", "currentColor")
                html.attribute("stroke-width", "2")
                html.attribute("vector-effect", "non-scaling-stroke")
            }
        }
        element("span") { html in
            html.attribute("class", "spoken")
            html.text(" \(trend.words)")
        }
    }
}
