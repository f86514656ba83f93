import FeatureKit

/// A model of the screen of DoggyFeature.
///
/// Each row has an id of 32 digits and three buttons. Two of the buttons have a revision as an argument.
struct Kennel {
    /// A stored dog.
    struct Dog {
        var id: String
        var name = "Rex"
        var breed = "Bulldog"
        var age = 3
        var revision: Int

        /// Creates a dog with a key of 32 digits, like the key of a record.
        init(_ number: Int) {
            let digits = String(0x9E37_79B9_7F4A_7C15 &* UInt64(number + 1), radix: 16)
            id = String(repeating: "7", count: 32 - digits.count) + digits
            revision = number + 1
        }

        /// The dog's row.
        var row: Row {
            let arguments: [String: FieldValue] = ["id": .text(id), "revision": .integer(revision)]
            return Row(
                id: id, title: "\(name) \(breed)", detail: "\(age)",
                values: ["name": .text(name), "breed": .text(breed), "age": .integer(age)],
                buttons: [
                    Button(action: "birthday", title: "Birthday", arguments: ["id": .text(id)]),
                    Button(action: "rename", title: "Rename", arguments: arguments),
                    Button(action: "release", title: "Release", arguments: arguments, role: .destructive),
                ])
        }
    }

    /// The dogs.
    var dogs: [Dog]
    /// The revision of the current frame.
    var revision = 1000

    /// Creates a kennel of dogs of several breeds.
    init(_ count: Int) {
        dogs = (0..<count).map { number in
            var dog = Dog(number)
            (dog.name, dog.breed) = (["Alfred", "Vinny"][number % 2], ["Labrador", "Doberman", "Bulldog"][number % 3])
            return dog
        }
    }

    /// The frame that shows the kennel.
    var frame: Frame {
        Frame(
            session: "s", feature: "doggy", revision: revision,
            screen: Screen(
                title: "Doggies", phase: .ready, elements: [.list(id: "dogs", rows: dogs.map(\.row))],
                buttons: [Button(action: "refresh", title: "Refresh")]))
    }

    /// Changes the kennel.
    ///
    /// Returns the patch from the old frame to the new frame.
    mutating func patch(_ change: (inout [Dog]) -> Void) -> ScreenPatch? {
        let old = frame
        change(&dogs)
        revision += 1
        return ScreenPatch(from: old, to: frame)
    }
}
