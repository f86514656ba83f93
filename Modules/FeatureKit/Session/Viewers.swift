/// The viewers that are attached to one session.
///
/// It keeps these of ``Session``'s guarantees:
///
/// - 2, *replay*: each viewer has a ``Mailbox`` that begins with the current frame and holds the newest one.
/// - 3, *viewers are optional*: delivery without viewers does nothing, and no delivery waits for a reader.
/// - 4, *notices are one-shot*: each notice goes into each open mailbox once.
/// - 8, *closing ends everything*: ``finish()`` ends and removes all mailboxes.
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

    /// Delivers a notice; returns whether a viewer has received it.
    func deliver(_ notice: Notice) -> Bool {
        // A viewer that has detached can still be in the list; its mailbox is closed.
        mailboxes.values.reduce(false) { wasReceived, mailbox in mailbox.deliver(notice) || wasReceived }
    }

    mutating func finish() {
        mailboxes.values.forEach { $0.finish() }
        mailboxes = [:]
    }
}
