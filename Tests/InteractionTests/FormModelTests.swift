import FeatureKit
import Interaction
import Testing

@Suite("A form whose record other people change", .timeLimit(.minutes(1)))
struct FormModelTests {
    private static let name = Field<String>("name", "Name", length: 1...20)
    private static let age = Field<Int?>("age", "Age", range: 0...99)
    private static let chip = Field<Secret?>("chip", "Chip", length: 1...20)
    private static let rename = Action("rename", "Rename", fields: name, age, chip)

    private func source(_ values: [String: FieldValue]) -> FormSource {
        FormSource(FormElement(id: "f", of: Self.rename, values: values))
    }

    private func form(_ values: [String: FieldValue] = ["name": "Rex", "age": 3]) -> FormModel {
        FormModel(Self.rename.fields, source(values))
    }

    @Test(
        "The rule about changes by others compares the typed, the seen and the saved text",
        arguments: [
            ("Rex", "Rex", "Rex", Standing.untouched),
            ("Rex", "Rex", "Max", .untouched),
            ("Max", "Rex", "Max", .agreed),
            ("Max", "Rex", "Rex", .changed),
            ("Max", "Rex", "Tom", .contested),
        ])
    func standing(typed: String, seen: String, saved: String, expected: Standing) {
        #expect(Self.name.description.standing(of: typed, seen: seen, saved: saved) == expected)
    }

    @Test("Values are compared, not their spelling, and a secret is never contested")
    func spelling() {
        #expect(Self.age.description.standing(of: "07", seen: "7", saved: "8") == .untouched)
        #expect(Self.age.description.standing(of: "9", seen: "7", saved: "07") == .changed)
        #expect(Self.chip.description.standing(of: "x", seen: "", saved: "y") == .changed)
    }

    @Test("A field without typed text follows the record, and only typed fields are sent")
    func follows() {
        var form = form()
        form.enter("name")
        form.type("Max", in: "name")
        form.show(source(["name": "Rex", "age": 4]), revision: 2)
        #expect(form["age"]?.text == "4")
        #expect(form.submitChanges() == FormModel.Changes(values: ["name": "Max"]))
    }

    @Test("A contested field keeps the form back until the person takes the other value or keeps the own one")
    func contested() {
        var form = form()
        form.enter("name")
        form.type("Max", in: "name")
        form.show(source(["name": "Tom", "age": 3]), revision: 2)
        form.leave()
        #expect(form["name"]?.theirs == "Tom")
        #expect(form["name"]?.text == "Max")
        #expect(form.submitChanges() == nil)
        #expect(form.focus == "name")
        #expect(form.message == "Changed by another person. Choose “Keep mine” or “Take theirs”.")
        var taking = form
        taking.decide("name", takingTheirs: true)
        #expect(taking["name"]?.text == "Tom")
        #expect(taking.submitChanges() == FormModel.Changes())
        form.decide("name", takingTheirs: false)
        #expect(form["name"]?.theirs == nil)
        #expect(form.submitChanges() == FormModel.Changes(values: ["name": "Max"]))
    }

    @Test("Another change after the decision is contested again, and a change back is not")
    func again() {
        var form = form()
        form.type("Max", in: "name")
        form.show(source(["name": "Tom"]), revision: 2)
        form.decide("name", takingTheirs: false)
        form.show(source(["name": "Ada"]), revision: 3)
        #expect(form["name"]?.theirs == "Ada")
        form.show(source(["name": "Tom"]), revision: 4)
        #expect(form["name"]?.theirs == nil)
    }

    @Test("The record's change by the form's own call is not contested")
    func own() {
        var form = form()
        form.enter("name")
        form.type("max", in: "name")
        #expect(form.submitChanges() != nil)
        form.began(1)
        form.show(source(["name": "Max", "age": 3]), revision: 2)
        #expect(form["name"]?.theirs == nil)
        form.ended(1, revision: 2, error: nil, of: Self.rename.fields)
        #expect(form["name"]?.text == "Max")
        #expect(form.isUntouched)
    }

