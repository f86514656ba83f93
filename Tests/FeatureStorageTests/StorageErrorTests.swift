import FeatureKit
import FeatureStorage
import Testing

@Suite(.timeLimit(.minutes(5))) struct StorageErrorTests {
    @Test func `Only a person on the machine itself reads the place of the database`() {
        let error = StorageError(.unusable, database: "/srv/dogs.sqlite") { "the disk of \($0) is full" }
        #expect(error.message == "the disk of the database '/srv/dogs.sqlite' is full")
        #expect("\(error)" == error.message)
        Requester.$current.withValue(Requester("client")) {
            #expect("\(error)" == "the disk of the database is full")
        }
        #expect(error == StorageError(.unusable, error.message))
    }
}
