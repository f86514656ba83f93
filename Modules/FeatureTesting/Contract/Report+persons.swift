import FeatureKit

extension Report {
    /// Verifies that each action works for the people of its audience, and is refused to all others.
    func verifyAudiences() async {
        let stranger = Person(id: "stranger", name: "Stranger")
        for action in manifest.actions {
            guard let input = ContractInput.calls(of: action).first else { continue }
            for (name, person) in [("nobody", nil), ("a person without roles", stranger)] as [(String, Person?)] {
                await attempt("'\(action.name)' by \(name)") { session in
                    _ = try await session.settledAtLast()
                    if manifest.audience.includes(person), action.audience.includes(person) {
                        await verify(input, in: session, as: person)
                    } else {
                        await verifyRefusal(of: input.call, in: session, by: name, person)
                    }
                }
            }
        }
    }

    private func verifyRefusal(
        of call: Call, in session: Session, by name: String, _ person: Person?
    ) async {
        do {
            _ = try await session.perform(call, as: person)
            fail("accepts '\(call.action)' by \(name), although its manifest forbids this")
        } catch let error as FeatureError where error.code == .forbidden {
        } catch {
            fail("refuses '\(call.action)' by \(name) with another error than `forbidden`: \(error)")
        }
    }
}
