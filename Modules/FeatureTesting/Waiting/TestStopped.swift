/// Ends a test that cannot go on, after what is wrong was recorded as an issue.
struct TestStopped: Error, CustomStringConvertible {
    let description = "the test cannot go on; the issue before this one says why"
}
