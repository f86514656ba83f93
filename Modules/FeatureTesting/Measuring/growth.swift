#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Measures how the time of some work grows with its input: how many times as long it takes for twice the bytes.
///
/// Processor time of the calling thread, so that whatever else the machine does hardly matters. The median of five ratios:
/// 2 for linear work, 4 for quadratic. Less than 0.2 ms counts as that: what takes no time does not grow.
///
/// - Parameters:
///   - size: The smaller size; quadratic work should take many milliseconds for it.
///   - input: Makes the input of a size, outside the time that is measured.
///   - work: What is measured.
package func growth<Input>(from size: Int, of input: (Int) -> Input, _ work: (Input) -> Void) -> Double {
    let (small, large) = (input(size), input(2 * size))
    work(small)
    let ratios = (0..<5).map { _ in
        let shorter = processorTime { work(small) }
        return Double(max(processorTime { work(large) }, 200_000)) / Double(max(shorter, 200_000))
    }
    return ratios.sorted()[2]
}

/// The nanoseconds for which the calling thread works on something.
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
