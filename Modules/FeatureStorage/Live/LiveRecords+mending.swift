import FeatureKit

extension LiveRecords {
    /// Gives a record that does not fit the values of the running action, if the action edits records.
    ///
    /// - Throws: `InputRefused` for any other action, or if the record still does not fit.
    func mend(_ misfit: Misfit, seen revision: Int64?) async throws {
        let fields = R.fields.map(\.description)
        guard let running = RunningAction.current,
            running.manifest.action(named: running.action)?.effect == .edits
        else { throw refusal(of: nil, misfit) }
        let stored: Stored<R>
        do {
            stored = try await service.mend(misfit.id, seen: revision) { values in
                for field in fields {
                    if running.emptied.contains(field.name) { values[field.name] = nil }
                    // The session has checked the values.
                    if let value = running.arguments[field.name] {
                        values[field.name] = (try? field.check(value).get()) ?? value
                    }
                }
            }
        } catch is Misfit {
            // Somebody has changed the record, and it still does not fit.
            throw InputRefused(["id": StaleRecord<R>.changed])
        } catch let stale as StaleRecords<R> {
            await load()
            throw refusal(of: nil, stale.records[0])
        } catch { throw refusal(of: nil, error) }
        _ = forgetMisfit(stored.id)
        guard place == .record(stored.id) else { return await load() }
        (single, shownMisfit) = (RecordList(stored), nil)
        await readHistory()
        await showNamed()
    }
}
