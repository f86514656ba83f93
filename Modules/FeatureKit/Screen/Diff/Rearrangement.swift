/// The steps that change one array of items into another.
///
/// Items are compared by their ids.
///
/// Items in the common prefix and in the common suffix do not move. Between the prefix and the suffix, each item of the
/// new array has an index in the old array, unless it is new. The items of the longest increasing subsequence of these
/// indices do not move. All other items move. The algorithm is from Fredman, "On computing the length of longest
/// increasing subsequences", 1975.
struct Rearrangement {
    /// One step of the rearrangement.
    ///
    /// The steps must be applied in order.
    enum Step: Equatable {
        /// Removes the items with these indices in the old array.
        case remove([Int])
        /// Inserts the items with these indices in the new array.
        ///
        /// The items come after the item that precedes them in the new array.
        case insert(Range<Int>)
        /// Moves the items with these indices in the new array.
        ///
        /// The items come after the item that precedes them in the new array.
        case move(Range<Int>)
    }

    /// The steps that change the old array into the new array, in order.
    private(set) var steps: [Step] = []
    /// The length of the common prefix of both arrays.
    let prefix: Int
    private let suffixStart: Int
    private let growth: Int
    /// The old index of each item between the prefix and the suffix; `nil` for a new item.
    private var origins: [Int?] = []

    /// Whether the new array contains at least one item of the old array.
    var keepsAny: Bool { prefix > 0 || !isSuffixEmpty || origins.contains { $0 != nil } }
    private let isSuffixEmpty: Bool

    /// Returns the old index of the item at an index of the new array; returns `nil` for a new item.
    func origin(of index: Int) -> Int? {
        if index < prefix { return index }
        return index < suffixStart ? origins[index - prefix] : index - growth
    }

    /// Compares two arrays.
    ///
    /// Returns `nil` if an id is repeated, unless both arrays have the same ids in the same order.
    init?<Item: Identifiable>(from old: [Item], to new: [Item]) where Item.ID == String {
        let shorter = min(old.count, new.count)
        var (prefix, suffix) = (0, 0)
        while prefix < shorter, old[prefix].id == new[prefix].id { prefix += 1 }
        while suffix < shorter - prefix, old[old.count - 1 - suffix].id == new[new.count - 1 - suffix].id {
            suffix += 1
        }
        (self.prefix, suffixStart, growth) = (prefix, new.count - suffix, new.count - old.count)
        isSuffixEmpty = suffix == 0
        let (oldMiddle, newMiddle) = (prefix..<old.count - suffix, prefix..<new.count - suffix)
        if oldMiddle.isEmpty && newMiddle.isEmpty { return }

        var places = [String: Int](minimumCapacity: old.count)
        for index in old.indices where places.updateValue(index, forKey: old[index].id) != nil { return nil }
        var isKept = [Bool](repeating: false, count: oldMiddle.count)
        var added: Set<String> = []
        origins.reserveCapacity(newMiddle.count)
        for item in new[newMiddle] {
            let place = places[item.id]
            if let place {
                guard oldMiddle.contains(place), !isKept[place - prefix] else { return nil }
                isKept[place - prefix] = true
            } else {
                guard added.insert(item.id).inserted else { return nil }
            }
            origins.append(place)
        }
        let removed = oldMiddle.filter { !isKept[$0 - prefix] }
        if !removed.isEmpty { steps.append(.remove(removed)) }
        place(newMiddle)
    }

    private mutating func place(_ middle: Range<Int>) {
        let stays = Self.longestRun(in: origins)
        var start = middle.lowerBound
        while start < middle.upperBound {
            let (isNew, isStaying) = (origins[start - prefix] == nil, stays[start - prefix])
            var end = start + 1
            while end < middle.upperBound, (origins[end - prefix] == nil) == isNew, stays[end - prefix] == isStaying {
                end += 1
            }
            if !isStaying { steps.append(isNew ? .insert(start..<end) : .move(start..<end)) }
            start = end
        }
    }

    /// Marks the numbers of the longest increasing subsequence.
    private static func longestRun(in numbers: [Int?]) -> [Bool] {
        /// For each length, the index of the smallest number that ends an increasing subsequence of that length.
        var ends: [Int] = []
        var endNumbers: [Int] = []
        var previous = [Int](repeating: -1, count: numbers.count)
        for (place, number) in numbers.enumerated() {
            guard let number else { continue }
            var (low, high) = (0, endNumbers.count)
            if let last = endNumbers.last, last < number { low = high }
            while low < high {
                let middle = (low + high) / 2
                if endNumbers[middle] < number { low = middle + 1 } else { high = middle }
            }
            if low > 0 { previous[place] = ends[low - 1] }
            if low == ends.count {
                ends.append(place)
                endNumbers.append(number)
            } else {
                (ends[low], endNumbers[low]) = (place, number)
            }
        }
        var isInRun = [Bool](repeating: false, count: numbers.count)
        var place = ends.last ?? -1
        while place >= 0 {
            isInRun[place] = true
            place = previous[place]
        }
        return isInRun
    }
}
