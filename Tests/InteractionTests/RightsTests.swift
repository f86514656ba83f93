import FeatureKit
import Interaction
import Testing

/// Tests what a person sees of a screen.
@Suite(.timeLimit(.minutes(5))) struct RightsTests {
    private static let open = Action("open", "Open", for: .role("keeper"), fields: fields)
    private static let look = Action("look", "Look")
    private static let fields: [any FieldDeclaration] = [
        Field<String>("id", "Id").role(.row), Field<String>("name", "Name"), Field<Bool>("loud", "Loud"),
        Field<Secret>("code", "Code"),
    ]
    private static let manifest = FeatureManifest(
        id: "vault", title: "Vault", summary: "", actions: open, look)

    /// A screen with a button of the action, or of another one, in every place that a button can have.
    private static func screen(_ action: Action) -> Screen {
        let button = Button(action)
        let column = ListElement.Column(name: "name", title: "Name", sort: button, edit: action)
        var row = Row(id: "1", title: "Gold")
        row.buttons = [Button(look), button]
        let list = Element.list(
            id: "list", rows: [row], columns: [column], more: button, select: action, selected: "1")
        let form = Element.form(
            FormElement(
                id: "form", of: action,
                values: ["id": "1", "name": "Gold", "loud": true, "code": .secret(Secret("1234"))]))
        return Screen(
            title: "Vault", phase: .failed(message: "Jammed", retry: button),
            elements: [.section(id: "part", elements: [list, form], buttons: [button])],
            buttons: [Button(look), button])
    }

    private static let keeper = Rights(of: Person(id: "kim", roles: .some(["keeper"])), in: manifest)
    private static let guest = Rights(of: Person(id: "guest"), in: manifest)

    @Test func `a person who may do everything sees the screen as it is`() {
        #expect(Self.keeper.shown(Self.screen(Self.open)) == Self.screen(Self.open))
        #expect(Self.keeper.tag == nil && Self.keeper.forbidden.isEmpty)
    }

    @Test func `nobody sees a button or a form of a forbidden action, in any place`() {
        let shown = Self.guest.shown(Self.screen(Self.open))
        #expect(!shown.allButtons.contains { $0.action == "open" })
        #expect(shown.buttons.map(\.action) == ["look"])
        #expect(shown.phase == .failed(message: "Jammed"))
        #expect(shown.forms.isEmpty)
        let list = shown.lists[0]
        #expect(list.rows[0].buttons.map(\.action) == ["look"] && list.rows[0].title == "Gold")
        #expect(list.more == nil && list.select == nil && list.columns?[0].sort == nil)
        #expect(list.columns?[0].edit == nil)
        // The person still sees which row is selected.
        #expect(list.selected == "1")
    }

    @Test func `a form of a forbidden action shows its values, without secrets and the id of the row`() {
        let shown = Self.guest.shown(Self.screen(Self.open))
        guard case .section(let section) = shown.elements[0], case .fields(let fields) = section.elements[1] else {
            Issue.record("no values in \(shown)")
            return
        }
        #expect(fields.id == "form")
        #expect(fields.items.map(\.label) == ["Name", "Loud"])
        #expect(fields.items.map(\.value) == ["Gold", FieldValue.boolean(true).shownText(as: .boolean)])
    }

    @Test func `buttons of allowed actions stay everywhere`() {
        let screen = Self.screen(Self.look)
        #expect(Self.guest.shown(screen) == screen)
    }

    @Test func `a notice and an answer lose the button of a forbidden action, and keep their words`() {
        let notice = Notice("Locked", button: Button(Self.open), opens: FeatureLink(feature: "vault"))
        let answer = Answer(
            frame: Frame(session: "s", feature: "vault", revision: 3, screen: Self.screen(Self.open)),
            notices: [notice, Notice("Bye", button: Button(Self.look))], opens: FeatureLink(feature: "vault"))
        let shown = Self.guest.shown(answer)
        #expect(shown.notices.map(\.text) == ["Locked", "Bye"])
        #expect(shown.notices.map { $0.button?.action } == [nil, "look"])
        #expect(shown.notices[0].opens == notice.opens && shown.opens == answer.opens)
        #expect(shown.frame.revision == 3 && shown.frame.screen.forms.isEmpty)
    }

    @Test func `different rights have different tags, and equal rights have equal tags`() {
        let actions = [Action("a", "A", for: .signedIn), Action("b", "B", for: .role("x")), Self.look]
        var manifest = Self.manifest
        manifest.actions = actions
        let people = [nil, Person(id: "1"), Person(id: "2"), Person(id: "3", roles: .some(["x"]))]
        let tags = people.map { Rights(of: $0, in: manifest).tag }
        #expect(tags[0] != nil && tags[1] != nil && tags[0] != tags[1])
        #expect(tags[1] == tags[2] && tags[3] == nil)
    }

    @Test func `a person without the right to the feature may do nothing there`() {
        var manifest = Self.manifest
        manifest.audience = .signedIn
        #expect(Rights(of: nil, in: manifest).forbidden == ["open", "look"])
    }
}
