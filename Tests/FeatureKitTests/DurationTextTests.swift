import FeatureKit
import Testing

@Suite(.timeLimit(.minutes(5))) struct DurationTextTests {
    @Test(
        arguments: [
            (.zero, "0s"), (.milliseconds(250), "250ms"), (.seconds(2), "2s"), (.seconds(90), "90s"),
            (.seconds(120), "2m"),
            (.seconds(7200), "2h"), (.microseconds(1500), "1.5ms"), (.microseconds(1), "0.001ms"),
            (.nanoseconds(1), "0.000001ms"),
            (.seconds(3) + .nanoseconds(70), "3000.00007ms"),
        ] as [(Duration, String)])
    func `parsing the text of a duration returns the same duration`(duration: Duration, text: String) {
        #expect(duration.fieldText == text)
        #expect(Duration(fieldText: text) == duration)
    }

    @Test func `a negative duration has a text that no field accepts`() {
        #expect(Duration.microseconds(-1500).fieldText == "-1.5ms")
        #expect(Duration(fieldText: "-1.5ms") == nil)
    }
}
