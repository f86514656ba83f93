import FeatureTesting
import Testing

/// Tests of waiting with a time limit.
@Suite(.timeLimit(.minutes(5))) struct PatienceTests {
    let latch = Latch()

    @Test func `a result that arrives at the last moment is returned`() async {
        let word: String? = await withTimeLimit(.milliseconds(1)) { [latch] in
            try? await latch.waitOrCancel()
            return "late"
        }
        #expect(word == "late")
    }

    @Test func `waiting for a missing result ends after the time limit`() async {
        let word: String? = await withTimeLimit(.milliseconds(1)) { [latch] in
            do { try await latch.waitOrCancel() } catch { return nil }
            return "never"
        }
        #expect(word == nil)
    }

    @Test func `polling ends when the condition is met`() async {
        var answers = [false, false, true][...]
        #expect(await eventually { answers.removeFirst() })
        #expect(answers.isEmpty)
    }

    @Test func `polling records an issue if the condition is not met in time`() async throws {
        let messages = try await recordedIssues {
            #expect(await eventually(patience: .milliseconds(2)) { false } == false)
        }
        #expect(messages == ["the condition was not met within 2ms"])
    }

    @Test func `a cancelled test does not wait for a condition`() async {
        let waiting = Task { await eventually { false } }
        waiting.cancel()
        #expect(await waiting.value == false)
    }
}
