import FeatureKit
import NIOCore

/// Encodes changes for pages as HTML.
///
/// The function that writes a part of a page also writes the edit that replaces the part later.
///
/// The page's script knows nothing of screens. It finds the place of each part by the part's id.
struct PageEncoder: FrameEncoder {
    let maker: ActionMaker

    func frame(_ frame: Frame, id: String) -> ByteBuffer {
        var maker = maker
        var writer = JSONWriter(capacity: 8192)
        writer.page(frame, by: &maker, notices: nil)
        return event("frame", id: id, writer.bytes)
    }

    func patch(from old: Frame, to new: Frame, id: String) -> ByteBuffer? {
        var patch = PagePatch(from: old, to: new, maker: maker)
        if let diff = ScreenDiff(from: old.screen, to: new.screen) { patch.add(diff) }
        return event("patch", id: id, patch.finish())
    }

    func notice(_ notice: Notice) -> ByteBuffer {
        var maker = maker
        var writer = JSONWriter(capacity: 256)
        writer.raw("{\"html\":")
        writer.html { $0.notice(maker.notice(notice)) }
        writer.raw("}")
        return event("notice", writer.bytes)
    }

    func work(_ work: [RunningWork]) -> ByteBuffer {
        let view = WorkView(work, at: maker.place.addresses)
        var writer = JSONWriter(capacity: 512)
        writer.raw("{\"html\":")
        writer.html { $0.work(view) }
        writer.raw("}")
        return event("work", writer.bytes)
    }
}

extension JSONWriter {
    /// Writes HTML as a string.
    mutating func html(_ write: (inout HTML) -> Void) {
        var html = HTML()
        write(&html)
        html.withBytes { string($0) }
    }

    /// Writes the content with which the page's script replaces the old content.
    ///
    /// - Parameters:
    ///   - frame: The frame of the page.
    ///   - maker: Writes the frame.
    ///   - notices: The notices of an answer; `nil` in a stream.
    ///   - done: The notice that says that the action of the answer has succeeded. No stream sends it.
    ///   - opened: The address to which the page's person is sent.
    mutating func page(
        _ frame: Frame, by maker: inout ActionMaker, notices: [NoticeView]?, done: NoticeView? = nil,
        opened: String? = nil
    ) {
        maker.show(frame.screen)
        raw("{\"revision\":")
        integer(frame.revision)
        member(",\"place\":", maker.place.addresses.shownPlace, "")
        if let opened { member(",\"opens\":", opened, "") }
        if let done {
            raw(",\"done\":")
            html { $0.notice(done) }
        }
        raw(",\"html\":")
        html { maker.frame(frame.screen, to: &$0) }
        if let notices {
            self.notices(notices)
            raw(",\"refusal\":")
            html { $0.refusal(SessionView(frame, maker: maker, notices: [])) }
        }
        raw("}")
    }

    /// Writes the dialog of a row's button.
    mutating func dialog(_ address: DialogAddress, on frame: Frame, by maker: inout ActionMaker) {
        raw("{\"revision\":")
        integer(frame.revision)
        notices([])
        raw(",\"dialog\":")
        html { maker.dialog(address, on: frame.screen, to: &$0) }
        raw("}")
    }

    private mutating func notices(_ notices: [NoticeView]) {
        raw(",\"notices\":")
        html { html in
            for notice in notices { html.notice(notice) }
        }
    }

    /// Writes the answer to a form with everything that the page's stream does not bring.
    ///
    /// A form that is sent on each change gets its refusal as the messages of its fields, and any other form gets it as
    /// the part of the page that shows the form again.
    mutating func brief(
        _ frame: Frame, by maker: inout ActionMaker, _ notices: [NoticeView], running: Int?, done: NoticeView?,
        opened: String?
    ) {
        let refusal = maker.place.refusedForm?.refusal
        raw("{\"revision\":")
        integer(frame.revision)
        if let opened { member(",\"opens\":", opened, "") }
        if let done {
            raw(",\"done\":")
            html { $0.notice(done) }
        }
        if maker.place.refusedForm != nil {
            raw(",\"form\":")
            html { maker.refusedForm(on: frame.screen, to: &$0) }
            raw(",\"refusal\":")
            html { $0.refusal(SessionView(frame, maker: maker, notices: [])) }
        }
        if let running {
            raw(",\"running\":")
            integer(running)
        }
        self.notices(notices)
        raw(",\"problems\":")
        let messages = refusal.map { $0.listing(of: $0.advice(inOrderOf: [])).named } ?? []
        object(
            Dictionary(messages.map { (SentForm.controlName(of: $0.field), .text($0.message)) }) { first, _ in first })
        raw("}")
    }
}
