public import FeatureKit

/// Computes a sheet of cells with formulas: the task "Cells" of 7GUIs.
public struct CellsFeature: Feature {
    static let id = Field<String>("id", "Row", length: 1...3).role(.row)
    /// The fields of the columns, from A to Z.
    static let columns = Sheet.columns.map { column in
        Field<String?>(Cell.name(ofColumn: column).lowercased(), Cell.name(ofColumn: column), length: 0...200)
    }

    static let set = Action(
        "set", "Set cells", effect: .edits, fields: [id] + columns.map { $0 as any FieldDeclaration })

    /// The feature's manifest.
    public static let manifest = FeatureManifest(
        id: "cells", title: "Cells", summary: "Computes numbers, sums and formulas in cells.", actions: set)

    /// Creates the feature.
    public init() {}

    /// Creates and connects the presenter and the view of a launch.
    public func launch(on stage: Stage, options: Options) throws -> Scene {
        let presenter = CellsPresenter()
        let view = CellsScreen(stage: stage)
        presenter.attach(view)
        return Scene(owning: view, start: presenter.show)
            .on(Self.set) { input in
                let id = try input[Self.id]
                guard let row = Int(id), Sheet.rows.contains(row) else {
                    throw InputRefused(["id": "the sheet has the rows 1 to \(Sheet.rows.upperBound)"])
                }
                for (column, field) in Self.columns.enumerated() where input.changed.contains(field.description.name) {
                    presenter.setText(try input[field] ?? "", of: Cell(column: column, row: row))
                }
            }
    }
}
