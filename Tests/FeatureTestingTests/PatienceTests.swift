import FeatureTesting
import Testing

/// Waiting for something, not for ever.
@Suite(.timeLimit(.minutes(1))) struct PatienceTests {
    let latch = Latch()

    @Test func `what comes at the last moment is not lost`() async {
        let word: String? = await patiently(.milliseconds(1)) { [latch] in
            try? await latch.waitOrCancel()
            return "late"
        }
        #expect(word == "late")
    }

    @Test func `what never comes is not waited for for ever`() async {
        let word: String? = await patiently(.milliseconds(1)) { [latch] in
            do { try await latch.waitOrCancel() } catch { return nil }
            return "never"
        }
        #expect(word == nil)
    }
}
