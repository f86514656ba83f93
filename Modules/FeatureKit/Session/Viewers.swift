/// The viewers that are attached to one session.
///
/// It implements these guarantees of ``Session``:
///
/// - 2, *replay*: Each viewer has a ``Mailbox`` that first contains the current frame, then always the newest frame.
/// - 3, *viewers are optional*: Delivery without viewers does nothing. Delivery never waits for a reader.
/// - 4, *notices are one-shot*: Each open mailbox gets each notice once.
/// - 8, *closing ends everything*: ``finish()`` closes and removes all mailboxes.
/// - 12, *counted viewers know their number*: Each counted mailbox gets each new number once.
struct Viewers {
    private var mailboxes: [ObjectIdentifier: Mailbox] = [:]
    /// The number of counted viewers.
    private var counted = 0
    /// The number that the counted viewers have been told.
    private var told = 0

    var count: Int { mailboxes.count }

    /// Attaches a mailbox, and tells it the number of viewers if it is counted.
    mutating func attach(_ mailbox: Mailbox) {
        mailboxes[ObjectIdentifier(mailbox)] = mailbox
        guard mailbox.isCounted else { return }
        counted += 1
        mailbox.deliver(viewers: counted)
    }

    mutating func detach(_ mailbox: ObjectIdentifier) {
        if mailboxes.removeValue(forKey: mailbox)?.isCounted == true { counted -= 1 }
    }

    /// Tells the counted viewers their number if it has changed since the last call.
    ///
    /// Returns whether the number was new to at least one of them.
    mutating func tellNumber() -> Bool {
        guard counted != told else { return false }
        told = counted
        return mailboxes.values.reduce(false) { $1.isCounted && $1.deliver(viewers: counted) || $0 }
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

    func deliver(_ work: [RunningWork]) {
        mailboxes.values.forEach { $0.deliver(work) }
    }

    mutating func finish() {
        mailboxes.values.forEach { $0.finish() }
        (mailboxes, counted) = ([:], 0)
    }
}
