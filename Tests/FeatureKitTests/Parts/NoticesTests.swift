import FeatureKit
import Testing

/// Tests `Notices` and `CausedNotices` without a session.
@Suite(.timeLimit(.minutes(5))) struct NoticesTests {
    private var notices = Notices()

    @Test mutating func `taking the notices removes them`() {
        notices.append(WaitingNotice(Notice("saved"), at: .zero))
        let taken = [notices.take(at: .seconds(1)), notices.take(at: .seconds(1))]
        #expect(taken == [[Notice("saved")], []])
    }

    @Test mutating func `a notice expires after its lifetime`() {
        notices.append(WaitingNotice(Notice("old"), at: .zero))
        notices.append(WaitingNotice(Notice("new"), at: .seconds(1)))
        let taken = notices.take(at: Session.noticeLifetime)
        #expect(taken == [Notice("new")])
    }

    @Test mutating func `only the newest notices up to the limit wait for a viewer`() {
        for number in 1...100 { notices.append(WaitingNotice(Notice("\(number)"), at: .zero)) }
        let taken = notices.take(at: .zero)
        #expect(taken == (101 - Session.waitingNoticesLimit...100).map { Notice("\($0)") })
    }

    @Test mutating func `notices that were kept for a caller wait for a viewer if no answer contains them`() {
        let waiting = WaitingNotice(Notice("saved"), at: .zero)
        var caused = CausedNotices(isCallerShowing: true)
        caused.append(waiting.notice)
        let isKept = caused.keep(waiting)
        #expect(isKept)
        var answered = caused
        let answer = answered.take()
        #expect(answer == [Notice("saved")])
        notices.append(unshown: answered)
        let afterAnswer = notices.take(at: .zero)
        #expect(afterAnswer == [])
        notices.append(unshown: caused)
        let afterFailure = notices.take(at: .zero)
        #expect(afterFailure == [Notice("saved")])
    }

    @Test mutating func `an action does not keep its notices if its caller shows no notices`() {
        var caused = CausedNotices()
        let isKept = caused.keep(WaitingNotice(Notice("saved"), at: .zero))
        #expect(!isKept)
        notices.append(unshown: caused)
        let taken = notices.take(at: .zero)
        #expect(taken == [])
    }

    @Test func `an answer contains the newest notices, at most as many as a viewer buffers`() {
        var caused = CausedNotices()
        for number in 1...100 { caused.append(Notice("\(number)")) }
        let answer = caused.take()
        #expect(answer == (101 - Viewer.noticesLimit...100).map { Notice("\($0)") })
    }
}
