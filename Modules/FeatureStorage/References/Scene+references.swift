import FeatureKit

extension Scene {
    /// Follows the records that a list's records name, and those that name them, and takes back changes of both.
    func following<R: Record>(referencesOf records: LiveRecords<R>) {
        guard let targets = records.collection?.targets else { return }
        for feature in Set(records.references.map(\.reference.feature)) {
            targets.follow(feature, in: self) { await records.follow($0, of: feature) }
        }
        for each in records.related { each.follow(in: self) }
        guard let resources = targets.sharedResources else { return }
        for target in targets.features(around: R.collection) {
            guard let type = target.type else { continue }
            let isShown = records.related.contains { $0.related.feature == target.manifest.id }
            undoing(of: type, target.manifest, isShown: isShown, besides: records, in: resources)
        }
    }

    /// Takes back the part of a change that has changed records of another feature.
    ///
    /// The removal of a record can change the records that name it.
    ///
    /// - Parameter isShown: Whether pages of the scene show the records, so that its last change of them is taken back too.
    private func undoing<T: Record, R: Record>(
        of type: T.Type, _ manifest: FeatureManifest, isShown: Bool, besides own: LiveRecords<R>,
        in resources: RecordResources
    ) {
        // A list that the page shows is up to date when the call is answered.
        func list() throws -> LiveRecords<T> {
            try own.related.lazy.compactMap { $0.shownRecords(of: type) }.first
                ?? LiveRecords(try resources.storedRecords(of: type), named: manifest.title.insideSentence)
        }
        undoing(by: RecordHistory.undo, in: T.collection) { input in
            if let change = try input[RecordHistory.change] { return Int64(change) }
            guard isShown, let own = RunningAction.current?.manifest.id else { return nil }
            return try await list().nextUndo(again: try input[RecordHistory.again], by: own)
        } preparing: { change, input in
            var scope = try UndoScope(input)
            if let id = scope.id {
                // Everything that followed from the record belongs to it, if the change began with this record alone.
                guard scope.field == nil, await own.isAlone(id, in: change) else { return nil }
                scope.id = nil
            }
            return try await list().prepareUndo(of: change, scope, in: manifest) { own.report(.notice($0)) }
        } refusing: { input in
            throw RecordHistory.refusal(of: input)
        }
    }
}

extension LiveRecords {
    /// Whether a record is the only one of these records that a change has written.
    fileprivate func isAlone(_ id: String, in change: Int64) async -> Bool {
        let entries = try? await service.entriesToUndo(of: change)
        return entries.map { Set($0.map(\.id)) == [id] } ?? false
    }
}

extension UndoScope {
    /// Reads what a call takes back.
    init(_ input: Input) throws {
        self.init(
            id: try input[RecordHistory.record], field: try input[RecordHistory.field],
            isAgain: try input[RecordHistory.again], isRest: try input[RecordHistory.rest])
    }
}
