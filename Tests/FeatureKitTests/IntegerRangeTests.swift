import FeatureKit
import Testing

@Suite(.timeLimit(.minutes(5))) struct IntegerRangeTests {
    @Test(arguments: [(1 << 53, true), ((1 << 53) + 1, false), (Int.min, false), (0, true)])
    func `a range compares whole numbers exactly, even beyond double precision`(number: Int, isIn: Bool) {
        let field = Field<Int>("count", "Count", range: 0...(1 << 53)).description
        let isAccepted = if case .success = field.check(.integer(number)) { true } else { false }
        #expect(isAccepted == isIn)
    }
}
