import FeatureKit
import FeatureStorage
import Foundation
import GRDB

/// The references between the records of a file, within one transaction.
///
/// Triggers keep a table of all references, so that it has those of programs that lack the records' types, and of older
/// programs. A foreign key of this table keeps each of them from naming a record that does not exist. SQLite checks it when
/// a transaction commits; this program looks before, because it can tell which record is in the way.
enum SQLiteReferences {
    /// Returns the writes to the rows that name rows which a batch has removed.
    ///
    /// - Throws: `StorageError` if the removal is refused.
    static func writes(after batch: [CollectionWrites], in db: Database) throws -> [CollectionWrites] {
        var referrers: [Referrer] = []
        for (name, ids) in batch.removed {
            guard let target = try SQLiteCollection(name, in: db)?.key,
                try isReferred(target, in: db)
            else { continue }
            for id in ids where try !exists(id, in: target, db) {
                try refuse(removalOf: id, of: name, target, in: db)
                referrers += try self.referrers(to: id, of: target, in: db)
                guard referrers.count <= Referrer.limit else {
                    throw StorageError.tooManyReferrers(of: id, in: name)
                }
            }
        }
        return referrers.writes
    }

    /// Throws an error if one of the rows that a batch has written names a row that does not exist.
    static func verify(_ batch: [CollectionWrites], in db: Database) throws {
        for part in batch {
            guard let source = try SQLiteCollection(part.collection, in: db)?.key, try refers(source, in: db) else {
                continue
            }
            for row in part.writes.compactMap(\.row) {
                let place = "position = (SELECT position FROM record WHERE collection = ?1 AND id = ?2)"
                try verify(place, [source, row.id.blob], of: part.collection, in: db)
            }
        }
    }

    /// Throws an error if a row after a position names a row that does not exist.
    static func verify(after position: Int64, of name: String, _ source: Int64, in db: Database) throws {
        try verify("position > ?2", [source, position], of: name, in: db)
    }

    private static func verify(
        _ place: String, _ arguments: StatementArguments, of name: String, in db: Database
    ) throws {
        let sql = """
            SELECT field, reference.id, (SELECT name FROM collection WHERE key = target),
                (SELECT id FROM record WHERE collection = source AND record.position = reference.position)
            FROM reference WHERE source = ?1 AND \(place) AND NOT EXISTS (
                SELECT 1 FROM record WHERE collection = target AND record.id = reference.id
            ) LIMIT 1
            """
        guard let row = try GRDB.Row.fetchOne(db.cachedStatement(sql: sql), arguments: arguments) else { return }
        throw StorageError.missing(
            BrokenReference(field: row[0], source: name, target: text(row, 2), targetID: text(row, 1)),
            in: text(row, 3))
    }

