/// The viewers that are attached to one session.
///
/// It implements these guarantees of ``Session``:
///
/// - 2, *replay*: Each viewer has a ``Mailbox`` that first contains the current frame, then always the newest frame.
/// - 3, *viewers are optional*: Delivery without viewers does nothing. Delivery never waits for a reader.
/// - 4, *notices are one-shot*: Each open mailbox gets each notice once.
/// - 8, *closing ends everything*: ``finish()`` closes and removes all mailboxes.
struct Viewers {
    private var mailboxes: [ObjectIdentifier: Mailbox] = [:]

    var count: Int { mailboxes.count }

    mutating func attach(_ mailbox: Mailbox) {
        mailboxes[ObjectIdentifier(mailbox)] = mailbox
    }

    mutating func detach(_ mailbox: ObjectIdentifier) {
        mailboxes[mailbox] = nil
    }

    func deliver(_ frame: Frame) {
        mailboxes.values.forEach { $0.deliver(frame) }
    }

    /// Delivers a notice.
    ///
    /// Returns whether at least one viewer received it.
    func deliver(_ notice: Notice) -> Bool {
        // The list can still contain a detached viewer. Its mailbox is closed and accepts no notice.
        mailboxes.values.reduce(false) { wasReceived, mailbox in mailbox.deliver(notice) || wasReceived }
    }

    mutating func finish() {
        mailboxes.values.forEach { $0.finish() }
        mailboxes = [:]
    }
}
