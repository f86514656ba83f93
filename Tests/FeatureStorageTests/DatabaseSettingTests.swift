import FeatureStorage
import Testing

@Suite(.timeLimit(.minutes(5))) struct DatabaseSettingTests {
    @Test(arguments: [
        ("memory", "memory"), ("/my:dogs@home?password=x", "/my:dogs@home?password=x"),
        ("postgresql://host/dogs", "postgresql://host/dogs"),
        ("postgresql://me:se:cret@host:5432/dogs", "postgresql://me@host:5432/dogs"),
        ("postgresql://me@[::1]:5432/dogs", "postgresql://me@[::1]:5432/dogs"),
        ("postgres://:secret@/dogs", "postgres://@/dogs"),
        ("postgresql://h/d?password=secret&sslmode=require", "postgresql://h/d?sslmode=require"),
        ("postgresql://h?pass%77ord=secret", "postgresql://h"),
        ("postgresql://h/d?sslkey=k&sslpassword=secret", "postgresql://h/d?sslkey=k"),
    ])
    func `A database setting is shown without its password`(setting: String, shown: String) {
        #expect(DatabaseSetting.withoutPassword(setting) == shown)
    }

    @Test(arguments: ["mysql://me:secret@host/x", "mysql://host/x?password=secret", "http://se@cret@x"])
    func `The error does not quote a refused setting that may contain a password`(text: String) {
        let error = #expect(throws: DatabaseSetting.Malformed.self) { try DatabaseSetting.read(text) }
        #expect(error?.description.contains("se") == false || error?.description.contains("cret") == false)
        #expect(error?.description.hasSuffix("://…\"") == true)
    }
}