    @Test("A draft keeps what the person saw, so a change since then is contested, and leaves out secrets")
    func draft() {
        var form = form()
        form.type("Max", in: "name")
        form.type("1234", in: "chip")
        let draft = form.draft
        #expect(draft == ["name": FormModel.Draft(text: "Max", seen: "Rex")])
        var new = self.form(["name": "Tom", "age": 5])
        new.restore(draft)
        #expect(new["name"]?.text == "Max")
        #expect(new["name"]?.theirs == "Tom")
        #expect(new["age"]?.text == "5")
    }

    @Test("The form of a button sends all values, with the newest value of each untouched field")
    func values() {
        let button = Button(action: "rename", title: "Rename", values: ["name": "Rex"])
        let row = Row(id: "1", title: "Rex", values: ["age": 3])
        let asked = Self.rename.fields
        var form = FormModel(asked, FormSource(button, row: row, fields: asked))
        form.type("Max", in: "name")
        var newer = row
        newer.values["age"] = 4
        form.show(FormSource(button, row: newer, fields: asked))
        #expect(form.submitValues(with: [:], of: asked) == ["name": "Max", "age": 4])
        form.began(1)
        form.ended(1, revision: nil, error: InputRefused(["name": "taken", "chip": "unknown"]), of: asked)
        #expect(form["name"]?.error == "taken")
        #expect(form["name"]?.text == "Max")
        #expect(form["chip"]?.error == "unknown")
    }

    @Test("A record that is taken from a list is sent by its key, also if its title is the saved text")
    func picked() {
        var form = form()
        form.enter("name")
        form.type("Max", in: "name")
        form.pick("7", in: "name")
        form.leave()
        #expect(form["name"]?.text == "Max")
        #expect(form.submitChanges() == FormModel.Changes(values: ["name": "7"]))
        // Another record with the title of the saved one.
        form = self.form()
        form.enter("name")
        form.pick("8", in: "name")
        form.leave()
        form.show(source(["name": "Rex", "age": 3]), revision: 2)
        #expect(form.submitChanges() == FormModel.Changes(values: ["name": "8"]))
        // A text that is typed after the choice is a text.
        form = self.form()
        form.pick("9", in: "name")
        form.type("Maxi", in: "name")
        #expect(form.submitChanges() == FormModel.Changes(values: ["name": "Maxi"]))
        form = FormModel(Self.rename.fields, source(["name": "Rex"]))
        form.pick("8", in: "name")
        #expect(form.submitValues(with: [:], of: Self.rename.fields)?["name"] == "8")
    }

    @Test("Typing on while the own call runs is not contested by the call's own effect, but by another change after it")
    func typingOn() {
        for answersFirst in [true, false] {
            var form = form()
            form.enter("name")
            form.type("Max", in: "name")
            _ = form.submitChanges()
            form.began(1)
            form.type("Maxim", in: "name")
            if answersFirst { form.ended(1, revision: 2, error: nil, of: Self.rename.fields) }
            form.show(source(["name": "Max", "age": 3]), revision: 2)
            if !answersFirst { form.ended(1, revision: 2, error: nil, of: Self.rename.fields) }
            #expect(form["name"]?.theirs == nil)
            #expect(form["name"]?.text == "Maxim")
            form.show(source(["name": "Tom", "age": 3]), revision: 3)
            #expect(form["name"]?.theirs == "Tom")
        }
    }

    @Test("A text that is typed back after its call, and before the frame of the call, is a change")
    func typedBackEarly() {
        var form = form()
        form.enter("name")
        form.type("Max", in: "name")
        _ = form.submitChanges()
        form.began(1)
        form.type("Rex", in: "name")
        form.show(source(["name": "Rex", "age": 4]), revision: 2)
        form.ended(1, revision: 3, error: nil, of: Self.rename.fields)
        #expect(form.submitChanges() == FormModel.Changes(values: ["name": "Rex"]))
        form.began(2)
        form.show(source(["name": "Max", "age": 4]), revision: 3)
        #expect(form["name"]?.text == "Rex")
        form.ended(2, revision: 4, error: nil, of: Self.rename.fields)
        form.show(source(["name": "Rex", "age": 4]), revision: 4)
        #expect(form["name"]?.text == "Rex")
        #expect(form.isUntouched)
    }

