import Hummingbird

extension Pages {
    /// The page that tells what clients can ask of this host.
    func documentation(of operations: [APIOperation], hasToken: Bool) -> Response {
        page("docs", DocumentationView(operations, hasToken: hasToken), title: "API")
    }
}
