import FeatureKit

/// A page of a conversation: the newest screen of its source, and what the person has been told of it.
struct PlainPage {
    /// A place that a page showed before its session went to another place.
    struct Visit {
        let title: String
        let address: [String: FieldValue]
        let firstRow: Int
    }

    let manifest: FeatureManifest
    var screen: Screen
    /// The revision of the screen.
    var revision = -1
    /// Whether the page has had a frame.
    var isOpened = false
    /// The error that explains why the page has no session; `nil` if it has one.
    var failure: (any Error)?
    /// The screen that the person knows; `nil` if the whole screen is to be written.
    ///
    /// The view writes the differences between this screen and the newest one.
    var told: Screen?
    /// The places that the session has shown before.
    var visits: [Visit] = []
    /// The rows that the person has ticked.
    var ticks = Ticks()
    /// The neighbour of the page's record that the page shows next, in a new session; `nil` if it stays at its place.
    var beside: FeatureLink?
    /// The last notice with a button or a link.
    var offer: Notice?
    /// The quarter of its progress that was told last, by the id of each call that takes long.
    var toldWork: [String: Int] = [:]
    /// The index of the first row that is written, among the rows of all lists.
    var firstRow = 0
    /// The number of each choice.
    ///
    /// `lastNumber` is the highest of these numbers.
    var numbers: [PlainChoice.Key: Int] = [:]
    private var lastNumber = 0

    init(_ manifest: FeatureManifest) {
        self.manifest = manifest
        screen = Screen(title: manifest.title)
    }

    /// Returns the number of a choice.
    ///
    /// A choice keeps its number while its page is open. A number that a screen reader has read aloud therefore stays
    /// valid when the rows change.
    mutating func number(_ key: PlainChoice.Key) -> Int {
        if let number = numbers[key] { return number }
        lastNumber += 1
        numbers[key] = lastNumber
        return lastNumber
    }

    /// The rows of all lists, each paired with its list.
    var allRows: [(list: ListElement, row: Row)] { screen.lists.flatMap { list in list.rows.map { (list, $0) } } }

    /// The place that the page shows.
    var place: FormState.Place { screen.place(of: manifest, page: 0) }

    /// The number of rows of all lists.
    var rowCount: Int { screen.lists.reduce(0) { $0 + $1.rows.count } }
}
