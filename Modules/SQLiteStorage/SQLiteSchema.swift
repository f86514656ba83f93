import GRDB

/// The migration steps of the schema, one from each version to the next.
///
/// Never change a released step.
enum SQLiteSchema {
    static let steps = [
        // Ids, keys and names are stored as blobs, because blobs are compared by their bytes and may contain NUL.
        """
        CREATE TABLE collection (
            key INTEGER PRIMARY KEY,
            name BLOB NOT NULL UNIQUE,
            number INTEGER NOT NULL DEFAULT 0,
            floor INTEGER NOT NULL DEFAULT 0,
            isFilled INTEGER NOT NULL DEFAULT 0
        );
        CREATE TABLE record (
            collection INTEGER NOT NULL,
            position INTEGER NOT NULL,
            id BLOB NOT NULL,
            uniqueKey BLOB,
            revision INTEGER NOT NULL,
            "values" TEXT NOT NULL,
            PRIMARY KEY (collection, position)
        ) WITHOUT ROWID;
        CREATE UNIQUE INDEX recordID ON record (collection, id);
        CREATE UNIQUE INDEX recordKey ON record (collection, uniqueKey) WHERE uniqueKey IS NOT NULL;
        CREATE TABLE change (
            collection INTEGER NOT NULL,
            number INTEGER NOT NULL,
            kind INTEGER NOT NULL,
            id BLOB NOT NULL,
            "values" TEXT,
            PRIMARY KEY (collection, number)
        ) WITHOUT ROWID;
        """,
        // An older program raises a collection's number and leaves the new columns as they are. So `count` is valid only
        // if `countedNumber` equals `number`, and the position of a change may be NULL. The column is not named
        // `position`, because a statement of an older program joins the table with `record` and names that column.
        """
        ALTER TABLE collection ADD COLUMN indexStamp TEXT;
        ALTER TABLE collection ADD COLUMN count INTEGER;
        ALTER TABLE collection ADD COLUMN countedNumber INTEGER;
        ALTER TABLE change ADD COLUMN recordPosition INTEGER;
        CREATE TABLE format (version INTEGER NOT NULL, readable_from INTEGER NOT NULL);
        """,
        SQLiteHistory.step,
        SQLiteReferences.step,
    ]

    /// The oldest version of the schema whose programs can use a file of the newest version.
    ///
    /// A step that only adds something leaves it as it is.
    static let readableFrom = 1
}

/// The version of a file's schema.
///
/// `PRAGMA user_version` is the oldest version whose programs can use the file. A program that knows only the first
/// version checks nothing else.
struct SQLiteFormat {
    /// The number of migration steps that the file has seen.
    let version: Int
    /// The oldest version of the schema whose programs can use the file.
    let readableFrom: Int

    /// Whether the file has no tables.
    let isEmpty: Bool

    /// Reads the version of a file; it is 0 for a new file.
    init(in db: Database) throws {
        let tables = try Row.fetchOne(db, sql: "SELECT count(*) = 0, total(name = 'format') > 0 FROM sqlite_master")
        isEmpty = tables?[0] ?? true
        let user = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
        let isKept: Bool = tables?[1] ?? false
        let row = isKept ? try Row.fetchOne(db, sql: "SELECT version, readable_from FROM format") : nil
        readableFrom = max(user, row?[1] ?? 0)
        version = max(readableFrom, row?[0] ?? 0)
    }

    /// Returns whether a file has the newest version, with one statement.
    static func isNewest(in db: Database) -> Bool {
        // The statement fails if the file has the first version or is new.
        (try? Bool.fetchOne(db, sql: "SELECT version >= \(SQLiteSchema.steps.count) FROM format")) ?? false
    }

    /// Keeps the newest version in a file.
    static func save(in db: Database) throws {
        try db.execute(sql: "PRAGMA user_version = \(SQLiteSchema.readableFrom)")
        try db.execute(sql: "DELETE FROM format")
        try db.execute(
            sql: "INSERT INTO format (version, readable_from) VALUES (?, ?)",
            arguments: [SQLiteSchema.steps.count, SQLiteSchema.readableFrom])
    }
}
