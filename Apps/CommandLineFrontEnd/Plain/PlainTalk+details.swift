import FeatureKit

extension PlainTalk {
    /// Returns the lines below the title of a row.
    func details(of row: Row, in list: ListElement) -> [StyledLine] {
        list.details(of: row, fields: page.manifest.titledFields).map { item in
            StyledLine("  " + (item.title.isEmpty ? "" : "\(item.title): ") + item.text.oneLine, .dim)
        }
    }
}
