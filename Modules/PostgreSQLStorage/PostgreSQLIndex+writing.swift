#if PostgreSQL
    import FeatureKit
    import FeatureStorage

    extension PostgreSQLIndex {
        /// Writes the entries of rows; replaces the entries that exist.
        func put(
            _ rows: [(position: Int64, values: [String: FieldValue])], in db: isolated PostgreSQLConnection
        ) throws {
            let replaced = (["text", "trigrams"] + columns).map { "\($0) = EXCLUDED.\($0)" }.joined(separator: ", ")
            try insert(rows, into: table, "ON CONFLICT (position) DO UPDATE SET \(replaced)", in: db)
        }

        /// Inserts the entries of rows into a table.
        ///
        /// One array contains the trigrams of all rows, and each row has its part of this array.
        func insert(
            _ rows: [(position: Int64, values: [String: FieldValue])], into table: String, _ onConflict: String = "",
            in db: isolated PostgreSQLConnection
        ) throws {
            var texts: [String] = []
            var trigrams: [Int32] = []
            var (starts, ends): ([Int32], [Int32]) = ([], [])
            var keys = [[[UInt8]?]](repeating: [], count: index.columns.count)
            for row in rows {
                let entry = index.entry(for: row.values)
                texts.append(entry.text)
                starts.append(Int32(trigrams.count + 1))
                trigrams += PostgreSQLTrigrams.of(entry.text)
                ends.append(Int32(trigrams.count))
                for (number, key) in entry.keys.enumerated() { keys[number].append(key) }
            }
            let names = columns.map { ", \($0)" }.joined()
            let arrays = columns.indices.map { ", $\($0 + 6)::bytea[]" }.joined()
            let sql = """
                INSERT INTO \(table) (position, text, trigrams\(names))
                SELECT position, text, ($5::int[])[first:last]\(names)
                FROM unnest($1::bigint[], $2::text[], $3::int[], $4::int[]\(arrays))
                    AS i(position, text, first, last\(names))
                \(onConflict)
                """
            let parameters: [PostgreSQLParameter] = [
                .integers(rows.map(\.position)), .texts(texts), .shortIntegers(starts), .shortIntegers(ends),
                .shortIntegers(trigrams),
            ]
            try db.execute(sql, parameters + keys.map { .byteArrays($0) })
        }
    }
#endif
