import FeatureStorage
import PostgreSQLStorage
import Testing

@Suite(.timeLimit(.minutes(5))) struct PostgreSQLAddressTests {
    private func refusal(_ url: String) -> StorageError? {
        #expect(throws: StorageError.self) { try PostgreSQL.open(url) }
    }

    @Test(arguments: [
        "postgresql://", "postgres://host/db", "POSTGRESQL://user:secret@host:5432/db?sslmode=require",
    ])
    func `A PostgreSQL address is recognised by its scheme`(url: String) {
        #expect(PostgreSQL.isAddress(url))
    }

    @Test(arguments: ["", "memory", "postgresql", "./postgresql://host", "mysql://host/db"])
    func `Texts with another scheme are not PostgreSQL addresses`(text: String) {
        #expect(!PostgreSQL.isAddress(text))
        #expect(refusal(text)?.code == .unusable)
    }

    @Test(arguments: [
        "postgresql://user:se@cret@host/db", "postgresql://user:se/cret@host/db", "postgresql://user:12/cret@host/db",
        "postgresql://user:se?cret@host/db", "postgresql://user:secret@host/db?user=a@b",
    ])
    func `An address with an ambiguous password is refused and not quoted`(url: String) {
        let error = refusal(url)
        #expect(error?.code == .unusable)
        #expect(
            error?.message
                == "the address of the database cannot be read; expected postgresql://USER:PASSWORD@HOST:PORT/NAME, "
                + "with each of / ? # @ : % in a user or password percent-encoded ('@' is %40), and '@' after the host "
                + "too")
    }

    @Test(arguments: ["99999999", "0", "x"])
    func `An invalid port is refused and quoted`(port: String) {
        let message = refusal("postgresql://user:secret@host:\(port)/db")?.message
        #expect(
            message == "the address of the database has the port \"\(port)\"; expected a number from 1 to 65535")
    }

    @Test func `An address with a NUL character is refused, because libpq would ignore the text after it`() {
        #expect(refusal("postgresql://user:secret@host\u{0}.example/db")?.message.contains("cannot be read") == true)
    }

    #if PostgreSQL
        @Test(arguments: ["postgresql://user:%zz@host/db", "postgresql://host/db?cret=1", "postgresql://[host/db"])
        func `An address that libpq cannot parse is refused and not quoted`(url: String) {
            let error = refusal(url)
            #expect(error?.code == .unusable)
            #expect(error?.message.hasPrefix("the address of the database cannot be read; expected ") == true)
            #expect(error?.message.contains("cret") == false)
        }

        @Test func `The error for an unreachable server contains the address without the password`()
            async throws
        {
            let store = try PostgreSQL.open("postgresql://me:secret@127.0.0.1:1/dogs?sslpassword=secret")
            let error = await #expect(throws: StorageError.self) {
                try await store.page(of: "dogs", after: nil, limit: 1)
            }
            #expect(error?.code == .unavailable)
            let message = try #require(error?.message)
            #expect(message.hasPrefix("the database 'postgresql://me@127.0.0.1:1/dogs' cannot be used now: "))
            #expect(message.contains("127.0.0.1") && !message.contains("secret"))
        }
    #else
        @Test func `Without the trait PostgreSQL, the error says how to build the program with this trait`() {
            let error = refusal("postgresql://me:secret@host:5432/dogs?sslpassword=secret")
            #expect(error?.code == .unusable)
            #expect(
                error?.message
                    == "the database 'postgresql://me@host:5432/dogs' needs PostgreSQL; this program was built without "
                    + "PostgreSQL; build it with `swift build --traits PostgreSQL`, or choose another with --database")
        }
    #endif
}
