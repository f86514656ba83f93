import Logging
import OpenIDConnect

// Whether people may stay signed in.

extension Access {
    /// The interval at which the host looks for grants to renew.
    private static let renewalInterval = Duration.seconds(15)
    /// The maximum number of grants that are renewed at once.
    private static let renewalsAtOnce = 8

    /// Asks the provider at regular intervals whether people may stay signed in, until the task is cancelled.
    ///
    /// People stay signed in while the provider cannot be reached, for ``Logins/grantLifetime`` at most.
    func renew() async throws {
        guard let signIns = provider else { return }
        while true {
            try await clock.sleep(for: Self.renewalInterval)
            var isAway = false
            while !isAway {
                let due = logins.grantsToRenew(pause: Self.renewalInterval, atMost: Self.renewalsAtOnce)
                guard !due.isEmpty else { break }
                // A provider that renews none of them is away for the others too.
                isAway = await withTaskGroup { group in
                    for (id, grant) in due { group.addTask { await self.renew(grant, of: id, at: signIns) } }
                    return await group.allSatisfy { !$0 }
                }
            }
        }
    }

    /// Asks the provider whether a person may stay signed in.
    ///
    /// - Returns: Whether the provider has answered.
    private func renew(_ grant: Grant, of id: AccessTokens.Digest, at signIns: ProviderSignIns) async -> Bool {
        do throws(ProviderError) {
            let new = try await signIns.provider.renew(grant) { logins.keep(id, $0) }
            logins.confirm(id, new)
            if new.person != grant.person { endStreams(ofSignIns: [id]) }
        } catch {
            if case .away(let reason) = error {
                signIns.log("The sign-in provider cannot renew a sign-in", reason)
                return false
            }
            logger.notice("The sign-in provider ended a sign-in", metadata: ["reason": "\(error)"])
            logins.end([id])
            endStreams(ofSignIns: [id])
        }
        return true
    }
}
