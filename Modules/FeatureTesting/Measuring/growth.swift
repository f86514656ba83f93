#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Measures by which factor the time of an operation grows when its input doubles.
///
/// Returns the median of five ratios: about 2 for linear time, about 4 for quadratic time. Measures the processor time
/// of the calling thread, so other load on the machine has little effect. Times below 0.2 ms count as 0.2 ms.
///
/// - Parameters:
///   - size: The smaller input size. Quadratic work should take many milliseconds at this size.
///   - input: Makes an input of a given size, outside the measured time.
///   - work: The operation to measure.
package func growth<Input>(from size: Int, of input: (Int) -> Input, _ work: (Input) -> Void) -> Double {
    let (small, large) = (input(size), input(2 * size))
    work(small)
    let ratios = (0..<5).map { _ in
        let shorter = processorTime { work(small) }
        return Double(max(processorTime { work(large) }, 200_000)) / Double(max(shorter, 200_000))
    }
    return ratios.sorted()[2]
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
