import FeatureKit
import NIOCore

/// Encodes changes for pages as HTML.
///
/// The HTML of each changed part comes from the same templates as the whole page.
///
/// The page's script knows nothing of screens. It finds the place of each part by the part's id.
struct PageEncoder: FrameEncoder {
    let maker: ActionMaker
    let templates: Templates

    func frame(_ frame: Frame) -> ByteBuffer {
        let view = SessionView(frame, maker: maker, isLasting: true)
        var writer = JSONWriter(capacity: 8192)
        writer.page(view, notices: nil, templates)
        return event("frame", id: frame.revision, writer.bytes)
    }

    func patch(from old: Frame, to new: Frame) -> ByteBuffer? {
        var patch = PagePatch(from: old, to: new, maker: maker, templates: templates)
        if let diff = ScreenDiff(from: old.screen, to: new.screen) { patch.add(diff) }
        return event("patch", id: new.revision, patch.finish())
    }

    func notice(_ notice: Notice) -> ByteBuffer {
        var maker = maker
        var writer = JSONWriter(capacity: 256)
        writer.raw("{\"html\":")
        writer.string(templates.render(maker.notice(notice), as: "notice"))
        writer.raw("}")
        return event("notice", writer.bytes)
    }
}

extension JSONWriter {
    /// Writes the content with which the page's script replaces the old content.
    ///
    /// - Parameters:
    ///   - view: The page.
    ///   - notices: The notices of an answer; `nil` in a stream.
    ///   - done: The notice that says that the action of the answer has succeeded. No stream sends it.
    ///   - opened: The address to which the page's person is sent.
    ///   - templates: The templates.
    mutating func page(
        _ view: SessionView, notices: [NoticeView]?, done: NoticeView? = nil, opened: String? = nil,
        _ templates: Templates
    ) {
        raw("{\"revision\":")
        integer(view.revision)
        member(",\"place\":", view.place, "")
        if let opened { member(",\"opens\":", opened, "") }
        if let done { member(",\"done\":", templates.render(done, as: "notice"), "") }
        raw(",\"html\":")
        string(templates.render(view, as: "frame"))
        if let notices {
            raw(",\"notices\":")
            string(notices.map { templates.render($0, as: "notice") }.joined())
            raw(",\"refusal\":")
            string(templates.render(view, as: "refusal"))
        }
        raw("}")
    }
    /// Writes the answer to a form that is sent on each change.
    ///
    /// The answer has everything that the page's script must know about the call.
    mutating func brief(
        _ revision: Int, _ notices: [NoticeView], running: Int?, opened: String?, _ refusal: InputRefused?,
        _ templates: Templates
    ) {
        raw("{\"revision\":")
        integer(revision)
        if let opened { member(",\"opens\":", opened, "") }
        if let running {
            raw(",\"running\":")
            integer(running)
        }
        raw(",\"notices\":")
        string(notices.map { templates.render($0, as: "notice") }.joined())
        raw(",\"problems\":")
        let messages = refusal.map { $0.listing(of: $0.advice(inOrderOf: [])).named } ?? []
        object(
            Dictionary(messages.map { (SentForm.controlName(of: $0.field), .text($0.message)) }) { first, _ in first })
        raw("}")
    }
}
