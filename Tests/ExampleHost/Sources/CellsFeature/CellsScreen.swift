import FeatureKit

/// Implements ``CellsView`` by drawing on a stage.
final class CellsScreen: CellsView {
    private let stage: Stage
    private var rows = Sheet.rows.map { Row(id: "\($0)", title: "\($0)") }
    private static let columns =
        [ListElement.Column(.title, title: "Row")]
        + CellsFeature.columns.map {
            .init(name: $0.description.name, title: $0.description.title, edit: CellsFeature.set)
        }

    init(stage: Stage) {
        self.stage = stage
        stage.screen.title = "Cells"
    }

    func showSheet() {
        stage.screen.phase = .ready
        showRows()
    }

    func change(_ cells: [CellViewData]) {
        for each in cells {
            let (row, name) = (
                each.cell.row - Sheet.rows.lowerBound, CellsFeature.columns[each.cell.column].description.name
            )
            rows[row].values[name] = each.text.isEmpty ? nil : .text(each.text)
            rows[row].cells[name] = each.value == each.text ? nil : each.value
        }
        showRows()
    }

    private func showRows() {
        stage.screen.elements = [.list(id: "sheet", rows: rows, columns: Self.columns)]
    }
}
