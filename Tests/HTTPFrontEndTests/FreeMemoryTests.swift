import HTTPFrontEnd
import Testing

@Suite(.timeLimit(.minutes(5))) struct FreeMemoryTests {
    @Test func `Memory is returned once after many sessions or streams have ended, one interval later`() {
        var memory = FreeMemory()
        let many = FreeMemory.threshold
        let counts = [many - 1, many - 1, many, many, many, 2 * many - 1, 3 * many, 9 * many, 9 * many, 9 * many]
        let returns = counts.map { memory.isWorthReturning(after: $0) }
        #expect(returns == [false, false, false, true, false, false, false, true, true, false])
    }
}
