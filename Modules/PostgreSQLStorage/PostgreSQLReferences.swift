#if PostgreSQL
    import FeatureKit
    import FeatureStorage

    /// The references between the records of a schema, within one transaction.
    ///
    /// Triggers keep a table of all references, so that it has those of programs that lack the records' types, and of
    /// older programs. When a transaction commits, other triggers refuse a reference to a record that does not exist, as
    /// a foreign key does. This program looks before, because it can tell which record is in the way; if the triggers of
    /// a concurrent transaction were faster, it repeats the transaction.
    enum PostgreSQLReferences {
        typealias Rule = FieldReference.DeleteRule

        /// Returns the names of all collections to which a batch may write.
        ///
        /// No declaration changes before the transaction ends.
        static func collections(of batch: [CollectionWrites], in db: isolated PostgreSQLConnection) throws -> [String] {
            let names = batch.filter { !$0.writes.isEmpty }.map(\.collection)
            let removed = batch.removed
            guard !removed.isEmpty else { return names }
            try db.execute("LOCK TABLE relation IN SHARE MODE")
            let sql = """
                WITH RECURSIVE reached (key) AS (
                    SELECT key FROM collection, unnest($1::bytea[]) AS removed (name)
                    WHERE sha256(collection.name) = sha256(removed.name)
                    UNION SELECT source FROM relation JOIN reached ON target = key
                    WHERE rule <> \(Rule.refuse.number)
                )
                SELECT name FROM collection JOIN reached USING (key)
                """
            let result = try db.execute(sql, [.byteArrays(removed.map(\.collection.keyBytes))])
            let others = result.indices.map { result.text($0, 0) }
            return names + others.filter { !names.contains($0) }
        }

        /// Returns the writes to the rows that name rows which a batch has removed.
        ///
        /// - Throws: `StorageError` if the removal is refused.
        static func writes(
            after batch: [CollectionWrites], in collections: [String: PostgreSQLCollection],
            _ db: isolated PostgreSQLConnection
        ) throws -> [CollectionWrites] {
            var referrers: [Referrer] = []
            for (name, ids) in batch.removed {
                guard let target = collections[name]?.key,
                    try !db.execute("SELECT FROM relation WHERE target = $1 LIMIT 1", [.integer(target)]).isEmpty
                else { continue }
                let gone: [PostgreSQLParameter] = [.integer(target), .byteArrays(ids.map(\.keyBytes))]
                try refuse(removalOf: gone, from: name, in: db)
                let sql = """
                    SELECT r.id, r.json, r.revision, r.position, c.name, r.unique_key, n.field, n.rule::bigint
                    FROM \(named) JOIN collection c ON c.key = n.source
                    CROSS JOIN LATERAL (
                        SELECT * FROM record WHERE collection = n.source AND position = n.position LIMIT 1
                    ) r
                    ORDER BY n.source, n.position LIMIT \(Referrer.limit + 1)
                    """
                let result = try db.execute(sql, gone)
                referrers += try result.indices.map { try Referrer(result, $0) }
                guard referrers.count <= Referrer.limit else {
                    throw StorageError.tooManyReferrers(of: ids[0], in: name)
                }
            }
            return referrers.writes
        }

        /// The references to the rows of a collection `$1` that have one of the keys `$2` and do not exist.
        private static let named = """
            (
                SELECT DISTINCT reference.*, rule FROM unnest($2::bytea[]) AS gone (id)
                JOIN reference ON target = $1 AND sha256(reference.id) = sha256(gone.id)
                JOIN relation USING (source, field, target)
                WHERE NOT EXISTS (
                    SELECT FROM record WHERE collection = $1 AND sha256(record.id) = sha256(gone.id)
                )
            ) n
            """

        /// Throws an error if a row names one of the removed rows and forbids its removal.
        private static func refuse(
            removalOf gone: [PostgreSQLParameter], from name: String, in db: isolated PostgreSQLConnection
        ) throws {
            let sql = """
                SELECT n.source, n.field, n.id, c.name FROM \(named) JOIN collection c ON c.key = n.source
                WHERE n.rule = \(Rule.refuse.number) ORDER BY n.source, n.field, n.position LIMIT 1
                """
            let first = try db.execute(sql, gone)
            guard !first.isEmpty else { return }
            let (source, id) = (first.text(0, 3), first.text(0, 2))
            var broken = BrokenReference(field: first.text(0, 1), source: source, target: name, targetID: id)
            let own: [PostgreSQLParameter] = [
                gone[0], .bytes(id.keyBytes), .integer(first.integer(0, 0)), .text(broken.field),
            ]
            let place = "target = $1 AND sha256(reference.id) = sha256($2) AND source = $3 AND field = $4"
            broken.count = Int(try db.execute("SELECT count(*) FROM reference WHERE \(place)", own).integer(0, 0))
            let titled = """
                SELECT r.id, r.json, r.revision, r.position FROM (
                    SELECT position FROM reference WHERE \(place) ORDER BY position LIMIT \(BrokenReference.titleLimit)
                ) n CROSS JOIN LATERAL (
                    SELECT * FROM record WHERE collection = $3 AND position = n.position LIMIT 1
                ) r ORDER BY r.position
                """
            let declaration = try declarations(in: db)[source] ?? CollectionDeclaration()
            let rows = try db.execute(titled, own)
            broken.titles = try rows.indices.map { declaration.title(of: try StoredRow(rows, $0)) }
            throw StorageError.inUse(broken)
        }

        /// Throws an error if a written row names a row that does not exist.
        ///
        /// - Parameter positions: The positions of the written rows; `nil` for all after a position.
        static func verify(
            _ positions: [Int64]?, after start: Int64 = 0, of name: String, _ source: Int64,
            in db: isolated PostgreSQLConnection
        ) throws {
            guard positions?.isEmpty != true,
                try !db.execute("SELECT FROM relation WHERE source = $1 LIMIT 1", [.integer(source)]).isEmpty
            else { return }
            let place = positions == nil ? "n.position > $2" : "n.position = ANY ($2)"
            let sql = """
                SELECT n.field, n.id, c.name, r.id FROM reference n JOIN collection c ON c.key = n.target
                JOIN record r ON r.collection = n.source AND r.position = n.position
                WHERE n.source = $1 AND \(place) AND NOT EXISTS (
                    SELECT FROM record t WHERE t.collection = n.target AND sha256(t.id) = sha256(n.id)
                ) LIMIT 1
                """
            let result = try db.execute(
                sql, [.integer(source), positions.map { .integers($0) } ?? .integer(start)])
            guard !result.isEmpty else { return }
            throw StorageError.missing(
                BrokenReference(
                    field: result.text(0, 0), source: name, target: result.text(0, 2), targetID: result.text(0, 1)),
                in: result.text(0, 3))
        }

        /// The statements of the step of the schema.
        ///
        /// Never change them after their release. A field is read from the text of the JSON, because PostgreSQL's functions
        /// refuse any JSON with NUL; a quotation mark inside a text follows a backslash.
        static let step = #"""
            LOCK TABLE collection, record, change IN ACCESS EXCLUSIVE MODE;
            ALTER TABLE collection ADD COLUMN title text;
            CREATE TABLE relation (
                source bigint NOT NULL,
                field text NOT NULL,
                target bigint NOT NULL,
                rule smallint NOT NULL,
                PRIMARY KEY (source, field)
            );
            CREATE INDEX relation_target ON relation (target);
            CREATE TABLE reference (
                source bigint NOT NULL,
                position bigint NOT NULL,
                field text NOT NULL,
                target bigint NOT NULL,
                id bytea NOT NULL,
                PRIMARY KEY (source, position, field)
            );
            CREATE INDEX reference_target ON reference (target, sha256(id), source, position);
            CREATE FUNCTION referred(json text, field text) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
                SELECT convert_to(
                    CASE WHEN strpos(value, '\') = 0 THEN value ELSE ('"' || value || '"')::jsonb #>> '{}' END, 'UTF8'
                ) FROM (SELECT substring(json FROM '"' || field || '":"((?:[^"\\]|\\.)*)"') AS value) found
            $$;
            CREATE FUNCTION note_reference() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
            BEGIN
                IF TG_OP <> 'INSERT' THEN
                    DELETE FROM reference WHERE source = OLD.collection AND position = OLD.position;
                END IF;
                IF TG_OP <> 'DELETE' THEN
                    INSERT INTO reference (source, position, field, target, id)
                    SELECT NEW.collection, NEW.position, field, target, referred(NEW.json, field) FROM relation
                    WHERE source = NEW.collection AND referred(NEW.json, field) IS NOT NULL;
                END IF;
                RETURN NULL;
            END $$;
            CREATE FUNCTION verify_reference() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
            BEGIN
                PERFORM FROM record WHERE collection = NEW.target AND sha256(id) = sha256(NEW.id) FOR KEY SHARE;
                IF NOT FOUND AND EXISTS (
                    SELECT FROM reference WHERE source = NEW.source AND position = NEW.position AND field = NEW.field
                        AND target = NEW.target AND id = NEW.id
                ) THEN
                    RAISE foreign_key_violation USING MESSAGE = 'a record names a record that does not exist';
                END IF;
                RETURN NULL;
            END $$;
            CREATE CONSTRAINT TRIGGER verify_reference AFTER INSERT ON reference DEFERRABLE INITIALLY DEFERRED
            FOR EACH ROW EXECUTE FUNCTION verify_reference();
            CREATE FUNCTION verify_removal() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
            BEGIN
                IF EXISTS (SELECT FROM reference WHERE target = OLD.collection AND sha256(id) = sha256(OLD.id))
                    AND NOT EXISTS (
                        SELECT FROM record WHERE collection = OLD.collection AND sha256(id) = sha256(OLD.id)
                    )
                THEN
                    RAISE foreign_key_violation USING MESSAGE = 'a record is removed that another one names';
                END IF;
                RETURN NULL;
            END $$;
            """#
    }

    extension Referrer {
        /// Creates a value from the columns id, json, revision, position, collection, unique key, field, rule.
        fileprivate init(_ result: PostgreSQLResult, _ row: Int32) throws {
            let stored = try StoredRow(result, row)
            let key = result.isNull(row, 5) ? nil : result.text(row, 5)
            self.init(
                of: result.text(row, 4), RowInsert(id: stored.id, values: stored.values, uniqueKey: key),
                revision: stored.revision, field: result.text(row, 6),
                rule: FieldReference.DeleteRule(number: Int(result.integer(row, 7))))
        }
    }
#endif
