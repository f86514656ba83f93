import FeatureKit
import HTTPFrontEnd
import Testing

/// Tests charts and trends in pages.
@Suite(.timeLimit(.minutes(5))) struct ChartPageTests {
    private func page(_ element: Element) throws -> String {
        let frame = Frame(
            session: "s", feature: "charts", revision: 1, screen: Screen(phase: .ready, elements: [element]))
        return try ScreenRendition.html.text(
            of: frame, manifest: FeatureManifest(id: "charts", title: "Charts", summary: ""))
    }

    private func texts(_ page: String) -> [String] {
        page.matches(of: /<text x="([^"]*)" y="\d+" text-anchor="(\w+)"[^>]*>([^<]*)</).map {
            "\($0.output.3) \($0.output.2) \($0.output.1)"
        }
    }

    private func paths(_ page: String) -> [String] {
        page.matches(of: /<path class="(\w+)" d="([^"]*)"/).map { "\($0.output.1) \($0.output.2)" }
    }

    @Test func `bars begin at the line of zero, stand side by side, and leave a gap where there is no number`() throws {
        let series = [
            ChartElement.Series("In", [5, nil, -5]), ChartElement.Series("Out", [0, 10, 2.5], tone: .critical),
        ]
        let page = try page(.chart(id: "c", "Dogs", labels: ["a", "b", "c"], series: series, unit: "a day"))
        #expect(page.contains("<figcaption><bdi>Dogs (a day)</bdi></figcaption>"))
        // Three labels take 3000 units, of which each group of two bars takes 300. Zero is at two thirds of the height.
        #expect(
            paths(page).prefix(2) == [
                "accent M350 667V333h150V667zM2350 667V1000h150V667z",
                "critical M500 667V667h150V667zM1500 667V0h150V667zM2500 667V500h150V667z",
            ])
        #expect(
            texts(page) == [
                "-5 end 18", "0 end 18", "5 end 18", "10 end 18", "a middle 16.67%", "b middle 50%", "c middle 83.33%",
            ])
        #expect(page.contains(#"fill-opacity="1""#) && page.contains(#"fill-opacity="0.5""#))
    }

    @Test func `a line has gaps and lone points, and dashes tell it from others`() throws {
        let series = [
            ChartElement.Series("In", [1, 3, nil, 2]), ChartElement.Series("Out", [nil, 1, 2, 3]),
        ]
        let page = try page(
            .chart(id: "c", "Dogs", style: .lines, labels: ["a", "b", "c", "d"], series: series))
        #expect(
            paths(page).prefix(2) == [
                "accent M500 1000L1500 0M3500 500h1", "accent M1500 1000L2500 500L3500 0",
            ])
        #expect(page.matches(of: /stroke-dasharray="6 3"/).count == 2, "in the picture and in the legend")
    }

    @Test func `a table has all values, and a picture without values is words`() throws {
        let page = try page(
            .chart(
                id: "c", "Dogs", labels: ["<a>", "b"], series: [.init("In", [4, nil]), .init("O&t", [0.5, 1e21])]))
        #expect(page.contains(#"<th scope="row"><bdi>&lt;a&gt;</bdi></th><td class="number" data-label="In">4</td>"#))
        #expect(page.contains(#"<td class="number" data-label="O&amp;t">1e+21</td>"#))
        #expect(page.contains(#"<td class="number" data-label="In">–</td>"#))
        #expect(page.contains(#"Values<span class="spoken"> of Dogs</span>"#))
        let empty = try self.page(.chart(id: "c", "Dogs", labels: ["a"], series: [.init("In", [nil])]))
        #expect(empty.contains("No values</p>") && !empty.contains("data-label") && !empty.contains("figure><div"))
    }

    @Test func `labels that would touch in a narrow page are left out, and long ones are cut`() throws {
        let days = (1...30).map { "Nov \($0)" }
        let page = try page(
            .chart(id: "c", "Dogs", labels: days, series: [.init("In", days.map { _ in 1 })]))
        #expect(
            texts(page).dropFirst(3) == [
                "Nov 1 start 0", "Nov 11 middle 35%", "Nov 20 middle 65%", "Nov 30 end 100%",
            ])
        let long = try self.page(
            .chart(id: "c", "Dogs", labels: [String(repeating: "long ", count: 20)], series: [.init("In", [1])]))
        #expect(texts(long).last == "long long lo… middle 50%")
    }

    @Test func `a trend is a line, and readers get its first and last number in words`() throws {
        let items = [FieldsElement.Item(label: "Open", value: "9", trend: [4, 6, 3, 9])]
        let page = try page(.fields(id: "f", items: items, style: .stats))
        #expect(page.contains(#"viewBox="0 -1 3 12""#) && page.contains(#"d="M0 5.56L1 3.33L2 6.67L3 0""#))
        #expect(page.contains(#"<span class="spoken"> from 4 to 9</span>"#))
    }
}
