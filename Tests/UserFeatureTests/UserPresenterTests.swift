import FeatureKit
import FeatureStorage
import FeatureTesting
import Testing
import UserFeature

@Suite(.timeLimit(.minutes(5))) struct UserPresenterTests {
    let view = RecordingUserView()

    let service = StubRecords<User>()

    private func presenter() -> UserPresenter<User> {
        let presenter = UserPresenter(service: service)
        presenter.attach(view)
        return presenter
    }

    @Test func `the presenter loads the users, then shows them`() async {
        await presenter().load()
        #expect(
            view.calls == [
                .startLoading, .finishLoading, .setUsers(RecordPage(User.sample).records.map { UserViewData($0) }),
            ])
    }

    @Test func `one user is shown alone, and the user's removal is shown too`() async throws {
        let presenter = presenter()
        await presenter.records.show(.record("2"))
        try await presenter.remove([ChosenRecord(id: "2", revision: 2)])
        let alan = UserViewData(RecordPage(User.sample).records[1])
        #expect(view.calls == [.startLoading, .finishLoading, .setUser(alan), .setUser(nil)])
    }

    @Test func `a user of the Grid is shown with the first and the last name`() {
        let users = RecordPage(User.sample).records.map { UserViewData($0) }
        #expect(users.map(\.name) == ["Kevin Flynn", "Alan Bradley", "Ed Dilinger"])
        #expect(users.map(\.age) == ["36 years", "24 years", "39 years"])
    }

    @Test func `a user of Seoul is shown with a title`() {
        let users = RecordPage(SeoulUser.sample).records.map { UserViewData($0) }
        #expect(users.map(\.name) == ["Mr. Kim", "Mr. Park", "Mr. Lee"])
        #expect(users.map(\.age) == ["15 years", "20 years", "25 years"])
        #expect(
            users[0].record.values == [
                "uid": "1", "name": "Kim", "age": 15, "number": "111-1111-1111", "country": "Korea",
            ])
    }

    @Test func `if there are no users, the view shows that the list is empty`() async {
        service.load.returns([])
        await presenter().load()
        #expect(view.calls == [.startLoading, .finishLoading, .setEmptyUsers])
    }

    @Test func `if the service fails, the view shows a failure and not the empty list`() async {
        service.load.fails(with: Derezzed())
        await presenter().load()
        let message = "The users could not be loaded: the grid is down"
        #expect(view.calls == [.startLoading, .finishLoading, .showFailure(message)])
    }

    @Test func `an edit that lowers the age is refused`() async {
        let refusal = InputRefused(["age": "expected at least 36, got 35: nobody grows younger"])
        await #expect(throws: refusal) {
            try await presenter().edit("1", seen: 1) { $0.age = 35 }
        }
    }

    @Test func `the presenter does not call a detached view`() async {
        let presenter = presenter()
        presenter.detach()
        await presenter.load()
        #expect(view.calls == [])
    }

    @Test func `the presenter does not retain its view`() {
        let presenter = UserPresenter(service: service)
        weak var weakView: RecordingUserView?
        do {
            let view = RecordingUserView()
            presenter.attach(view)
            weakView = view
        }
        #expect(weakView == nil)
    }
}
