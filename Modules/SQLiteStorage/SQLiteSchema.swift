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
        """
    ]
}
