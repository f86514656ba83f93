import Testing

/// A random sequence of events around a form.
protocol Course {
    /// What has gone wrong; `nil` if nothing has.
    var fault: String? { get }
    /// Performs one random event, and verifies what the form shows and sends.
    mutating func step()
}

@Suite("A form in any order of events", .timeLimit(.minutes(5)))
struct RandomFormTests {
    @Test("In a form that is sent on change, no typed letter is lost and no older value comes back", arguments: 0..<60)
    func onChange(seed: Int) {
        var course = TypingCourse(seed: UInt64(seed))
        guard run(&course) else { return }
        course.settle()
        #expect(course.fault == nil)
    }

    @Test("A form with a button never overwrites a value that the person has not seen", arguments: 0..<60)
    func withButton(seed: Int) {
        var course = ConflictCourse(seed: UInt64(seed))
        guard run(&course) else { return }
        #expect(course.sent > 0)
        #expect(course.decided > 0)
    }

    /// Performs many events, and returns whether none has gone wrong.
    private func run(_ course: inout some Course) -> Bool {
        for step in 0..<400 {
            course.step()
            #expect(course.fault == nil, "step \(step)")
            if course.fault != nil { return false }
        }
        return true
    }
}
