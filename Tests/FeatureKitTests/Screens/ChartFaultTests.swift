import FeatureKit
import FeatureTesting
import Testing

/// Tests the numbers that the screen of a view must not contain.
@Suite(.timeLimit(.minutes(5))) struct ChartFaultTests {
    private struct ChartFeature: Feature {
        static let manifest = FeatureManifest(id: "numbers", title: "Numbers", summary: "")
        let element: Element

        func launch(on stage: Stage, options: Options) throws -> Scene {
            let element = element
            return Scene(
                owning: stage, start: { (stage.screen.phase, stage.screen.elements) = (.ready, [element]) })
        }
    }

    private static func chart(_ labels: Int, _ series: ChartElement.Series...) -> Element {
        .chart(id: "c", "C", labels: (0..<labels).map { "\($0)" }, series: series)
    }

    private static func trend(_ numbers: [Double]) -> Element {
        .fields(id: "f", items: [.init(label: "Open", value: "1", trend: numbers)])
    }

    static let faults: [(Element, String)] = [
        (
            chart(3, .init("In", [1, 2])),
            "the series 'In' of the chart 'c' has 2 values; expected one for each of the 3 labels"
        ),
        (
            chart(1, .init("In", [1, nil])),
            "the series 'In' of the chart 'c' has 2 values; expected one for each of the 1 labels"
        ),
        (chart(1, .init("In", [1]), .init("In", [2])), "two series of the chart 'c' have the name 'In'"),
        (
            chart(1, .init("In", [.nan])),
            "the series 'In' of the chart 'c' has the value nan; expected -1e+100 to 1e+100"
        ),
        (
            chart(1, .init("In", [-.infinity])),
            "the series 'In' of the chart 'c' has the value -inf; expected -1e+100 to 1e+100"
        ),
        (
            chart(1, .init("In", [1.1e100])),
            "the series 'In' of the chart 'c' has the value 1.1e+100; expected -1e+100 to 1e+100"
        ),
        (chart(401), "the chart 'c' has 401 labels; expected at most 400"),
        (
            .chart(id: "c", "C", labels: [], series: (1...5).map { .init("\($0)", []) }),
            "the chart 'c' has 5 series; expected at most 4"
        ),
        (trend([1]), "the trend of 'Open' has 1 numbers; expected 2 to 60"),
        (trend(Array(repeating: 1, count: 61)), "the trend of 'Open' has 61 numbers; expected 2 to 60"),
        (trend([1, .infinity]), "the trend of 'Open' contains inf; expected finite numbers"),
    ]

    static let sound: [Element] = [
        chart(0), chart(2), chart(2, .init("In", [-1e100, 1e100]), .init("Out", [nil, nil])),
        chart(400, .init("In", Array(repeating: 0, count: 400))), trend([0, -1]), trend(Array(repeating: 1, count: 60)),
    ]

    #if DEBUG
        @Test(arguments: faults)
        func `in a debug build, numbers that cannot be drawn fail the session`(
            element: Element, message: String
        ) async throws {
            try await withSession(of: ChartFeature(element: element)) { session in
                try await session.start()
                guard case .failed(let shown, _) = try await session.settled().screen.phase else {
                    throw Unexpected()
                }
                #expect(shown == "feature 'numbers' drew a faulty screen: \(message)")
            }
        }
    #endif

    @Test(arguments: sound) func `numbers within the limits are drawn`(element: Element) async throws {
        try await withSession(of: ChartFeature(element: element)) { session in
            try await session.start()
            #expect(try await session.settled().screen.elements == [element])
        }
    }
}
