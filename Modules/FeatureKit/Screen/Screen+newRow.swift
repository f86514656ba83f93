extension Screen {
    /// Returns the only row that the screen has in addition to the rows of earlier lists.
    ///
    /// The result is `nil` if there is no such row or more than one.
    package func onlyNewRow(since lists: [ListElement]) -> Row? {
        let known = Set(lists.lazy.flatMap(\.rows).map(\.id))
        let new = self.lists.lazy.flatMap(\.rows).filter { !known.contains($0.id) }.prefix(2)
        return new.count == 1 ? new.first : nil
    }
}