    private static func isReferred(_ target: Int64, in db: Database) throws -> Bool {
        let statement = try db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM relation WHERE target = ?)")
        return try Bool.fetchOne(statement, arguments: [target]) ?? false
    }

    private static func refers(_ source: Int64, in db: Database) throws -> Bool {
        let statement = try db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM relation WHERE source = ?)")
        return try Bool.fetchOne(statement, arguments: [source]) ?? false
    }

    private static func exists(_ id: String, in collection: Int64, _ db: Database) throws -> Bool {
        let statement = try db.cachedStatement(sql: "SELECT 1 FROM record WHERE collection = ? AND id = ?")
        return try GRDB.Row.fetchOne(statement, arguments: [collection, id.blob]) != nil
    }

    /// Throws an error if a row names a removed row and forbids its removal.
    private static func refuse(removalOf id: String, of name: String, _ target: Int64, in db: Database) throws {
        let rows = """
            FROM reference JOIN relation USING (source, field, target)
            WHERE target = ?1 AND reference.id = ?2 AND rule = \(Rule.refuse.number)
            """
        let statement = try db.cachedStatement(sql: "SELECT source, field \(rows) ORDER BY source, field LIMIT 1")
        guard let first = try GRDB.Row.fetchOne(statement, arguments: [target, id.blob]) else { return }
        let (source, field) = (first[0] as Int64, first[1] as String)
        let declaration = try declaration(of: source, in: db)
        var broken = BrokenReference(field: field, source: declaration.name, target: name, targetID: id)
        let own = "\(rows) AND source = ?3 AND field = ?4"
        let arguments: StatementArguments = [target, id.blob, source, field]
        broken.count = try Int.fetchOne(db, sql: "SELECT count(*) \(own)", arguments: arguments) ?? 0
        let named = """
            SELECT record.id, record."values", record.revision, record.position FROM record
            WHERE collection = ?3 AND position IN (
                SELECT position \(own) ORDER BY position LIMIT \(BrokenReference.titleLimit)
            ) ORDER BY position
            """
        broken.titles = try GRDB.Row.fetchAll(db, sql: named, arguments: arguments).map {
            declaration.declaration.title(of: try StoredRow($0))
        }
        throw StorageError.inUse(broken)
    }

    private static func referrers(to id: String, of target: Int64, in db: Database) throws -> [Referrer] {
        let sql = """
            SELECT record.id, record."values", record.revision, record.position, collection.name, record.uniqueKey,
                field, rule
            FROM reference JOIN relation USING (source, field, target)
            JOIN collection ON collection.key = source
            JOIN record ON record.collection = source AND record.position = reference.position
            WHERE target = ? AND reference.id = ? ORDER BY source, reference.position LIMIT ?
            """
        let rows = try GRDB.Row.fetchCursor(
            db.cachedStatement(sql: sql), arguments: [target, id.blob, Referrer.limit + 1])
        var referrers: [Referrer] = []
        while let row = try rows.next() {
            let stored = try StoredRow(row)
            let key = (row[5] as Data?).map { String(decoding: $0, as: UTF8.self) }
            referrers.append(
                Referrer(
                    of: text(row, 4), RowInsert(id: stored.id, values: stored.values, uniqueKey: key),
                    revision: stored.revision, field: row[6], rule: Rule(number: row[7])))
        }
        return referrers
    }

    private static func text(_ row: GRDB.Row, _ column: Int) -> String {
        String(decoding: row[column] as Data? ?? Data(), as: UTF8.self)
    }

    // MARK: - Declarations

    private typealias Rule = FieldReference.DeleteRule

    /// Returns the declarations of all collections, by the names of the collections.
    static func declarations(in db: Database) throws -> [String: CollectionDeclaration] {
        let keys = try Int64.fetchAll(db, sql: "SELECT key FROM collection WHERE title IS NOT NULL")
        let all = try keys.map { try declaration(of: $0, in: db) }
        return Dictionary(all.map { ($0.name, $0.declaration) }) { first, _ in first }
    }

    /// Returns the declaration of a collection; `nil` if it has none.
    static func declaration(of name: String, in db: Database) throws -> CollectionDeclaration? {
        let statement = try db.cachedStatement(
            sql: "SELECT key FROM collection WHERE name = ? AND title IS NOT NULL")
        return try Int64.fetchOne(statement, arguments: [name.blob]).map { try declaration(of: $0, in: db).declaration }
    }

    private static func declaration(
        of key: Int64, in db: Database
    ) throws -> (name: String, declaration: CollectionDeclaration) {
        let own = try GRDB.Row.fetchOne(db, sql: "SELECT name, title FROM collection WHERE key = ?", arguments: [key])
        let titles = (own?[1] as String? ?? "").split(separator: " ").map(String.init)
        let sql = """
            SELECT field, name, rule FROM relation JOIN collection ON key = target WHERE source = ? ORDER BY field
            """
        let references = try GRDB.Row.fetchAll(db, sql: sql, arguments: [key]).map { row in
            CollectionDeclaration.Reference(row[0], to: text(row, 1), onDelete: Rule(number: row[2]))
        }
        return (own.map { text($0, 0) } ?? "", CollectionDeclaration(titleFields: titles, references: references))
    }

    /// Keeps the declaration of a collection besides its last one.
    static func declare(_ declaration: CollectionDeclaration, of name: String, in db: Database) throws {
        let source = try SQLiteCollection.create(name, in: db).key
        let old = try self.declaration(of: source, in: db).declaration
        let new = try declaration.added(to: old)
        try db.execute(
            sql: "UPDATE collection SET title = ? WHERE key = ?",
            arguments: [new.titleFields.joined(separator: " "), source])
        for reference in old.references where !new.references.contains(where: { $0.isLike(reference) }) {
            let relation = SQLiteRelation(source: source, field: reference.field)
            try relation.remove(in: db)
        }
        for reference in new.references {
            let relation = SQLiteRelation(source: source, field: reference.field)
            if old.references.contains(where: { $0.isLike(reference) }) {
                try relation.set(rule: reference.onDelete.number, in: db)
            } else {
                let target = try SQLiteCollection.create(reference.target, in: db).key
                try relation.add(to: target, rule: reference.onDelete.number, in: db)
            }
        }
    }

    /// The statements of the step of the schema.
    ///
    /// Never change them after their release.
    static let step = """
        ALTER TABLE collection ADD COLUMN title TEXT;
        CREATE TABLE relation (
            source INTEGER NOT NULL,
            field TEXT NOT NULL,
            target INTEGER NOT NULL,
            rule INTEGER NOT NULL,
            PRIMARY KEY (source, field)
        ) WITHOUT ROWID;
        CREATE INDEX relationTarget ON relation (target);
        CREATE TABLE reference (
            source INTEGER NOT NULL,
            position INTEGER NOT NULL,
            field TEXT NOT NULL,
            target INTEGER NOT NULL,
            id BLOB NOT NULL,
            PRIMARY KEY (source, position, field),
            FOREIGN KEY (target, id) REFERENCES record (collection, id) DEFERRABLE INITIALLY DEFERRED
        ) WITHOUT ROWID;
        CREATE INDEX referenceTarget ON reference (target, id);
        """
}

