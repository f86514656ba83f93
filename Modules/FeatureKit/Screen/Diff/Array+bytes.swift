extension Array {
    /// Calls a closure with a test for equal items, which compares their bytes in memory.
    ///
    /// Items with the same bytes are equal: their texts and dictionaries have the same storage, as in most items of two
    /// frames in a row. Other items may be equal too. The test takes far less time than a comparison by `==`.
    ///
    /// - Parameters:
    ///   - other: The other array.
    ///   - body: Gets the test, whose arguments are an index of this array and one of the other array.
    func comparingBytes<Result>(with other: [Element], _ body: ((Int, Int) -> Bool) -> Result) -> Result {
        withUnsafeBytes { own in
            other.withUnsafeBytes { others in
                let (stride, size) = (MemoryLayout<Element>.stride, MemoryLayout<Element>.size)
                let wordSize = MemoryLayout<UInt>.size
                return body { index, otherIndex in
                    let (start, otherStart) = (index * stride, otherIndex * stride)
                    var place = 0
                    while place + wordSize <= size {
                        let word = own.loadUnaligned(fromByteOffset: start + place, as: UInt.self)
                        let otherWord = others.loadUnaligned(fromByteOffset: otherStart + place, as: UInt.self)
                        if word != otherWord { return false }
                        place += wordSize
                    }
                    while place < size {
                        if own[start + place] != others[otherStart + place] { return false }
                        place += 1
                    }
                    return true
                }
            }
        }
    }
}
