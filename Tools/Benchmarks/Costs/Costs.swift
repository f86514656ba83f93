import CommandLineFrontEnd
import FeatureCatalog
import FeatureKit
import HTTPFrontEnd
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import TerminalKit

/// Performs one operation a number of times, so that a profiler can count its instructions.
///
///     Costs OPERATION COUNT
///
/// | operation | what it does |
/// | --- | --- |
/// | `screen-3` | answers a request for a one-shot screen of three dogs of the sample, by a session of its own |
/// | `screen-50` | answers a request for a one-shot screen of fifty stored dogs, by a session of its own |
/// | `screen-again` | answers a request for a one-shot screen of fifty stored dogs that have not changed |
/// | `screen-token` | as `screen-again`, for a client that sends a token |
/// | `screen-cookie` | as `screen-again`, for a browser that has signed in |
/// | `action` | answers a request that renames one of fifty stored dogs in an open session |
/// | `page` | writes the page of a session that shows 50 dogs, with the rows that the page before has written |
/// | `new-page` | writes the same page as the first page of the host does |
/// | `patch` | writes the edits for an open page after one of the 50 dogs was renamed |
/// | `json-patch` | writes the patch for a client of the API after the same change |
/// | `sheet` | writes the first page of a session that shows 2,600 cells which people edit |
/// | `sheet-patch` | writes the edits for an open page after one of the 2,600 cells has changed |
/// | `sheet-json-patch` | writes the patch for a client of the API after the same change |
/// | `drawing` | writes the first page of a session that shows 1,000 shapes |
/// | `drawing-patch` | writes the edits for an open page after one of the 1,000 shapes has moved |
/// | `drawing-json-patch` | writes the patch for a client of the API after the same change |
/// | `list` | lists the features on a terminal |
/// | `paint` | paints 50 dogs on a new terminal |
///
/// The cost of an operation is the difference between two counts. The preparation is the same in both.
@main
enum Costs {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 3, let count = Int(arguments[2]) else {
            preconditionFailure("expected OPERATION COUNT")
        }
        switch arguments[1] {
        case "screen-3", "screen-50", "screen-again", "screen-token", "screen-cookie", "action":
            try await answer(arguments[1], count)
        case "page", "new-page", "patch", "json-patch", "paint": try await write(arguments[1], count)
        case "list": try await list(count)
        case "sheet", "sheet-patch", "sheet-json-patch": try write(LargeFeature.sheet, arguments[1], count)
        case "drawing", "drawing-patch", "drawing-json-patch": try write(LargeFeature.drawing, arguments[1], count)
        case let other: preconditionFailure("unknown operation \(other)")
        }
    }

    // MARK: - Requests

    /// Answers requests in this process, without a socket.
    private static func answer(_ operation: String, _ count: Int) async throws {
        var configuration = HTTPServerConfiguration()
        configuration.logLevel = .critical
        let isKnown = ["screen-token", "screen-cookie"].contains(operation)
        if isKnown { configuration.token = token }
        let server = try HTTPServer(
            registry: FeatureCatalog.registry(database: "memory"), configuration: configuration, name: "costs",
            version: "1")
        try await server.application.test(.router) { client in
            let feature = "/api/features/doggy"
            var fields: HTTPFields = isKnown ? [.authorization: "Bearer \(token)"] : [:]
            for number in 0..<47 {
                let dog = "{\"name\":\"Dog \(number)\",\"breed\":\"Bulldog\",\"age\":3}"
                _ = try await ask(client, "\(feature)/actions/adopt", dog, fields)
            }
            if operation == "screen-cookie" { fields = [.cookie: try await signIn(client)] }
            var requests: [(uri: String, body: String?)]
            switch operation {
            case "screen-3": requests = [("\(feature)/screen?source=sample", nil)]
            case "screen-50":
                // The host answers again only at an address that is spelled in the same way.
                requests = (0..<512).map { number in
                    let order = "name".spelled(number >> 5)
                    return ("\(feature)/screen?order=\(order)&descending=\("false".spelled(number))", nil)
                }
            case "screen-again", "screen-token", "screen-cookie":
                requests = [("\(feature)/screen?order=name&descending=false", nil)]
            default:
                let opened = try await ask(client, "/api/sessions", "{\"feature\":\"doggy\"}")
                let session = member("session", of: opened)
                let screen = try await ask(client, "\(feature)/screen")
                let dog = member("id", of: screen.text(after: "\"rows\":"))
                requests = (0..<128).map { number in
                    ("/api/sessions/\(session)/actions/edit", "{\"id\":\"\(dog)\",\"name\":\"Rex \(number)\"}")
                }
            }
            var size = 0
            for number in 0..<count {
                let request = requests[number % requests.count]
                size = try await ask(client, request.uri, request.body, fields).utf8.count
            }
            print(size)
        }
    }

    private static let token = "0123456789abcdef"

    /// Signs a browser in, and returns its cookie.
    private static func signIn(_ client: any TestClientProtocol) async throws -> String {
        let response = try await client.executeRequest(
            uri: "/login", method: .post, headers: [.contentType: "application/x-www-form-urlencoded"],
            body: ByteBuffer(string: "token=\(token)&next=/"))
        guard let cookie = response.headers[.setCookie] else { preconditionFailure("the host signs nobody in") }
        return String(cookie.prefix { $0 != ";" })
    }

    private static func ask(
        _ client: any TestClientProtocol, _ uri: String, _ body: String? = nil, _ fields: HTTPFields = [:]
    ) async throws -> String {
        var fields = fields
        if body != nil { fields[.contentType] = "application/json" }
        let response = try await client.executeRequest(
            uri: uri, method: body == nil ? .get : .post,
            headers: fields, body: body.map { ByteBuffer(string: $0) })
        precondition(response.status.kind == .successful, String(buffer: response.body))
        return String(buffer: response.body)
    }

    /// Returns the first text of a member with a name.
    private static func member(_ name: String, of json: String) -> String {
        String(json.text(after: "\"\(name)\":\"").prefix { $0 != "\"" })
    }

    // MARK: - Pages and screens

    private static func write(_ operation: String, _ count: Int) async throws {
        let registry = try FeatureCatalog.registry(database: "memory")
        let session = try await Session(try registry.feature("doggy"))
        try await session.start()
        _ = try await session.settled()
        for number in 0..<47 {
            _ = try await session.perform(
                "adopt", ["name": .text("Dog \(number)"), "breed": .text("Bulldog"), "age": 3])
        }
        let old = await session.frame
        guard let row = old.screen.lists.first?.rows[25] else { preconditionFailure("there are no dogs") }
        let new = try await session.perform("edit", ["id": .text(row.id), "name": "Rex"]).frame
        let pages = try PageCosts(of: registry, copiesParts: operation != "new-page")
        // Each patch writes a row that no page has written.
        let renamed = (0..<128).map { number in
            var frame = new
            for index in frame.screen.elements.indices {
                guard case .list(var list) = frame.screen.elements[index] else { continue }
                list.rows[25].title = "Rex \(number)"
                list.rows[25].values["name"] = .text("Rex \(number)")
                frame.screen.elements[index] = .list(list)
            }
            return frame
        }
        guard renamed[1] != renamed[0] else { preconditionFailure("there is no list") }
        var size = 0
        for number in 0..<count {
            switch operation {
            case "patch": size = try pages.patch(from: old, to: renamed[number % 128])?.utf8.count ?? 0
            case "json-patch": size = ScreenPatch(from: old, to: renamed[number % 128])?.json.count ?? 0
            case "paint": size = paint(new, of: session.manifest)
            default: size = try pages.page(of: new)
            }
        }
        print(size)
    }

    /// Writes a page with many parts, or what is sent after a change of one of them.
    private static func write(_ element: (Int) -> Element, _ operation: String, _ count: Int) throws {
        let pages = try PageCosts(of: FeatureRegistry([LargeFeature()]), copiesParts: false)
        let old = Frame(
            session: "s", feature: "large", revision: 1, screen: Screen(phase: .ready, elements: [element(0)]))
        let changed = (1...128).map { number in
            var frame = Frame(
                session: "s", feature: "large", revision: 2, screen: Screen(phase: .ready, elements: [element(number)]))
            // A session shares what is the same in two frames.
            frame.screen.shareRows(with: old.screen)
            return frame
        }
        var size = 0
        for number in 0..<count {
            let new = changed[number % 128]
            switch operation {
            case "sheet-patch", "drawing-patch": size = try pages.patch(from: old, to: new)?.utf8.count ?? 0
            case "sheet-json-patch", "drawing-json-patch": size = ScreenPatch(from: old, to: new)?.json.count ?? 0
            default: size = try pages.page(of: old)
            }
        }
        print(size)
    }

    /// Paints a frame on a new terminal, and returns the number of bytes.
    private static func paint(_ frame: Frame, of manifest: FeatureManifest) -> Int {
        var state = InteractiveState(manifest, catalogue: [manifest], size: .init(columns: 80, lines: 24))
        _ = state.reduce(.source(page: 0, .frame(frame)), at: .zero)
        return state.painted(depth: .full).bytes(from: nil, depth: .full).count
    }

    // MARK: - Commands

    private static func list(_ count: Int) async throws {
        let console = Console(
            write: { _, _ in }, isTerminal: { _ in true }, environment: { $0 == "TERM" ? "xterm-256color" : nil },
            interruptions: { AsyncStream { $0.finish() } }, columns: 80, clock: ContinuousClock())
        var status = ExitStatus.done
        for _ in 0..<count { status = await CommandLineProgram<Host>(console: console).run(["list"]) }
        precondition(status == .done)
    }

    private enum Host: CommandLineHost {
        static let name = "featurehost"
        static let version = "1"
        static let summary = "Runs features."

        static func registry() throws -> FeatureRegistry { try FeatureCatalog.registry(database: "memory") }
    }
}

