#if PostgreSQL
    import FeatureKit
    import FeatureStorage
    import Foundation

    /// The history of the records of a schema.
    ///
    /// A trigger writes the entries, so that the writes of older programs have entries too. It reads the call that causes
    /// the writes from settings of the transaction, which only this program makes. An update keeps both whole texts of the
    /// record, which the server compresses from 2 KB on.
    enum PostgreSQLHistory {
        /// How a transaction notes its writes.
        struct Note: Sendable {
            /// The cause as JSON; `nil` outside of an action.
            let cause: String?
            /// The number of the call's change; `nil` before its first write.
            let change: Int64?
            /// Whether the writes have one entry without values.
            let isOfMany: Bool

            /// The note of a transaction that changes no record.
            static var nothing: Note { Note(by: nil, isOfMany: false) }

            init(by running: RunningAction?, isOfMany: Bool) {
                (cause, change, self.isOfMany) = (running.map { ChangeCause($0).json }, running?.change, isOfMany)
            }

            /// The values of the settings `featurehost.cause`, `featurehost.change` and `featurehost.history`.
            var parameters: [PostgreSQLParameter] {
                [.text(cause), .text(change.map(String.init)), .text(isOfMany ? "off" : nil)]
            }
        }

        /// Writes the entry of many records.
        static func note(_ count: Int, in collection: Int64, _ db: isolated PostgreSQLConnection) throws {
            let sql = """
                WITH entry AS (
                    INSERT INTO history (collection, kind, position, instant, change, cause)
                    SELECT $1, 3, $2, \(now), \(setting("change"))::bigint, \(setting("cause")) RETURNING number
                )
                SELECT set_config('featurehost.change', coalesce(\(setting("change")), number::text), true) FROM entry
                """
            try db.execute(sql, [.integer(collection), .integer(Int64(count))])
        }

        static func entries(
            of collection: String, matching selection: HistorySelection, limit: Int,
            in db: isolated PostgreSQLConnection
        ) throws -> [HistoryEntry] {
            var conditions = ["collection = (SELECT key FROM collection WHERE sha256(name) = sha256($1))"]
            var parameters: [PostgreSQLParameter] = [.bytes(collection.keyBytes), .integer(Int64(limit))]
            func add(_ condition: (String) -> String, _ parameter: PostgreSQLParameter) {
                parameters.append(parameter)
                conditions.append(condition("$\(parameters.count)"))
            }
            if let id = selection.id { add({ "sha256(id) = sha256(\($0))" }, .bytes(id.keyBytes)) }
            if let change = selection.change {
                add(
                    { place in
                        """
                        number IN (
                            SELECT number FROM history WHERE number = \(place) AND coalesce(change, number) = number
                            UNION SELECT number FROM history WHERE change = \(place) AND change <> number
                        )
                        """
                    }, .integer(change))
            }
            if let person = selection.person { add({ "cause::jsonb->>'person' = \($0)" }, .text(person)) }
            if let since = selection.since {
                add({ "instant >= \($0)" }, .integer(Int64(since.millisecondsSince1970)))
            }
            if let before = selection.before { add({ "number < \($0)" }, .integer(before)) }
            let sql = """
                SELECT number, kind::bigint, before, after, coalesce(change, number), id, position, instant, cause
                FROM history WHERE \(conditions.joined(separator: " AND ")) ORDER BY number DESC LIMIT $2
                """
            let result = try db.execute(sql, parameters)
            return try result.indices.map { try HistoryEntry(result, $0) }
        }

        /// Removes the oldest entries of a collection, at most ``RecordHistory/trimStep``, and returns their number.
        static func trim(
            _ collection: String, before instant: Instant, in db: isolated PostgreSQLConnection
        ) throws -> Int {
            // The subqueries name no column of the deleted row. With one, they would run for each entry of the history.
            let own = "collection = (SELECT key FROM collection WHERE sha256(name) = sha256($1))"
            let sql = """
                WITH removed AS (
                    DELETE FROM history WHERE number IN (
                        SELECT number FROM (
                            SELECT number, instant FROM history WHERE \(own) ORDER BY number LIMIT $3
                        ) oldest WHERE instant < $2
                    ) AND number < (SELECT max(number) FROM history WHERE \(own)) RETURNING 1
                ) SELECT count(*) FROM removed
                """
            let result = try db.execute(
                sql,
                [
                    .bytes(collection.keyBytes), .integer(Int64(instant.millisecondsSince1970)),
                    .integer(Int64(RecordHistory.trimStep)),
                ])
            return Int(result.integer(0, 0))
        }

        /// The current time in milliseconds, in SQL.
        private static let now = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"

        /// Returns the value of a setting in SQL; a setting of an earlier transaction is empty.
        static func setting(_ name: String) -> String { "nullif(current_setting('featurehost.\(name)', true), '')" }

        /// The statements of the step of the schema.
        ///
        /// All tables are locked in the order of the statements of other programs. The index of changes contains only
        /// entries that are not the first of their change, so a single write adds nothing.
        static let step = """
            LOCK TABLE collection, record, change IN ACCESS EXCLUSIVE MODE;
            CREATE TABLE history (
                number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
                collection bigint NOT NULL,
                kind smallint NOT NULL,
                id bytea,
                position bigint NOT NULL,
                instant bigint NOT NULL,
                before text,
                after text,
                change bigint,
                cause text
            );
            CREATE INDEX history_record ON history (collection, sha256(id), number);
            CREATE INDEX history_collection ON history (collection, number);
            CREATE INDEX history_change ON history (change) WHERE change <> number;
            CREATE FUNCTION note_history() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
            DECLARE
                moment bigint := \(now);
                cause text := \(setting("cause"));
                change bigint := \(setting("change"))::bigint;
                entry bigint;
            BEGIN
                IF TG_OP = 'INSERT' THEN
                    INSERT INTO history (collection, kind, id, position, instant, after, change, cause)
                    VALUES (NEW.collection, 0, NEW.id, NEW.position, moment, NEW.json, change, cause)
                    RETURNING number INTO entry;
                ELSIF TG_OP = 'DELETE' THEN
                    INSERT INTO history (collection, kind, id, position, instant, before, change, cause)
                    VALUES (OLD.collection, 2, OLD.id, OLD.position, moment, OLD.json, change, cause)
                    RETURNING number INTO entry;
                ELSIF NEW.json IS DISTINCT FROM OLD.json THEN
                    INSERT INTO history (collection, kind, id, position, instant, before, after, change, cause)
                    VALUES (NEW.collection, 1, NEW.id, NEW.position, moment, OLD.json, NEW.json, change, cause)
                    RETURNING number INTO entry;
                END IF;
                IF change IS NULL AND entry IS NOT NULL THEN
                    PERFORM set_config('featurehost.change', entry::text, true);
                END IF;
                RETURN NULL;
            END $$;
            CREATE TRIGGER note_history AFTER INSERT OR UPDATE OR DELETE ON record FOR EACH ROW
            WHEN (current_setting('featurehost.history', true) IS DISTINCT FROM 'off') EXECUTE FUNCTION note_history();
            """
    }

    extension HistoryEntry {
        /// Creates an entry from the columns of ``PostgreSQLHistory/entries(of:matching:limit:in:)``.
        fileprivate init(_ result: PostgreSQLResult, _ row: Int32) throws {
            let position = result.integer(row, 6)
            let operation: Operation
            switch result.integer(row, 1) {
            case 0: operation = .inserted
            case 1: operation = .updated
            case 2: operation = .removed
            case 3: operation = .many(Int(position))
            default: throw StorageError(.unusable, "the database is damaged: it contains an entry of an unknown kind")
            }
            func values(_ column: Int32) -> [String: FieldValue] {
                result.isNull(row, column) ? [:] : RowValues.values(result.bytes(row, column)) ?? [:]
            }
            self.init(
                number: result.integer(row, 0), change: result.integer(row, 4), operation: operation,
                id: result.isNull(row, 5) ? "" : result.text(row, 5), position: position,
                instant: Instant(bounding: Int(result.integer(row, 7))), before: values(2), after: values(3),
                cause: result.isNull(row, 8) ? nil : ChangeCause(json: result.text(row, 8)))
        }
    }

    extension ChangeCause {
        /// The cause as a flat JSON object.
        fileprivate var json: String {
            var values: [String: FieldValue] = ["feature": .text(feature), "action": .text(action)]
            values["person"] = person.map { .text($0) }
            values["name"] = name.map { .text($0) }
            values["undone"] = undone.map { .integer(Int($0)) }
            return RowValues.json(values)
        }

        fileprivate init?(json: String) {
            let bytes = Array(json.utf8)
            let values = bytes.withUnsafeBufferPointer { RowValues.values($0) } ?? [:]
            guard case .text(let feature) = values["feature"], case .text(let action) = values["action"] else {
                return nil
            }
            var undone: Int64?
            if case .integer(let number) = values["undone"] { undone = Int64(number) }
            self.init(
                person: values["person"]?.description, name: values["name"]?.description, feature: feature,
                action: action, undone: undone)
        }
    }
#endif
