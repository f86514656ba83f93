#if PostgreSQL
    /// Numbers that stand for the runs of three Unicode scalars in a text.
    ///
    /// A text that contains a word also contains the word's trigrams. The converse is not true, so each candidate is
    /// compared with the word.
    enum PostgreSQLTrigrams {
        /// The maximum number of trigrams of a word that a search looks up.
        private static let limit = 24

        /// Returns the distinct trigrams of a folded text, sorted.
        ///
        /// Trigrams with a space or a separator are left out, because no word of a search contains them.
        static func of(_ text: String) -> [Int32] {
            var trigrams: [Int32] = []
            var (first, second): (UInt64, UInt64) = (0, 0)
            for scalar in text.unicodeScalars {
                let third = UInt64(scalar.value)
                if first > 0x20, second > 0x20, third > 0x20 {
                    trigrams.append(number(first << 42 | second << 21 | third))
                }
                (first, second) = (second, third)
            }
            trigrams.sort()
            var distinct: [Int32] = []
            distinct.reserveCapacity(trigrams.count)
            for trigram in trigrams where trigram != distinct.last { distinct.append(trigram) }
            return distinct
        }

        /// Returns the trigrams by which a search finds the candidates for its words.
        ///
        /// It is empty if no word has three scalars.
        static func of(words: [String]) -> [Int32] {
            Set(
                words.flatMap { word in
                    let all = of(word)
                    let step = max(1, all.count / limit)
                    return stride(from: 0, to: all.count, by: step).map { all[$0] }
                }
            ).sorted()
        }

        /// Hashes three scalars of 21 bits each to 32 bits.
        ///
        /// The multiplier is odd and near to 2^64 divided by the golden ratio, so the high bits depend on all bits of
        /// the scalars (Knuth, The Art of Computer Programming, volume 3, section 6.4).
        private static func number(_ scalars: UInt64) -> Int32 {
            Int32(truncatingIfNeeded: (scalars &* 0x9E37_79B9_7F4A_7C15) >> 32)
        }
    }
#endif
