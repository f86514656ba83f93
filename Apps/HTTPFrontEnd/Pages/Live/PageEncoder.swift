import FeatureKit
import NIOCore

/// Says it to pages: HTML for each part that is drawn anew, made by the templates that make the whole page.
///
/// A page needs to know nothing of screens: it puts each part where its id tells.
struct PageEncoder: FrameEncoder {
    let maker: ActionMaker
    let again: String
    let templates: Templates

    func frame(_ frame: Frame) -> ByteBuffer {
        let view = SessionView(frame, again: again, maker: maker, isLasting: true)
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
        var writer = JSONWriter(capacity: 256)
        writer.raw("{\"html\":")
        writer.string(templates.render(NoticeView(notice), as: "notice"))
        writer.raw("}")
        return event("notice", writer.bytes)
    }
}

extension JSONWriter {
    /// Writes what the script of a session's page puts in place of all that it shows.
    mutating func page(_ view: SessionView, notices: [NoticeView]?, _ templates: Templates) {
        raw("{\"revision\":")
        integer(view.revision)
        raw(",\"html\":")
        string(templates.render(view, as: "session-inside"))
        if let notices {
            raw(",\"notices\":")
            string(notices.map { templates.render($0, as: "notice") }.joined())
            raw(",\"refusal\":")
            string(templates.render(view, as: "refusal"))
        }
        raw("}")
    }
}
