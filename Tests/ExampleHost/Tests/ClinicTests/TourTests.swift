import CommandLineFrontEnd
import FeatureKit
import FeatureTesting
import Foundation
import Testing
import TourFeature

/// The pictures of the guide EveryElement are what a terminal shows.
@Suite(.timeLimit(.minutes(1))) struct TourTests {
    private func picture(_ number: Int) throws -> String {
        let guide = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../../Modules/FeatureKit/FeatureKit.docc/Guides/EveryElement.md")
        let text = try String(contentsOf: guide, encoding: .utf8)
        return try #require(text.components(separatedBy: "```text\n").dropFirst(number).first)
            .components(separatedBy: "\n```")[0]
    }

    @Test(arguments: [(1, "ready", 56), (2, "loading", 7), (3, "failed", 7)])
    func `the guide shows the screen in a terminal`(number: Int, state: String, lines: Int) async throws {
        try await withScenario(of: TourFeature(), options: ["state": .text(state)]) { tour in
            try await tour.start()
            await tour.skipFrames { $0.title == "Tour" }
            await tour.expect(as: .cells(columns: 80, lines: lines), try picture(number))
            tour.skipRest()
        }
    }

    @Test func `the feature fulfils the contract of all features`() async {
        await FeatureContract(TourFeature(), limit: .seconds(60)).verify()
    }
}
