package import FeatureKit
package import FeatureStorage
import RecordScreens

/// A record of ``LibraryFeature``.
package struct Volume: Record {
    static let name = Field<String>("name", "Name", length: 1...40)

    /// The fields of a volume.
    package static let fields: [any FieldDeclaration] = [name]
    /// 2,500 volumes.
    package static let sample = (1...2_500).map { Volume(id: "\($0)", name: "Volume \($0)") }

    /// The volume's key.
    package var id: String
    var name: String
}

/// A feature with a long list of records that people search and load page by page.
///
/// The tests of front ends use it.
package struct LibraryFeature: Feature {
    static let browsing = RecordBrowsing(of: Volume.self)
    static let refresh = Action("refresh", "Refresh", effect: .reloads)
    static let more = Action("more", "Show more", effect: .loads)
    static let rename = Action("rename", "Rename", fields: RecordFields.id, Volume.name)

    /// The manifest.
    package static let manifest = FeatureManifest(
        id: "library", title: "Library", summary: "Lists many volumes.",
        options: RecordSource.options + browsing.options + RecordDetail.options,
        actions: refresh, more, browsing.action, rename, RecordDetail.visit)

    private let resources: RecordResources

    /// Creates a library.
    ///
    /// - Parameter store: The store of the records; by default, a store in memory.
    package init(store: (any RecordStore)? = nil) {
        let store = store ?? MemoryRecordStore()
        resources = RecordResources(store: { store }, files: NoFiles())
    }

    /// Launches the feature.
    package func launch(on stage: Stage, options: Options) throws -> Scene {
        let presenter = LibraryPresenter(try resources.records(of: Volume.self, for: options))
        let places = try RecordPlaces(of: presenter, in: Self.manifest, by: Self.browsing, on: stage, for: options)
        let view = LibraryView(stage: stage, places: places)
        presenter.view = view
        return Scene(owning: view, listing: presenter, again: Self.refresh, more: Self.more)
            .browsing(places, superseding: [Self.refresh, Self.more])
            .on(Self.rename) { input in
                let name = try input[Volume.name]
                try await presenter.records.change(input[RecordFields.id]) { $0.name = name }
            }
    }
}

private final class LibraryPresenter: ListPresenter {
    let records: LiveRecords<Volume>
    weak var view: LibraryView?

    init(_ service: some RecordService<Volume>) {
        records = LiveRecords(service, named: "volumes")
        records.report(to: self, by: LibraryPresenter.show)
    }

    private func show(_ event: LiveRecords<Volume>.Event) { view?.show(event) }
}

private final class LibraryView {
    private let stage: Stage
    private let places: RecordPlaces

    init(stage: Stage, places: RecordPlaces) {
        (self.stage, self.places) = (stage, places)
        places.begin(title: "Library")
    }

    func show(_ event: LiveRecords<Volume>.Event) {
        switch event {
        case .loading: places.startLoading()
        case .loaded: stage.screen.phase = .ready
        case .records(let volumes, let hasMore):
            let more = hasMore ? Button(LibraryFeature.more) : nil
            let rows = places.linked(volumes.map(row))
            places.showList([
                places.searchForm, .list(id: "volumes", rows: rows, more: more, total: places.total),
                places.misfits,
            ])
        case .record(let volume): places.showRecord(volume.map(row), [places.fields])
        case .failed(let message): places.showFailure(message, retry: LibraryFeature.refresh)
        case .notice(let notice): stage.announce(notice)
        }
    }

    private func row(_ volume: Stored<Volume>) -> Row {
        let rename = Button(LibraryFeature.rename, arguments: ["id": .text(volume.id)])
        return Row(RecordHandle(volume), title: volume.record.name, buttons: [rename])
    }
}
