import FeatureKit

/// Manifests and screens for tests.
///
/// They resemble the manifests and screens of the catalogue's features.
enum SampleScreens {
    enum Breed: String, CaseIterable, FieldType {
        case bulldog = "Bulldog"
        case doberman = "Doberman"
        case labrador = "Labrador"
    }

    enum Title: String, CaseIterable, FieldType {
        case invaders = "Space Invaders"
        case pong = "Pong"
    }

    static let id = Field<String>("id", "Id").role(.row)
    static let revision = Field<Int?>("revision", "Revision").role(.revision)
    static let name = Field<String>("name", "Name", length: 1...40)
    static let breed = Field<Breed>("breed", "Breed")
    static let age = Field<Int>("age", "Age", range: 0...30, help: "In years.")
    static let note = Field<String?>("note", "Note", length: 0...20)
    static let isTame = Field<Bool>("tame", "Tame", default: true)

    static let refresh = Action("refresh", "Refresh", effect: .reloads)
    static let more = Action("more", "Show more", effect: .loads)
    static let adopt = Action("adopt", "Adopt a dog", done: "was adopted", fields: name, breed, age)
    static let birthday = Action("birthday", "Birthday", fields: id)
    static let rename = Action("rename", "Rename", done: "was renamed", fields: id, name, revision)
    static let release = Action("release", "Release", done: "was released", fields: id, revision)
    static let register = Action("register", "Register", fields: name, breed, age, note, isTame)
    static let start = Action("start", "Start Game", fields: Field<Title?>("game", "Game"))
    static let pause = Action("pause", "Pause")

    static let doggy = FeatureManifest(
        id: "doggy", title: "Doggies", summary: "Lists dogs and lets you adopt one.",
        actions: refresh, more, adopt, birthday, rename, release, register)
    static let game = FeatureManifest(
        id: "game", title: "Game", summary: "Starts and pauses a classic video game.", actions: start, pause)
    static let user = FeatureManifest(
        id: "user", title: "Users", summary: "Lists the people of a roster.", actions: refresh, rename, release)
    static let house = FeatureManifest(
        id: "house", title: "Houses", summary: "Lists the great houses and their words.",
        actions: refresh, rename, release)
    static let catalogue = [doggy, game, house, user]

    static let retry = Phase.failed(
        message: "The dogs could not be loaded: dogs.csv, line 2, breed: expected one of Bulldog, Doberman, Labrador",
        retry: Button(refresh, title: "Try again"))

    /// Returns a list of dogs that resembles the sample data.
    static func dogs(_ phase: Phase = .ready, _ names: [String] = ["Alfred", "Vinny", "Lucky"]) -> Screen {
        let rows = names.enumerated().map { index, name in
            dog("\(index + 1)", "\(name) \(Breed.allCases[index % 3].rawValue)", age: index % 30)
        }
        return Screen(title: "Doggies", phase: phase, elements: [.list(id: "dogs", rows: rows)], buttons: dogButtons)
    }

    static let dogButtons = [Button(adopt, role: .primary), Button(refresh)]

    static func dog(_ id: String, _ title: String, age: Int) -> Row {
        let arguments: [String: FieldValue] = ["id": .text(id), "revision": 1]
        return Row(
            id: id, title: title, detail: "\(age)", values: ["name": .text(title), "age": .integer(age)],
            buttons: [
                Button(birthday, arguments: ["id": .text(id)]), Button(rename, arguments: arguments),
                Button(release, arguments: arguments, role: .destructive),
            ])
    }

    /// Returns a list with the given number of dogs.
    static func kennel(_ count: Int) -> Screen {
        let rows = (0..<count).map { dog("d\($0)", "Dog number \($0) of the kennel", age: $0 % 30) }
        return Screen(title: "Doggies", phase: .ready, elements: [.list(id: "dogs", rows: rows)], buttons: dogButtons)
    }

    static func paused() -> Screen {
        Screen(
            title: "Game", phase: .ready, elements: [.text(id: "game", "Paused", style: .headline)],
            buttons: [Button(start, role: .primary), Button(pause, enabled: false)])
    }

    static func playing() -> Screen {
        var screen = paused()
        screen.tone = .accent
        screen.elements = [.text(id: "game", "Space Invaders", style: .headline)]
        return screen
    }

    static let users = Screen(
        title: "Users", phase: .ready,
        elements: [
            .list(
                id: "users",
                rows: [
                    Row(id: "1", title: "Kevin Flynn", detail: "36 years", opens: FeatureLink(feature: "house")),
                    Row(id: "2", title: "Alan Bradley", detail: "24 years", opens: FeatureLink(feature: "nothing")),
                    Row(id: "3", title: "Mr. 김철수 👩‍👩‍👧", detail: "39 years"),
                ])
        ], buttons: [Button(refresh)])

    static let noUsers = Screen(
        title: "Users", tone: .critical, phase: .ready, elements: [.placeholder(id: "empty", "No users")],
        buttons: [Button(refresh)])

    static let houses = Screen(
        title: "Houses", phase: .ready,
        elements: [
            .text(id: "t", "Three great houses of the west, as far as they are known to those who keep the records."),
            .list(
                id: "houses",
                rows: [
                    house("1", "House Targaryen", "Fire And Blood", 12, nil),
                    house("2", "House Stark", "Winter Is Coming", 8, .positive),
                    house("3", "House Lannister", "Hear Me Roar\u{1B}[31m", 104, .critical),
                ],
                columns: [
                    .init(name: "name", title: "House"), .init(name: "motto", title: "Motto"),
                    .init(name: "men", title: "Men"),
                ]),
            .fields(
                id: "f",
                items: [.init(label: "Realm", value: "Westeros"), .init(label: "Winters", value: "long, and coming")]),
            .text(id: "c", "As of today.", style: .caption),
        ], buttons: [Button(refresh)])

    private static func house(_ id: String, _ name: String, _ motto: String, _ men: Int, _ tone: Tone?) -> Row {
        Row(
            id: id, title: name, values: ["name": .text(name), "motto": .text(motto), "men": .integer(men)], tone: tone)
    }
}
