import FeatureKit
import FeatureStorage
import FeatureTesting
import Testing
import UserFeature

@Suite(.timeLimit(.minutes(1))) struct UserPresenterTests {
    let view = RecordingUserView()

    private func presenter(
        _ load: @escaping @Sendable () async throws -> [User] = { User.sample }
    ) -> UserPresenter<User> {
        let presenter = UserPresenter(service: StubUserService(load: load))
        presenter.attach(view)
        return presenter
    }

    @Test func `users are loaded, then shown`() async {
        await presenter().showUsers()
        #expect(
            view.calls == [
                .startLoading, .finishLoading, .setUsers(RecordPage(User.sample).records.map { UserViewData($0) }),
            ])
    }

    @Test func `the people of the Grid are read by both names`() {
        let users = RecordPage(User.sample).records.map { UserViewData($0) }
        #expect(users.map(\.name) == ["Kevin Flynn", "Alan Bradley", "Ed Dilinger"])
        #expect(users.map(\.age) == ["36 years", "24 years", "39 years"])
    }

    @Test func `the people of Seoul are read as misters`() {
        let users = RecordPage(SeoulUser.sample).records.map { UserViewData($0) }
        #expect(users.map(\.name) == ["Mr. Kim", "Mr. Park", "Mr. Lee"])
        #expect(users.map(\.age) == ["15 years", "20 years", "25 years"])
        #expect(
            users[0].values == ["uid": "1", "name": "Kim", "age": 15, "number": "111-1111-1111", "country": "Korea"])
    }

    @Test func `without users the empty view is shown`() async {
        await presenter { [] }.showUsers()
        #expect(view.calls == [.startLoading, .finishLoading, .setEmptyUsers])
    }

    @Test func `a failing service is a failure, not emptiness`() async {
        await presenter { throw Derezzed() }.showUsers()
        let message = "The users could not be loaded: the grid is down"
        #expect(view.calls == [.startLoading, .finishLoading, .showFailure(message)])
    }

    @Test func `a cancelled load says nothing more`() async {
        await presenter { throw CancellationError() }.showUsers()
        #expect(view.calls == [.startLoading])
    }

    @Test func `detached it tells nobody`() async {
        let presenter = presenter()
        presenter.detach()
        await presenter.showUsers()
        #expect(view.calls == [])
    }

    @Test func `a presenter does not keep its view alive`() {
        let presenter = UserPresenter(service: StubUserService<User>())
        weak var weakView: RecordingUserView?
        do {
            let view = RecordingUserView()
            presenter.attach(view)
            weakView = view
        }
        #expect(weakView == nil)
    }
}
