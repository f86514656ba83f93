/// The error that ends a test that cannot continue.
///
/// The reason was recorded as an issue before.
struct TestStopped: Error, CustomStringConvertible {
    let description = "the test cannot continue; the issue before this one gives the reason"
}
