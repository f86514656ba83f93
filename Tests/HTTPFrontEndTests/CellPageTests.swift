import FeatureKit
import HTTPFrontEnd
import Testing

/// Tests the cells that people edit, in pages.
@Suite(.timeLimit(.minutes(5))) struct CellPageTests {
    private static let edit = Action(
        "edit", "Edit", effect: .edits, for: .role("keeper"),
        fields: Field<String>("id", "Id").role(.row), Field<Int?>("revision", "Revision").role(.revision),
        Field<Int>("size", "Size"), Field<String?>("note", "Note"))
    private static let columns: [ListElement.Column] = [
        .init(.title, title: "Name"), .init(name: "size", title: "Size", kind: .integer, edit: edit),
    ]

    private func page(_ rows: [Row], columns: [ListElement.Column] = columns) throws -> String {
        let screen = Screen(phase: .ready, elements: [.list(id: "l", rows: rows, columns: columns)])
        return try ScreenRendition.html.text(
            of: Frame(session: "s", feature: "sheet", revision: 1, screen: screen),
            manifest: FeatureManifest(id: "sheet", title: "Sheet", summary: "", actions: Self.edit))
    }

    @Test func `a cell is a button of the form of its column, which leads to the dialog`() throws {
        let page = try page([Row(id: "a b", title: "One", values: ["size": 5])])
        #expect(
            page.contains(
                #"<td class="number" data-label="Size"><button form="q:l:edit:.size" name="row" value="a b">"#
                    + "<bdi>5</bdi></button></td>"))
        #expect(
            page.contains(
                #"<form id="q:l:edit:.size" data-heading="Change Size of" data-preset="id&amp;.column=size" method="get""#
            ))
        #expect(page.contains(#"<input type="hidden" name="button" value=".size">"#))
        // The dialog of the column asks for its value alone.
        #expect(page.contains(#"name="f.size""#) && !page.contains(#"name="f.note""#))
        #expect(!page.contains(#"name="f.revision""#))
    }

    @Test func `a cell gives the script what its words do not say`() throws {
        func cell(_ row: Row) throws -> String {
            let page = try page([row])
            let start = try #require(page.firstRange(of: #"<button form="q:l:edit:.size""#)).lowerBound
            return String(page[start...].prefix { $0 != ">" })
        }
        let size = ["size": FieldValue.integer(5)]
        #expect(!(try cell(Row(id: "1", title: "One", values: size)).contains("data-")))
        #expect(try cell(Row(id: "1", title: "One")).hasSuffix(#"aria-label="Size""#))
        #expect(
            try cell(Row(id: "1", title: "One", values: size, cells: ["size": "five"])).hasSuffix(#"data-text="5""#))
        let own = Button(Self.edit, arguments: ["id": "1", "revision": 3], confirm: "Sure?")
        #expect(
            try cell(Row(id: "1", title: "One", values: size, buttons: [own])).hasSuffix(
                #"data-preset="id&amp;revision=3&amp;.column=size" data-question="Sure?""#))
    }

    @Test func `a text that is too long for the page is left to the host`() throws {
        let columns = [ListElement.Column(name: "note", title: "Note", edit: Self.edit)]
        for (count, isLong) in [(200, false), (201, true)] {
            let note = String(repeating: "n", count: count)
            let page = try page([Row(id: "1", title: "One", values: ["note": .text(note)])], columns: columns)
            #expect(page.contains("data-long") == isLong && page.contains("\(note)</bdi></button></th>"))
        }
    }

    @Test func `a cell that cannot be edited has its words alone`() throws {
        let closed = Button(Self.edit, arguments: ["id": "1"], enabled: false)
        let page = try page([Row(id: "1", title: "One", values: ["size": 5], buttons: [closed])])
        #expect(page.contains(#"data-label="Size"><bdi>5</bdi></td>"#))
    }

    @Test func `a table whose columns are mostly edited is a sheet`() throws {
        let row = Row(id: "1", title: "One")
        let note = ListElement.Column(name: "note", title: "Note", edit: Self.edit)
        #expect(try page([row]).contains(#"<div class="wide" role="group""#))
        #expect(try page([row], columns: Self.columns + [note]).contains(#"<div class="sheet" role="group""#))
    }

    @Test func `a row whose title is edited has its link beside the cell`() throws {
        let columns = [ListElement.Column(name: "note", title: "Note", edit: Self.edit)]
        let row = Row(
            id: "1", title: "One", values: ["note": "n"], opens: FeatureLink(feature: "sheet", options: [:]))
        let page = try page([row], columns: columns)
        #expect(
            page.contains(#"<bdi>n</bdi></button><a href="/features/sheet"#) && page.contains("<bdi>Open</bdi></a>"))
    }
}
