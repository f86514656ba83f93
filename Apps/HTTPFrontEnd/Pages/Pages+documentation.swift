import Hummingbird

extension Pages {
    /// Makes the page that documents the API.
    func documentation(of operations: [APIOperation], hasToken: Bool) -> Response {
        page("docs", DocumentationView(operations, hasToken: hasToken), title: "API")
    }
}
