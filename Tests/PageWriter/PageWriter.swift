import FeatureKit
import Foundation
import HTTPFrontEnd

/// Reads frames in JSON, one a line, and prints the HTML of each as a JSON string, one a line.
///
/// `Tests/Browser/test_html.py` parses the HTML of random screens.
@main
enum PageWriter {
    static func main() throws {
        let decoder = JSONDecoder()
        while let line = readLine() {
            let input = try decoder.decode(Input.self, from: Data(line.utf8))
            let html = try ScreenRendition.html.text(of: input.frame, manifest: input.manifest)
            // `print` keeps its output in a buffer if nobody reads it on a terminal.
            try FileHandle.standardOutput.write(contentsOf: try JSONEncoder().encode([html]) + Data("\n".utf8))
        }
    }

    private struct Input: Decodable {
        let frame: Frame
        let manifest: FeatureManifest
    }
}
