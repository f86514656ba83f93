#if PostgreSQL
    import FeatureStorage

    extension StorageError {
        /// Translates a server error into a message with its meaning and a remedy.
        init(_ failure: PostgreSQLFailure, _ location: PostgreSQLLocation) {
            let (message, place) = (failure.message, location.address)
            switch failure.state {
            case "42501":
                self.init(.unusable, database: place) {
                    "\($0) does not allow this: \(message); grant its user the right to create the schema "
                        + "'\(location.schema)' and to write there, or choose another database with --database"
                }
            case "25006":
                self.init(.unusable, database: place) { "\($0) is read-only; choose another with --database" }
            case "53100":
                self.init(.unusable, database: place) {
                    "the disk of \($0) is full; make room and try again; earlier writes are safe"
                }
            case "55P03":
                self.init(.unavailable, database: place) {
                    "\($0) is locked by another program, which may be building a search index; try again later"
                }
            case "XX001", "XX002":
                self.init(.unusable, database: place) {
                    "\($0) is damaged (\(message)); nothing was changed; restore a backup"
                }
            default:
                // The message can name the address of the server, its files or its tables.
                self.init(
                    .unavailable, "the database '\(place)' cannot be used now: \(message)",
                    toClients: "the database cannot be used now")
            }
        }

        /// Returns the error for a database that is temporarily unusable.
        static func unavailable(_ location: PostgreSQLLocation, _ reason: String) -> StorageError {
            StorageError(.unavailable, database: location.address) { "\($0) cannot be used now: \(reason)" }
        }

        /// Returns the error for an index that another process is building for a long time.
        static func indexIsBeingBuilt(_ location: PostgreSQLLocation) -> StorageError {
            .unavailable(location, "another process is building the search index of these records; try again later")
        }

        /// Returns the error for an index that other queries or programs replace or outdate as soon as it is current.
        static func indexIsContended(_ location: PostgreSQLLocation) -> StorageError {
            .unavailable(
                location,
                "other queries or an older program keep changing the search index of these records; try again later, and "
                    + "use the same version of this program everywhere")
        }

        /// Returns the error for a connection that broke during a commit.
        static func outcomeUnknown(_ location: PostgreSQLLocation) -> StorageError {
            StorageError(.outcomeUnknown, database: location.address) {
                "the connection to \($0) broke during a commit; the change may or may not be saved; check before you try "
                    + "again"
            }
        }

        /// Returns the error for a schema that does not belong to this program.
        static func foreign(_ location: PostgreSQLLocation) -> StorageError {
            StorageError(.unusable, database: location.address) {
                "the schema '\(location.schema)' of \($0) does not belong to this program; it was not changed; choose "
                    + "another database with --database"
            }
        }

        /// Returns the error for a schema that a newer version of this program wrote.
        static func newer(_ location: PostgreSQLLocation, version: Int) -> StorageError {
            StorageError(.unusable, database: location.address) {
                "\($0) has version \(version); this program supports versions up to \(PostgreSQLSchema.steps.count); it was "
                    + "not changed; update the program, or choose another database with --database"
            }
        }

        /// Returns the error for a server that is too old.
        static func serverTooOld(_ location: PostgreSQLLocation) -> StorageError {
            StorageError(.unusable, database: location.address) {
                "the server of \($0) is older than PostgreSQL 11; update it, or choose another with --database"
            }
        }

        /// Returns the error for a database whose encoding does not support every character.
        static func wrongEncoding(_ location: PostgreSQLLocation, _ encoding: String) -> StorageError {
            StorageError(.unusable, database: location.address) {
                "\($0) has the encoding \(encoding), which does not support every character; create a database with the "
                    + "encoding UTF8, or choose another with --database"
            }
        }
    }
#endif
