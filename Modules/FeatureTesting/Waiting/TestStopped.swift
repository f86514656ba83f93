/// The error that ends a test that cannot continue.
///
/// The reason was recorded as an issue before.
struct TestStopped: Error, CustomStringConvertible {
    let description = "the test cannot continue; the previous issue gives the reason"
}
