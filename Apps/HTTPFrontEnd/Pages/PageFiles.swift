import FeatureKit

/// The files that a host's pages load.
struct PageFiles: Sendable {
    /// The style sheet, with the accent colour of the brand.
    let style: StaticFile
    /// The further style sheet of pages without a session.
    ///
    /// It is a file of its own, so that the first page of a feature loads quickly.
    let plainStyle: StaticFile
    /// The script of a session's page.
    let script: StaticFile
    /// The script that finds features and actions on every page.
    let finder: StaticFile
    /// The script with the parts of a session's page that few people use.
    let further: StaticFile
    /// The script that offers the records that a field can name.
    let picker: StaticFile
    /// The image in a browser's tabs.
    let icon: StaticFile
    /// The address of the image in a browser's tabs.
    ///
    /// A drawn image is a part of the page, so that it needs no request. No character of the address needs escaping in an
    /// attribute.
    let iconAddress: String
    /// The logo; `nil` if the brand has none.
    let logo: StaticFile?

    /// Creates the files of a brand.
    init(_ brand: HostBrand) {
        let accent = brand.accent.map { ":root{--brand:\($0)}\n" } ?? ""
        style = StaticFile("/style.css", PackageResources.style_css + Array(accent.utf8), ResponseFields.styleSheet)
        plainStyle = StaticFile("/plain.css", PackageResources.plain_css, ResponseFields.styleSheet)
        script = StaticFile("/live.js", PackageResources.typing_js + PackageResources.live_js, ResponseFields.script)
        picker = StaticFile("/picker.js", PackageResources.picker_js, ResponseFields.script)
        // Two scripts load the picker. Their text has its address, because no other part of a page needs it.
        let address = Array("const picker = \"\(picker.address)\";\n".utf8)
        let finding = PackageResources.finding_js + address + PackageResources.palette_js
        finder = StaticFile("/palette.js", finding, ResponseFields.script)
        further = StaticFile("/further.js", address + PackageResources.further_js, ResponseFields.script)
        let mark = ImageFile.Content.mark(on: brand.accent ?? HostBrand.standardAccent)
        icon = StaticFile("/favicon", brand.favicon ?? .svg(Array(mark.utf8)))
        iconAddress = brand.favicon == nil ? "data:image/svg+xml,\(mark.inAttribute)" : icon.address
        logo = brand.logo.map { StaticFile("/logo", $0) }
    }

    /// The routes that serve the files.
    var routes: [Route] {
        ([style, plainStyle, script, finder, further, picker, icon] + (logo.map { [$0] } ?? [])).map(\.route)
    }
}

extension String {
    /// The image as the data of an address (RFC 2397), for an attribute in double quotes.
    fileprivate var inAttribute: String {
        [("\"", "'"), ("#", "%23"), ("<", "%3C"), (">", "%3E"), ("\n", "")].reduce(self) { text, pair in
            text.replacing(pair.0, with: pair.1)
        }
    }
}

extension StaticFile {
    fileprivate init(_ path: String, _ image: ImageFile.Content) {
        self.init(path, image.bytes, ResponseFields.image(image))
    }
}

extension ImageFile.Content {
    /// Draws the mark of a host without a favicon: the lines of a list on a square of a given colour.
    fileprivate static func mark(on color: HostBrand.Color) -> String {
        """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect width="24" height="24" rx="6" \
        fill="\(color)"/><path d="M7 7h10M7 12h7M7 17h4" stroke="\(color.isLight ? "#000" : "#fff")" \
        stroke-width="2"/></svg>

        """
    }
}
