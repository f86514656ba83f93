import CellsFeature
import FeatureKit
import FeatureTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct CellsTests {
    final class View: RecordingView<[String]>, CellsView {
        func showSheet() { record(["empty"]) }
        func change(_ cells: [CellViewData]) {
            record(cells.map { "\($0.cell): \($0.text) → \($0.value)" })
        }
    }

    /// Returns the shown value of the last cell after texts were entered, such as `A1: 2`.
    private func value(_ entries: String...) throws -> String {
        let (presenter, view) = (CellsPresenter(), View())
        presenter.attach(view)
        var last = ""
        for entry in entries {
            let parts = entry.split(separator: ": ", maxSplits: 1)
            last = "\(parts[0]): \(parts[1]) → "
            presenter.setText(String(parts[1]), of: try #require(Cell(parts[0])))
        }
        let shown = try #require(view.calls.last?.first { $0.hasPrefix(last) })
        return String(shown.dropFirst(last.count))
    }

    @Test(arguments: [
        ("2", "2"), ("-2.50", "-2.5"), ("two", "two"), ("1e3", "1000"), ("1e999", "1e999"), ("=1+2*3", "7"),
        ("=(1+2)*3", "9"), ("=2 − 3 × 4 ÷ 2", "-4"), ("=8/2/2", "2"), ("=--3", "3"), ("=0.1+0.2", "0.3"),
        ("=1/3", "0.3333333333"), ("=Z100", "0"), ("=a1", "#cycle"), ("=sum(B1:C2)", "0"), ("=sum(1; 2, 3)", "6"),
        ("=SUM(B2:A2)", "0"), ("=1/0", "#number"), ("=1e400", "#formula"), ("=", "#formula"), ("=1+", "#formula"),
        ("=1 2", "#formula"), ("=AA1", "#formula"), ("=A0", "#formula"), ("=A101", "#formula"), ("=sum(", "#formula"),
        ("=sum()", "#formula"), ("=sum(A2:3)", "#formula"), ("=²", "#formula"), ("=1٣", "#formula"),
    ])
    func `a cell has the value of its text`(text: String, value: String) throws {
        #expect(try self.value("A1: \(text)") == value)
    }

    @Test func `a formula uses other cells, and a text is no number`() throws {
        #expect(try value("A1: 2", "A2: 3", "B1: =A1*A2") == "6")
        #expect(try value("A1: two", "B1: =A1+1") == "#value")
        #expect(try value("A1: two", "A2: 5", "B1: =sum(A1:A2)") == "5")
        #expect(try value("A1: =1/0", "B1: =A1") == "#value")
    }

    @Test func `deep parentheses are refused instead of exhausting the stack`() throws {
        let depth = { (count: Int) in String(repeating: "(", count: count) + "1" + String(repeating: ")", count: count)
        }
        #expect(try value("A1: =\(depth(60))") == "1")
        #expect(try value("A1: =\(depth(100_000))") == "#formula")
        #expect(try value("A1: =\(String(repeating: "-", count: 100_000))1") == "#formula")
    }

    @Test func `a long chain of cells is computed without recursion`() throws {
        var sheet = Sheet()
        for row in 1...99 { sheet.setText("=A\(row + 1)+1", of: Cell(column: 0, row: row)) }
        let affected = sheet.setText("1", of: Cell(column: 0, row: 100))
        #expect(affected.count == 100 && sheet.value(of: Cell(column: 0, row: 1)) == .number(100))
    }

    @Test func `a change shows the cell and those that depend on it, and no other`() async {
        let (presenter, view) = (CellsPresenter(), View())
        presenter.attach(view)
        await presenter.show()
        presenter.setText("2", of: Cell(column: 0, row: 1))
        presenter.setText("=A1", of: Cell(column: 1, row: 1))
        presenter.setText("=B1+A1", of: Cell(column: 2, row: 1))
        presenter.setText("9", of: Cell(column: 3, row: 1))
        _ = view.takeCalls()
        presenter.setText("3", of: Cell(column: 0, row: 1))
        #expect(view.takeCalls() == [["A1: 3 → 3", "B1: =A1 → 3", "C1: =B1+A1 → 6"]])
        presenter.setText("", of: Cell(column: 2, row: 1))
        #expect(view.takeCalls() == [["C1:  → "]])
        presenter.detach()
        presenter.setText("4", of: Cell(column: 0, row: 1))
        #expect(view.calls == [])
    }

    @Test func `a cycle is told in each of its cells and in those behind it, and ends with one change`() throws {
        #expect(try value("A1: =B1", "B1: =C1", "D1: =A1", "C1: =A1", "D1: =A1") == "#cycle")
        var sheet = Sheet()
        for (text, column) in [("=B1", 0), ("=A1", 1), ("=A1", 2)] {
            sheet.setText(text, of: Cell(column: column, row: 1))
        }
        #expect((0...2).allSatisfy { sheet.value(of: Cell(column: $0, row: 1)) == .fault(.cycle) })
        sheet.setText("5", of: Cell(column: 1, row: 1))
        #expect((0...2).allSatisfy { sheet.value(of: Cell(column: $0, row: 1)) == .number(5) })
    }

    @Test func `the sheet has 26 columns and 100 rows, and an edit changes the cells that it gives`() async throws {
        try await withScenario(of: CellsFeature()) { cells in
            try await cells.start()
            await cells.skipToSettled()
            guard case .list(let list)? = cells.screen.elements.first else { throw Unexpected() }
            #expect(list.rows.count == 100 && list.columns?.count == 27)
            #expect(list.columns?.dropFirst().allSatisfy { $0.edit == "set" } == true)
            try await cells.perform("set", ["id": "3", "a": "1", "z": "=A3+1"])
            await cells.skipToSettled()
            guard case .list(let changed)? = cells.screen.elements.first else { throw Unexpected() }
            #expect(changed.rows[2].values == ["a": "1", "z": "=A3+1"] && changed.rows[2].cells == ["z": "2"])
            await #expect(throws: InputRefused(["id": "the sheet has the rows 1 to 100"])) {
                try await cells.perform("set", ["id": "101", "a": "1"])
            }
        }
    }

    struct Unexpected: Error {}
}
