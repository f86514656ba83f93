#if PostgreSQL
    import FeatureStorage

    extension StorageError {
        /// Says what an answer of the server means and what to do about it.
        init(_ failure: PostgreSQLFailure, _ place: PostgreSQLPlace) {
            let database = "the database '\(place.address)'"
            switch failure.state {
            case "42501":
                self.init(
                    .unusable,
                    "\(database) does not allow this: \(failure.message); grant its user the right to create the schema "
                        + "'\(place.schema)' and to write there, or choose another with --database")
            case "25006":
                self.init(.unusable, "\(database) can only be read; choose another with --database")
            case "53100":
                self.init(
                    .unusable, "the disk of \(database) is full; make room and try again; what was saved before is safe"
                )
            case "55P03":
                self.init(.unavailable, "\(database) is in use by another program for too long; try again")
            case "XX001", "XX002":
                self.init(
                    .unusable, "\(database) is damaged (\(failure.message)); nothing was changed; restore a backup")
            default:
                self = .unavailable(place, failure.message)
            }
        }

        /// The database cannot be used now.
        static func unavailable(_ place: PostgreSQLPlace, _ reason: String) -> StorageError {
            StorageError(.unavailable, "the database '\(place.address)' cannot be used now: \(reason)")
        }

        /// The connection broke in the worst moment.
        static func unknown(_ place: PostgreSQLPlace) -> StorageError {
            StorageError(
                .outcomeUnknown,
                "the connection to the database '\(place.address)' broke while it saved, so it may have saved or not; "
                    + "look before you try again")
        }

        /// The schema is something else.
        static func foreign(_ place: PostgreSQLPlace) -> StorageError {
            StorageError(
                .unusable,
                "the schema '\(place.schema)' of the database '\(place.address)' is not of this program; it was left as it "
                    + "is; choose another database with --database")
        }

        /// The schema is from the future.
        static func newer(_ place: PostgreSQLPlace, version: Int) -> StorageError {
            StorageError(
                .unusable,
                "the database '\(place.address)' has the version \(version), this program knows up to "
                    + "\(PostgreSQLSchema.steps.count); it was left as it is; update the program, or choose another "
                    + "database with --database")
        }

        /// The server is too old.
        static func old(_ place: PostgreSQLPlace) -> StorageError {
            StorageError(
                .unusable,
                "the server of the database '\(place.address)' is older than PostgreSQL 11; update it, or choose another "
                    + "with --database")
        }

        /// The database cannot keep every text.
        static func encoded(_ place: PostgreSQLPlace, _ encoding: String) -> StorageError {
            StorageError(
                .unusable,
                "the database '\(place.address)' has the encoding \(encoding), which cannot hold every text; create one "
                    + "with the encoding UTF8, or choose another with --database")
        }
    }
#endif