/// A feature with a screen of many parts, of which one changes.
private struct LargeFeature: Feature {
    private static let columns = (0..<26).map { Field<String?>("c\($0)", "C\($0)", length: 0...200) }
    private static let set = Action(
        "set", "Set", effect: .edits,
        fields: [Field<String>("id", "Row", length: 1...3).role(.row)] + columns.map { $0 as any FieldDeclaration })
    static let manifest = FeatureManifest(id: "large", title: "Large", summary: "Has many parts.", actions: set)

    func launch(on stage: Stage, options: Options) throws -> Scene {
        Scene(owning: stage, start: {}).on(Self.set) { _ in }
    }

    /// Makes 100 rows of 26 cells, of which one shows a number.
    static func sheet(_ number: Int) -> Element {
        let names = columns.map(\.description.name)
        var rows = (1...100).map { row in
            Row(
                id: "\(row)", title: "\(row)",
                values: Dictionary(uniqueKeysWithValues: names.map { ($0, .text("=A\(row)")) }),
                cells: Dictionary(uniqueKeysWithValues: names.map { ($0, "\(row)") }))
        }
        rows[49].cells["c7"] = "\(1_000 + number)"
        return .list(
            id: "sheet", rows: rows,
            columns: [.init(.title, title: "Row")] + names.map { .init(name: $0, title: $0, edit: set) })
    }

    /// Makes 1,000 circles, of which one has a number as its place.
    static func drawing(_ number: Int) -> Element {
        let shapes = (0..<1_000).map { shape in
            let x: Double = shape == 500 ? Double(number) : Double(shape % 40)
            return DrawingElement.Shape.circle(id: "\(shape)", x: x, y: Double(shape / 40), radius: 3)
        }
        return .drawing(id: "canvas", "Circles", width: 400, height: 300, shapes: shapes)
    }
}

extension String {
    /// Returns the text with the percent-encoded characters that the bits of a number choose.
    fileprivate func spelled(_ bits: Int) -> String {
        enumerated().map { index, character in
            guard bits >> index & 1 == 1, let byte = character.asciiValue else { return String(character) }
            return "%" + String(byte, radix: 16)
        }.joined()
    }

    /// Returns the text after the first occurrence of a part.
    fileprivate func text(after part: String) -> String {
        guard let range = firstRange(of: part) else { preconditionFailure("no \(part) in \(self)") }
        return String(self[range.upperBound...])
    }
}
