import FeatureTesting
import Testing

@Suite(.timeLimit(.minutes(1))) struct PatienceTests {
    let latch = Latch()

    @Test func `what comes at the last moment is not lost`() async {
        let word: String? = await patiently(.milliseconds(1)) { [latch] in
            try? await latch.waitOrCancel()
            return "late"
        }
        #expect(word == "late")
    }

    @Test func `what never comes is waited for as long as said`() async {
        let word: String? = await patiently(.milliseconds(1)) { [latch] in
            do { try await latch.waitOrCancel() } catch { return nil }
            return "never"
        }
        #expect(word == nil)
    }
}
