#if PostgreSQL
    import FeatureKit
    import FeatureStorage

    extension PostgreSQLReferences {
        /// Returns the declarations of all collections, by the names of the collections.
        static func declarations(in db: isolated PostgreSQLConnection) throws -> [String: CollectionDeclaration] {
            let sql = """
                SELECT s.name, s.title, field, t.name, rule::bigint FROM collection s
                LEFT JOIN relation ON source = s.key LEFT JOIN collection t ON t.key = target
                WHERE s.title IS NOT NULL ORDER BY s.key, field COLLATE "C"
                """
            let result = try db.execute(sql, [])
            var declarations: [String: CollectionDeclaration] = [:]
            for row in result.indices {
                let titles = result.text(row, 1).split(separator: " ").map(String.init)
                let name = result.text(row, 0)
                var declaration = declarations[name] ?? CollectionDeclaration(titleFields: titles)
                if !result.isNull(row, 2) {
                    let rule = Rule(number: Int(result.integer(row, 4)))
                    declaration.references.append(
                        .init(result.text(row, 2), to: result.text(row, 3), onDelete: rule))
                }
                declarations[name] = declaration
            }
            return declarations
        }

        /// Keeps the declaration of a collection besides its last one.
        static func declare(
            _ declaration: CollectionDeclaration, of name: String, in db: isolated PostgreSQLConnection
        ) throws {
            // Removals wait, so that they know which collections to lock.
            try db.execute("LOCK TABLE relation IN EXCLUSIVE MODE")
            let old = try declarations(in: db)[name] ?? CollectionDeclaration()
            let new = try declaration.added(to: old)
            let names = Set(new.references.map(\.target) + [name]).sorted {
                $0.keyBytes.lexicographicallyPrecedes($1.keyBytes)
            }
            var keys: [String: Int64] = [:]
            for name in names { keys[name] = try PostgreSQLCollection.locked(name, noting: .nothing, in: db).key }
            guard let source = keys[name] else { return }
            try db.execute(
                "UPDATE collection SET title = $2 WHERE key = $1",
                [.integer(source), .text(new.titleFields.joined(separator: " "))])
            for reference in old.references where !new.references.contains(where: { $0.isLike(reference) }) {
                for table in ["relation", "reference"] {
                    try db.execute(
                        "DELETE FROM \(table) WHERE source = $1 AND field = $2",
                        [.integer(source), .text(reference.field)])
                }
            }
            for reference in new.references {
                let isNew = !old.references.contains { $0.isLike(reference) }
                guard let target = keys[reference.target] else { continue }
                try set(reference, from: source, to: target, isNew: isNew, in: db)
            }
        }

        private static func set(
            _ reference: CollectionDeclaration.Reference, from source: Int64, to target: Int64, isNew: Bool,
            in db: isolated PostgreSQLConnection
        ) throws {
            let sql = """
                INSERT INTO relation (source, field, target, rule) VALUES ($1, $2, $3, $4)
                ON CONFLICT (source, field) DO UPDATE SET rule = EXCLUDED.rule
                """
            let parameters: [PostgreSQLParameter] = [.integer(source), .text(reference.field), .integer(target)]
            try db.execute(sql, parameters + [.integer(Int64(reference.onDelete.number))])
            guard isNew else { return }
            try createTriggers(from: source, to: target, in: db)
            // A record that names a record which does not exist has no entry before it is written again.
            let entries = """
                INSERT INTO reference (source, position, field, target, id)
                SELECT $1, r.position, $2, $3, t.id FROM record r
                JOIN record t ON t.collection = $3 AND sha256(t.id) = sha256(referred(r.json, $2))
                WHERE r.collection = $1
                """
            try db.execute(entries, parameters)
        }

        /// Creates the triggers of the two collections, unless they exist.
        private static func createTriggers(
            from source: Int64, to target: Int64, in db: isolated PostgreSQLConnection
        ) throws {
            let note = "FOR EACH ROW WHEN (%) EXECUTE FUNCTION note_reference()"
            let triggers = [
                ("reference_\(source)_inserted", "AFTER INSERT", note, "NEW.collection = \(source)"),
                (
                    "reference_\(source)_updated", "AFTER UPDATE", note,
                    "NEW.collection = \(source) AND NEW.json IS DISTINCT FROM OLD.json"
                ),
                ("reference_\(source)_deleted", "AFTER DELETE", note, "OLD.collection = \(source)"),
                (
                    "referred_\(target)", "AFTER DELETE",
                    "DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (%) EXECUTE FUNCTION verify_removal()",
                    "OLD.collection = \(target)"
                ),
            ]
            for (name, event, end, condition) in triggers {
                let known = "SELECT FROM pg_trigger WHERE tgrelid = 'record'::regclass AND tgname = $1"
                guard try db.execute(known, [.text(name)]).isEmpty else { continue }
                let kind = name.hasPrefix("referred") ? "CONSTRAINT TRIGGER" : "TRIGGER"
                let rest = end.split(separator: "%").joined(separator: condition)
                try db.execute("CREATE \(kind) \(name) \(event) ON record \(rest)")
            }
        }
    }
#endif
