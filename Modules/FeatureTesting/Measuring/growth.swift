#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Measures how much longer an operation takes when its input doubles.
///
/// Returns the ratio of the shortest times for the two input sizes: 2 for linear work, 4 for quadratic work. Measures
/// the calling thread's processor time. Other programs on the machine can lengthen this time but not shorten it. A
/// ratio above 2.2 is therefore measured again, up to 100 times, because beside busy programs only few rounds are
/// undisturbed. The smaller input is processed twice in a row, so that both rounds of linear work take equally long:
/// otherwise the shorter round would find an undisturbed period more often. Times below 0.2 ms count as 0.2 ms.
///
/// - Parameters:
///   - size: The smaller input size. Quadratic work should take many milliseconds at this size.
///   - input: Makes an input of a given size, outside the measured time.
///   - work: The operation to measure.
package func growth<Input>(from size: Int, of input: (Int) -> Input, _ work: (Input) -> Void) -> Double {
    let (small, large) = (input(size), input(2 * size))
    work(small)
    var (twice, once) = (Int.max, Int.max)
    var ratio: Double { 2 * Double(max(once, 200_000)) / Double(max(twice, 400_000)) }
    for round in 1...100 where round <= 3 || ratio > 2.2 {
        twice = min(twice, processorTime { for _ in 1...2 { work(small) } })
        once = min(once, processorTime { work(large) })
    }
    return ratio
}

/// Returns the processor time that an operation takes on this thread, in nanoseconds.
private func processorTime(_ work: () -> Void) -> Int {
    func now() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec)
    }
    let start = now()
    work()
    return now() - start
}