    @Test("A frame does not change a text that is half typed, although it still means the old value")
    func halfTyped() {
        let action = Action(
            "weigh", "Weigh", fields: Field<Double>("weight", "Weight"), Field<[String]>("tags", "Tags"))
        func source(_ weight: Double) -> FormSource {
            FormSource(FormElement(id: "f", of: action, values: ["weight": .decimal(weight), "tags": .texts(["a"])]))
        }
        var form = FormModel(action.fields, source(7))
        form.enter("weight")
        form.type("7.", in: "weight")
        form.show(source(7), revision: 1)
        #expect(form["weight"]?.text == "7.")
        form.enter("tags")
        form.type("a\n", in: "tags")
        form.show(source(8), revision: 2)
        #expect(form["tags"]?.text == "a\n")
        #expect(form["weight"]?.text == FieldValue.decimal(8).formText)
    }

    @Test("A value that is typed back to what the person saw is no change, and takes nothing back")
    func typedBack() {
        var form = form()
        form.enter("age")
        form.type("4", in: "age")
        form.show(source(["name": "Rex", "age": 5]), revision: 2)
        #expect(form["age"]?.theirs == "5")
        form.type("3", in: "age")
        #expect(form.submitChanges() == FormModel.Changes())
        #expect(form["age"]?.text == "5")
    }

    @Test("A change that comes before the call of a form's question begins is contested")
    func asked() {
        let button = Button(action: "rename", title: "Rename", values: ["name": "Rex"])
        let asked = Self.rename.fields
        func source(_ name: String) -> FormSource {
            FormSource(
                Button(action: "rename", title: "Rename", values: ["name": .text(name)]), row: nil, fields: asked)
        }
        var form = FormModel(asked, FormSource(button, row: nil, fields: asked))
        form.type("Max", in: "name")
        #expect(form.submitValues(with: [:], of: asked) == ["name": "Max"])
        form.show(source("Tom"))
        #expect(form["name"]?.theirs == "Tom")
        #expect(form.submitValues(with: [:], of: asked) == nil)
    }

    @Test("The error of a field that is disabled does not keep the form back")
    func disabled() {
        var form = form()
        form.enter("name")
        form.type("Max", in: "name")
        _ = form.submitChanges()
        form.began(1)
        form.ended(1, revision: nil, error: InputRefused(["age": "not now"]), of: Self.rename.fields)
        #expect(form["age"]?.error == "not now")
        let values: [String: FieldValue] = ["name": "Rex", "age": 3]
        form.show(FormSource(FormElement(id: "f", of: Self.rename, values: values, disabled: ["age"])), revision: 2)
        #expect(form["age"]?.error == nil)
        #expect(form.submitChanges() == FormModel.Changes(values: ["name": "Max"]))
    }

    @Test("A second refusal replaces the messages of the first one")
    func secondRefusal() {
        var form = form()
        form.type("Max", in: "name")
        for (call, field) in [(1, "name"), (2, "age")] {
            #expect(form.submitValues(with: [:], of: Self.rename.fields) != nil)
            form.began(call)
            form.ended(call, revision: nil, error: InputRefused([field: "no"]), of: Self.rename.fields)
        }
        #expect(form["name"]?.error == nil)
        #expect(form["age"]?.error == "no")
    }

    @Test("The button of a form on change sends a refused text again, because another text may have been the fault")
    func sentAgain() {
        let element = FormElement(id: "f", of: Self.rename, values: ["name": "Rex", "age": 3], submits: .change)
        var form = FormModel(Self.rename.fields, FormSource(element))
        form.enter("name")
        form.type("Max", in: "name")
        _ = form.nextChanges()
        form.began(1)
        form.ended(1, revision: nil, error: InputRefused(["age": "too old for Max"]), of: Self.rename.fields)
        form.enter("age")
        form.type("2", in: "age")
        #expect(form.submitChanges() == FormModel.Changes(values: ["name": "Max", "age": 2]))
    }

    @Test("A superseded form with a button keeps its text, and says why it was not sent")
    func superseded() {
        var form = form()
        form.enter("name")
        form.type("Max", in: "name")
        _ = form.submitChanges()
        form.began(1)
        form.ended(1, revision: nil, error: FeatureError(.superseded, "superseded"), of: Self.rename.fields)
        form.leave()
        form.show(source(["name": "Rex", "age": 3]), revision: 9)
        #expect(form["name"]?.text == "Max")
        #expect(form.message == "Another call has replaced this one. Send it again.")
    }
}