/// A field of a collection whose values name records of another one.
private struct SQLiteRelation {
    let source: Int64
    let field: String

    /// Begins to keep the references of the field, and enters those that records have.
    ///
    /// A record that names a record which does not exist has no entry before it is written again.
    func add(to target: Int64, rule: Int, in db: Database) throws {
        try db.execute(
            sql: "INSERT INTO relation (source, field, target, rule) VALUES (?, ?, ?, ?)",
            arguments: [source, field, target, rule])
        try db.execute(
            sql: """
                INSERT INTO reference (source, position, field, target, id)
                SELECT collection, position, '\(field)', ?1, \(value(of: "record")) FROM record
                WHERE collection = ?2 AND \(isText(of: "record")) AND EXISTS (
                    SELECT 1 FROM record AS named
                    WHERE named.collection = ?1 AND named.id = \(value(of: "record"))
                )
                """, arguments: [target, source])
        for trigger in triggers(to: target) { try db.execute(sql: trigger) }
    }

    func set(rule: Int, in db: Database) throws {
        try db.execute(
            sql: "UPDATE relation SET rule = ? WHERE source = ? AND field = ? AND rule <> ?",
            arguments: [rule, source, field, rule])
    }

    func remove(in db: Database) throws {
        for event in ["inserted", "updated", "deleted"] {
            try db.execute(sql: "DROP TRIGGER IF EXISTS \(name(of: event))")
        }
        for table in ["reference", "relation"] {
            try db.execute(sql: "DELETE FROM \(table) WHERE source = ? AND field = ?", arguments: [source, field])
        }
    }

    private func name(of event: String) -> String { "\"reference\(source)_\(field)_\(event)\"" }

    // The name of a field has only letters, digits, "-" and "_".
    private func value(of row: String) -> String {
        "CAST(json_extract(\(row).\"values\", '$.\"\(field)\"') AS BLOB)"
    }

    private func isText(of row: String) -> String { "json_type(\(row).\"values\", '$.\"\(field)\"') = 'text'" }

    /// The statements that create the triggers.
    ///
    /// They use no conflict clause, because the conflict clause of an outer statement would replace it.
    private func triggers(to target: Int64) -> [String] {
        let entry = """
            INSERT INTO reference (source, position, field, target, id)
            SELECT \(source), NEW.position, '\(field)', \(target), \(value(of: "NEW")) WHERE \(isText(of: "NEW"));
            """
        let removal =
            "DELETE FROM reference WHERE source = \(source) AND position = OLD.position AND field = '\(field)';"
        return [
            """
            CREATE TRIGGER \(name(of: "inserted")) AFTER INSERT ON record WHEN NEW.collection = \(source) BEGIN
                \(entry)
            END
            """,
            """
            CREATE TRIGGER \(name(of: "updated")) AFTER UPDATE ON record
            WHEN NEW.collection = \(source) AND NEW."values" IS NOT OLD."values" BEGIN
                \(removal)
                \(entry)
            END
            """,
            """
            CREATE TRIGGER \(name(of: "deleted")) AFTER DELETE ON record WHEN OLD.collection = \(source) BEGIN
                \(removal)
            END
            """,
        ]
    }
}
